"""Every batch of a run in figures: watermarks, event times, state and drops, as Spark reported them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planviz.analysis.lateness import DropCheck
from planviz.model import Batch, Recording

PLANS_READ = 400
"""Up to so many batches each batch's own plan is read for its watermarks; decoding more would keep the user waiting."""


@dataclass(frozen=True, slots=True)
class BatchFacts:
    """One batch in figures; times in microseconds since 1970, None for what is not known or not set yet.

    `watermark` is what Spark reports and evicts by; `late` is the one that rows are measured against.
    """

    index: int
    id: int
    kind: str
    start: int
    end: int
    rows: int
    watermark: int | None
    late: int | None
    seen: int | None
    event_min: int | None
    event_avg: int | None
    event_max: int | None
    state: tuple[int, ...]
    updated: int
    removed: int
    dropped: int
    written: int | None
    check: DropCheck | None = None


def find_batches(recording: Recording, operator: int | None) -> Iterator[BatchFacts]:
    """The facts of every batch. Without its plan, Spark's rule gives the late watermark: that of the batch before."""
    seen: int | None = None
    before: int | None = None
    read_plans = len(recording.batches) <= PLANS_READ
    for index, batch in enumerate(recording.batches):
        progress = batch.progress
        watermark = _set(progress.watermark) if progress else None
        late = _late_watermark(batch, operator) if read_plans else None
        start = progress.timestamp if progress and progress.timestamp is not None else 0
        operators = progress.operators if progress else ()
        event_max = _micros(progress.event_max) if progress else None
        yield BatchFacts(
            index=index,
            id=batch.id,
            kind=batch_kind(batch),
            start=start * 1000,
            end=(start + ((progress.batch_ms or 0) if progress else 0)) * 1000,
            rows=progress.input_rows if progress else 0,
            watermark=watermark,
            late=_set(late) if late is not None else before,
            seen=seen,
            event_min=_micros(progress.event_min) if progress else None,
            event_avg=_micros(progress.event_avg) if progress else None,
            event_max=event_max,
            state=tuple(each.rows_total for each in operators),
            updated=sum(each.rows_updated for each in operators),
            removed=sum(each.rows_removed for each in operators),
            dropped=sum(each.rows_dropped for each in operators),
            written=_written(batch),
        )
        before = watermark if watermark is not None else before
        seen = max((time for time in (seen, event_max) if time is not None), default=None)


def batch_kind(batch: Batch) -> str:
    """Whether a batch brought data, ran without any, or failed."""
    if batch.failure or (batch.progress is None and not batch.commit_log):
        return "failed"
    # An epoch of a continuous query has no progress, only its commit.
    return "data" if batch.has_data or batch.progress is None else "no-data"


def _late_watermark(batch: Batch, operator: int | None) -> int | None:
    """The late-row watermark of the operator at that place, counted from the sink, as the physical plan has it."""
    plan = batch.plans.get("physical")
    if plan is None or operator is None:
        return None
    marks: dict[int, int] = {}
    for node in plan:
        if node.state and node.state.late_watermark is not None:
            marks.setdefault(node.state.operator_id, node.state.late_watermark)
    values = list(marks.values())
    return values[operator] if operator < len(values) else next(iter(values), None)


def _written(batch: Batch) -> int | None:
    if batch.output is not None:
        return batch.output.total
    return batch.progress.sink_rows if batch.progress else None


def _micros(millis: int | None) -> int | None:
    return millis * 1000 if millis is not None else None


def _set(millis: int | None) -> int | None:
    """Spark's watermark is 1970 as long as it is not set."""
    return millis * 1000 if millis else None
