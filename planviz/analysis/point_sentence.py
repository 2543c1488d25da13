"""Explains what became of a row, in one sentence."""

from __future__ import annotations

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.clock import Clock
from planviz.analysis.lateness import DROPPED, LATE, PARTLY
from planviz.analysis.row_facts import RowFacts
from planviz.analysis.windows import Span


def point_sentence(row: RowFacts, batch: BatchFacts, clock: Clock) -> str:
    """Such as "12:04 donkey came in batch 6; the watermark was 12:11; its windows … were closed: dropped."."""
    return f"{point_name(row, clock)} {point_arrival(row, batch, clock)}{point_outcome(row, clock)}"


def point_name(row: RowFacts, clock: Clock) -> str:
    """The row's event time and name."""
    return f"{clock.text(row.time)} {row.label}".strip()


def point_arrival(row: RowFacts, batch: BatchFacts, clock: Clock) -> str:
    """When the row came, and what Spark knew then."""
    mark = f"the watermark was {clock.text(batch.late)}" if batch.late is not None else "there was no watermark yet"
    late = row.verdict.status == LATE and row.seen is not None
    seen = f", and {clock.text(row.seen)} had been seen before" if late and row.seen is not None else ""
    return f"came in batch {batch.id}; {mark}{seen}"


def point_outcome(row: RowFacts, clock: Clock) -> str:
    """What became of the row, and in which windows."""
    open_windows = [span for span, closed in row.verdict.windows if not closed]
    closed_windows = [span for span, closed in row.verdict.windows if closed]
    if row.verdict.status == DROPPED:
        why = f"{_windows(closed_windows, clock)} closed" if closed_windows else "it is not newer than that"
        return f"; {why}: dropped."
    counted = f"counted in {_names(open_windows, clock)}" if open_windows else "accepted"
    if row.verdict.status == PARTLY:
        return f"; {_windows(closed_windows, clock)} closed and did not get it: {counted} only."
    return f": late, but {counted}." if row.verdict.status == LATE else f": on time, {counted}."


def _windows(spans: list[Span], clock: Clock) -> str:
    return f"its {_names(spans, clock)} {'was' if len(spans) == 1 else 'were'}"


def _names(spans: list[Span], clock: Clock) -> str:
    names = [clock.span(*span) for span in spans]
    if len(names) == 1:
        return f"window {names[0]}"
    return f"windows {', '.join(names[:-1])} and {names[-1]}"
