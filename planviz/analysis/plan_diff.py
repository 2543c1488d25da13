"""What changed from one batch's plan to another's: operators, arguments and metrics. Identifiers are not changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from planviz.analysis.alignment import align
from planviz.analysis.metric_text import metric_text
from planviz.analysis.node_text import READ_LIMIT, arguments, readable
from planviz.analysis.operators import family_of
from planviz.model import Plan, PlanNode, StateInfo

_IDENTIFIERS = re.compile(
    r"#\d+L?\b"
    r"|\bplan_id=\d+"
    r"|\[id=#?\d+\]"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|@[0-9a-f]{4,}\b"
    r"|\$Lambda[\w$/]*"
    r"|(?<=subquery)#\d+"
)
SHORT = 60


@dataclass(frozen=True, slots=True)
class Change:
    """One argument that differs: what it is ("state version", "watermark", "files" …), and both values."""

    what: str
    before: str
    after: str

    @property
    def text(self) -> str:
        if not self.before:
            return f"{self.what}: {self.after}"
        return f"{self.what}: {self.before} → {self.after or 'none'}"


@dataclass(frozen=True, slots=True)
class MetricChange:
    """One metric that differs."""

    label: str
    before: str
    after: str
    delta: int


@dataclass(frozen=True, slots=True)
class NodeChange:
    """A node that is in both plans: the ids in both, and what differs."""

    before: int
    after: int
    name: str
    changes: tuple[Change, ...]
    metrics: tuple[MetricChange, ...]


@dataclass(frozen=True, slots=True)
class PlanDiff:
    """All differences. `added` holds nodes of the later plan, `removed` nodes of the earlier one."""

    added: tuple[PlanNode, ...]
    removed: tuple[PlanNode, ...]
    nodes: tuple[NodeChange, ...]

    @property
    def changed(self) -> tuple[NodeChange, ...]:
        """The nodes whose arguments differ."""
        return tuple(node for node in self.nodes if node.changes)

    @property
    def empty(self) -> bool:
        """Whether only metrics differ, or nothing at all."""
        return not (self.added or self.removed or self.changed)


When = Callable[[int], str]
"""How a moment in milliseconds is written."""


def utc_text(millis: int) -> str:
    return datetime.fromtimestamp(millis / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def diff_plans(before: Plan, after: Plan, when: When = utc_text) -> PlanDiff:
    """The differences between two plans of the same stage."""
    pairs = align([_place(node) for node in before], [_place(node) for node in after])
    old, new = {first for first, _ in pairs}, {second for _, second in pairs}
    return PlanDiff(
        added=tuple(node for node in after if node.id not in new),
        removed=tuple(node for node in before if node.id not in old),
        nodes=tuple(_compare(before[first], after[second], when) for first, second in pairs),
    )


def _place(node: PlanNode) -> str:
    """A source that has no rows in one batch is another operator there, but stands for the same stream."""
    return "source" if not node.links and family_of(node.name) == "source" else node.name


def without_identifiers(text: str) -> str:
    """The text with all that Spark numbers anew in each batch taken out."""
    return _IDENTIFIERS.sub("", text.lstrip("~'!"))


def _compare(before: PlanNode, after: PlanNode, when: When) -> NodeChange:
    changes = [*_state_changes(before.state, after.state, when), *_argument_changes(before, after, when)]
    return NodeChange(before.id, after.id, after.name, tuple(changes), tuple(_metric_changes(before, after)))


def _state_changes(before: StateInfo | None, after: StateInfo | None, when: When) -> list[Change]:
    if before is None or after is None:
        return []
    pairs = [
        ("state version", str(before.version), str(after.version)),
        ("watermark for late rows", _time(before.late_watermark, when), _time(after.late_watermark, when)),
        ("watermark for removal", _time(before.eviction_watermark, when), _time(after.eviction_watermark, when)),
        ("partitions", str(before.partitions), str(after.partitions)),
        ("output mode", before.output_mode or "", after.output_mode or ""),
    ]
    return [Change(what, old, new) for what, old, new in pairs if old != new]


def _time(millis: int | None, when: When) -> str:
    return when(millis) if millis else "none"


def _argument_changes(before: PlanNode, after: PlanNode, when: When) -> list[Change]:
    if before.name != after.name:
        return [Change("operator", _source(before), _source(after))]
    if without_identifiers(before.text) == without_identifiers(after.text):
        return []
    if len(before.text) > READ_LIMIT or len(after.text) > READ_LIMIT:
        return [Change("arguments", f"{len(before.text):,} characters", f"{len(after.text):,} characters")]
    # The state's own values are told by what Spark says of them, not by how it prints them.
    first, second = (_told(node) for node in (before, after))
    pairs = align([_key(part) for part in first], [_key(part) for part in second])
    old = [part for index, part in enumerate(first) if index not in {i for i, _ in pairs}]
    new = [part for index, part in enumerate(second) if index not in {i for _, i in pairs}]
    found = (_change(left, right, when) for left, right in _paired(old, new))
    # Columns that only carry another delay, and files of one name in two directories, are the same to a reader.
    return [change for change in found if change.before != change.after]


def _source(node: PlanNode) -> str:
    files = next((_files(value) for name, value in arguments(node) if name == "Location"), "")
    return f"{node.name} of {files}" if files else f"{node.name}, no rows" if "<empty>" in node.text else node.name


def _told(node: PlanNode) -> list[tuple[str, str]]:
    parts = list(arguments(node))
    if node.state is None:
        return parts
    known = {str(node.state.late_watermark), str(node.state.eviction_watermark), str(node.state.output_mode)}
    return [(name, value) for name, value in parts if "state info [" not in f"{name}{value}" and value not in known]


def _key(part: tuple[str, str]) -> tuple[str, str]:
    return part[0], without_identifiers(part[1])


Part = tuple[str, str]


def _paired(old: list[Part], new: list[Part]) -> list[tuple[Part | None, Part | None]]:
    """Parts of the same name belong together, and nameless ones in their order."""
    pairs: list[tuple[Part | None, Part | None]] = []
    rest = list(new)
    for part in old:
        partner = next((other for other in rest if other[0] == part[0]), None)
        if partner is not None:
            rest.remove(partner)
        pairs.append((part, partner))
    return pairs + [(None, part) for part in rest]


def _change(before: Part | None, after: Part | None, when: When) -> Change:
    name = (after or before or ("", ""))[0]
    old, new = (readable(part[1]) if part else "" for part in (before, after))
    if name == "Location":
        return Change("files", _files(old), _files(new))
    if all(re.fullmatch(r"1\d{12}", text) for text in (old, new)):
        return Change("time of the batch", when(int(old)), when(int(new)))
    if "MicroBatchWrite[epoch" in f"{old}{new}":
        return Change("batch written", _epoch(old), _epoch(new))
    return Change(name or "arguments", *_around_difference(_with_times(old, when), _with_times(new, when)))


def _with_times(text: str, when: When) -> str:
    """Watermarks inside predicates are microseconds since 1970: nobody reads those."""
    return re.sub(r"\b1\d{15}\b", lambda number: when(int(number.group()) // 1000), text)


def _files(location: str) -> str:
    match = re.search(r"\[(.*?)\]?$", location)
    paths = match.group(1).split(", ") if match else [location]
    names = [path.rstrip("/").rpartition("/")[2] for path in paths if path]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _epoch(text: str) -> str:
    match = re.search(r"epoch: (\d+)", text)
    return match.group(1) if match else text


def _around_difference(old: str, new: str) -> tuple[str, str]:
    """Both texts, cut to the neighbourhood of where they begin to differ."""
    if max(len(old), len(new)) <= SHORT:
        return old, new
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    begin = max(0, start - SHORT // 3)
    return _window(old, begin), _window(new, begin)


def _window(text: str, begin: int) -> str:
    return ("…" if begin else "") + text[begin : begin + SHORT] + ("…" if len(text) > begin + SHORT else "")


def _metric_changes(before: PlanNode, after: PlanNode) -> list[MetricChange]:
    old = {metric.key: metric for metric in before.metrics}
    return [
        MetricChange(metric.label or metric.key, metric_text(old[metric.key]), metric_text(metric), delta)
        for metric in after.metrics
        if metric.key in old and (delta := metric.value - old[metric.key].value)
    ]
