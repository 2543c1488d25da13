"""Applies Spark's rule for late rows to every known row, and checks the result against Spark's own counter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planviz.analysis.event_time import EventTime, split_top
from planviz.analysis.windows import Span, WindowSpec
from planviz.model import Plan, PlanNode

ON_TIME, LATE, PARTLY, DROPPED = "on time", "late", "partly", "dropped"
"""On time: not older than what was seen before. Late: older, and counted. Partly: some of its windows were closed."""

STATEFUL = (
    "Aggregate",
    "Distinct",
    "Deduplicate",
    "DeduplicateWithinWatermark",
    "Join",
    "FlatMapGroupsWithState",
    "FlatMapGroupsInPandasWithState",
    "TransformWithState",
    "TransformWithStateInPySpark",
)
_KEY = re.compile(r"\s*(.+?)(#\d+)L?(-T\d+ms)?\s*")


@dataclass(frozen=True, slots=True)
class Rule:
    """How the first stateful operator above a watermark tells a late row.

    `window` is set if it looks at the end of each of the row's windows, and None if at the row's own time. `keys` are the
    grouping columns if rows are counted after partial aggregation; None if each row counts. `operator` is its place in a
    progress. A rule that never drops says why.
    """

    operator: int | None
    window: WindowSpec | None
    keys: tuple[str, ...] | None
    never: str = ""
    filtered: bool = False


def find_rule(plan: Plan, event_time: EventTime, specs: Sequence[WindowSpec], output_mode: str) -> Rule:
    """The rule for the rows below one watermark."""
    if event_time.delay_ms is None:
        spec = next((spec for spec in specs if spec.column_id == event_time.column_id), None)
        return Rule(
            None, spec, None, "the query has no watermark, so every row is counted and no window is ever closed"
        )
    operators = [node for node in plan if _is_stateful(plan, node)]
    node, path = _first_stateful(plan, event_time, operators)
    if node is None:
        return Rule(None, None, None, "no stateful operator follows the watermark, so no row is ever dropped")
    place = operators.index(node)
    filtered = any(step.name == "Filter" and "isnotnull(" not in step.text for step in path)
    spec = next((spec for spec in specs if spec.column_id == event_time.column_id), None)
    if node.name in ("Aggregate", "Distinct"):
        # Above a union the window is made of the first input's column, whichever input a row came from.
        return _aggregate_rule(place, node, plan, spec or (specs[-1] if specs else None), output_mode, filtered)
    if "Groups" in node.name or "Transform" in node.name:
        if "EventTime" not in node.text:
            return Rule(place, None, None, "the operator keeps no event-time timers, so it drops no row", filtered)
        return Rule(place, None, None, filtered=filtered)
    columns = (path[-1] if path else node).output
    windowed = spec is not None and not any(column.id == event_time.column_id for column in columns)
    return Rule(place, spec if windowed else None, None, filtered=filtered)


def _aggregate_rule(
    place: int, node: PlanNode, plan: Plan, spec: WindowSpec | None, output_mode: str, filtered: bool
) -> Rule:
    if output_mode.lower() == "complete":
        return Rule(place, spec, (), "complete mode keeps every window, so no row is ever dropped", filtered)
    inner = node.text[node.text.find("[") + 1 :]
    matches = [_KEY.fullmatch(key) for key in split_top(_up_to_close(inner))]
    marked = [match for match in matches if match and match[3]]
    if not marked:
        return Rule(place, spec, (), "event time is not among the grouping keys, so no row is ever dropped", filtered)
    columns = {column.id: column.type for child in node.children for column in plan[child].output}
    windowed = columns.get(marked[0][2], "").startswith("struct")
    keys = tuple(match[1] for match in matches if match and not match[3])
    return Rule(place, spec if windowed else None, keys, filtered=filtered)


def _up_to_close(text: str) -> str:
    """The text up to the bracket that closes it."""
    depth = 1
    for place, sign in enumerate(text):
        depth += (sign in "[(") - (sign in "])")
        if depth == 0:
            return text[:place]
    return text


def _is_stateful(plan: Plan, node: PlanNode) -> bool:
    if node.name not in STATEFUL or not node.text.startswith("~"):
        return False
    return node.name != "Join" or all(plan[child].text.startswith(("~", "Streaming")) for child in node.children)


def _first_stateful(
    plan: Plan, event_time: EventTime, operators: Sequence[PlanNode]
) -> tuple[PlanNode | None, list[PlanNode]]:
    """The stateful operator that rows meet first after the watermark, and the operators on the way there."""
    start = next(
        (node for node in plan if "EventTimeWatermark" in node.text and event_time.column_id in node.text), None
    )
    parents, path = plan.parents(), []
    while start is not None:
        path.append(start)
        parent = parents.get(start.id)
        start = plan[parent] if parent is not None else None
        if start is not None and start in operators:
            return start, path
    return None, path


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one row: `windows` with whether each was closed when the row came."""

    status: str
    windows: tuple[tuple[Span, bool], ...] = ()


def judge(time: int, rule: Rule, watermark: int | None, seen: int | None) -> Verdict:
    """Spark's verdict over a row: `watermark` is the one for late rows, `seen` the newest time of earlier batches."""
    spans = rule.window.windows(time) if rule.window else ()
    closed = [not rule.never and watermark is not None and end <= watermark for _, end in spans]
    windows = tuple(zip(spans, closed, strict=True))
    dropped = all(closed) if spans else not rule.never and watermark is not None and time <= watermark
    if dropped:
        return Verdict(DROPPED, windows)
    if any(closed):
        return Verdict(PARTLY, windows)
    return Verdict(LATE if seen is not None and time < seen else ON_TIME, windows)


@dataclass(frozen=True, slots=True)
class DropCheck:
    """How many dropped rows the verdicts allow for, and how many Spark counted."""

    least: int
    most: int
    spark: int

    @property
    def agrees(self) -> bool:
        """Whether Spark's count can come from these rows."""
        return self.least <= self.spark <= self.most


def check_drops(judged: Iterable[tuple[Mapping[str, Any], Verdict]], rule: Rule, spark: int) -> DropCheck:
    """Compare with Spark, which counts after partial aggregation: a key once per input partition, and per window."""
    keys: list[str] = []
    for row, verdict in judged:
        closed = [span for span, is_closed in verdict.windows if is_closed]
        if not verdict.windows and verdict.status == DROPPED:
            closed = [(0, 0)]
        group = json.dumps([row.get(key) for key in rule.keys or ()], sort_keys=True, default=str)
        keys += (f"{start} {end} {group}" for start, end in closed)
    if rule.keys is None:
        return DropCheck(len(keys), len(keys), spark)
    return DropCheck(len(set(keys)), len(keys), spark)
