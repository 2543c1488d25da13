"""Turns a diff into marks on the graph: a ring, and in a word or two what changed."""

from __future__ import annotations

from planviz.analysis.plan_diff import Change, PlanDiff
from planviz.render.plan_cards import Mark
from planviz.render.safe_text import clipped

_ORDER = ("watermark for removal", "watermark for late rows", "operator", "files")
_UNREMARKABLE = "batch written"


def marks_of(diff: PlanDiff) -> dict[int, Mark]:
    """The marks by node id of the later plan. That a sink writes the next batch goes without saying."""
    marks = {node.id: Mark("added", "new") for node in diff.added}
    for node in diff.changed:
        told = sorted((change for change in node.changes if change.what != _UNREMARKABLE), key=_rank)
        if told:
            marks[node.after] = Mark("changed", clipped(_badge(told[0]), 9.5, 170, bold=True))
    return marks


def _rank(change: Change) -> int:
    return _ORDER.index(change.what) if change.what in _ORDER else len(_ORDER) + (change.what == "state version")


def _badge(change: Change) -> str:
    if change.what.startswith("watermark"):
        return f"watermark {change.before} → {change.after}"
    if change.what == "state version":
        return f"version {change.before} → {change.after}"
    if change.what in ("files", "operator"):
        return change.after
    return f"{change.what} changed"
