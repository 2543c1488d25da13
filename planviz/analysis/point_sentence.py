"""Explains what became of a row, in one sentence."""

from __future__ import annotations

from planviz.analysis.clock import Clock
from planviz.analysis.lateness import DROPPED, LATE, PARTLY
from planviz.analysis.physics import BatchFacts, RowFacts
from planviz.analysis.windows import Span


def point_sentence(row: RowFacts, batch: BatchFacts, clock: Clock) -> str:
    """Such as "12:04 donkey came in batch 6; the watermark was 12:11; its windows … were closed: dropped."."""
    return f"{point_name(row, clock)} {point_fate(row, batch, clock)}"


def point_name(row: RowFacts, clock: Clock) -> str:
    """The row's event time and name."""
    return f"{clock.text(row.time)} {row.label}".strip()


def point_fate(row: RowFacts, batch: BatchFacts, clock: Clock) -> str:
    """When the row came and what became of it; the same for all rows of like fate in a batch."""
    came = f"came in batch {batch.id}; " + (
        f"the watermark was {clock.text(batch.late)}" if batch.late is not None else "there was no watermark yet"
    )
    open_windows = [span for span, closed in row.verdict.windows if not closed]
    closed_windows = [span for span, closed in row.verdict.windows if closed]
    if row.verdict.status == DROPPED:
        why = f"{_windows(closed_windows, clock)} closed" if closed_windows else "it is not newer than that"
        return f"{came}; {why}: dropped."
    counted = f"counted in {_names(open_windows, clock)}" if open_windows else "accepted"
    if row.verdict.status == PARTLY:
        return f"{came}; {_windows(closed_windows, clock)} closed and did not get it: {counted} only."
    if row.verdict.status == LATE:
        assert batch.seen is not None
        return f"{came}, and {clock.text(batch.seen)} had been seen before: late, but {counted}."
    return f"{came}: on time, {counted}."


def _windows(spans: list[Span], clock: Clock) -> str:
    return f"its {_names(spans, clock)} {'was' if len(spans) == 1 else 'were'}"


def _names(spans: list[Span], clock: Clock) -> str:
    names = [clock.span(*span) for span in spans]
    if len(names) == 1:
        return f"window {names[0]}"
    return f"windows {', '.join(names[:-1])} and {names[-1]}"
