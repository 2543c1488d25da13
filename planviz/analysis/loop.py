"""The six steps of one micro-batch with this batch's own durations, and the rhythm of triggers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planviz.model import Batch


@dataclass(frozen=True, slots=True)
class StepKind:
    """One step of the loop, and by which names Spark's versions report its duration."""

    number: int
    title: str
    keys: tuple[str, ...]
    explanation: str


STEPS = (
    StepKind(1, "Look for new data", ("latestOffset", "getOffset", "getEndOffset", "setOffsetRange"), "Each source is asked how far it could be read."),
    StepKind(2, "Write the offset log", ("walCommit",), "What will be read is written down first."),
    StepKind(3, "Bind the data", ("getBatch",), "The plan's sources become this batch's data."),
    StepKind(4, "Plan", ("queryPlanning",), "The query is optimized and planned anew."),
    StepKind(5, "Run and write", ("addBatch", "runContinuous"), "The plan runs; state and sink are updated."),
    StepKind(6, "Write the commit log", ("commitOffsets", "commitBatch"), "The batch is marked as done."),
)  # fmt: skip
TOTAL = "triggerExecution"


@dataclass(frozen=True, slots=True)
class StepTime:
    """How long a step took; None if Spark did not report it."""

    kind: StepKind
    millis: int | None


@dataclass(frozen=True, slots=True)
class BatchTime:
    """One batch's durations; `other` is what no step accounts for, and `extra` are durations which are no step."""

    batch: int
    steps: tuple[StepTime, ...]
    other: int
    total: int | None
    extra: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Trigger:
    """One trigger: when the batch began, how long it took, and how long nothing happened before the next (if known)."""

    batch: int
    start: int
    length: int
    idle: int | None
    behind: int


def batch_time(batch: Batch, kinds: Sequence[StepKind] = STEPS) -> BatchTime | None:
    """The batch's durations by steps of these kinds, or None if it never reported them."""
    if batch.progress is None or not batch.progress.durations:
        return None
    durations = batch.progress.durations
    steps = tuple(StepTime(kind, _first(durations.get(key) for key in kind.keys)) for kind in kinds)
    total = durations.get(TOTAL, batch.progress.batch_ms)
    known = sum(step.millis or 0 for step in steps)
    named = {key for kind in kinds for key in kind.keys} | {TOTAL}
    extra = tuple((name, millis) for name, millis in durations.items() if name not in named)
    return BatchTime(batch.id, steps, max((total or 0) - known, 0), total, extra)


def triggers(batches: Sequence[Batch], interval: int | None) -> tuple[Trigger, ...]:
    """The rhythm of the batches; `behind` is by how much a batch overran the trigger's interval.

    Between the last batch of a run and the first of the next there was no query that could be idle.
    """
    known = [(batch, batch.progress) for batch in batches if batch.progress and batch.progress.timestamp is not None]
    found = []
    for place, (batch, progress) in enumerate(known):
        start, length = progress.timestamp or 0, progress.batch_ms or 0
        after, later = known[place + 1] if place + 1 < len(known) else (batch, None)
        following = later.timestamp if later and after.run_id == batch.run_id else None
        idle = None if following is None else max(following - start - length, 0)
        behind = max(length - interval, 0) if interval else 0
        found.append(Trigger(batch.id, start, length, idle, behind))
    return tuple(found)


def _first(values: Iterable[int | None]) -> int | None:
    return next((value for value in values if value is not None), None)
