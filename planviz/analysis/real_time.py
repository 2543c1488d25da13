"""Real-time mode: a batch stays open for a time, so its steps come in another order than those of other batches."""

from __future__ import annotations

from planviz.analysis.loop import STEPS, StepKind
from planviz.analysis.loop_values import short_offset, step_values
from planviz.analysis.offsets import source_kind
from planviz.model import Batch, Recording

_LOOK, _LOG, _BIND, _PLAN, _RUN, _COMMIT = STEPS

REAL_TIME_STEPS = (
    StepKind(1, "Look where to begin", _LOOK.keys, "Where the batch before ended, this one begins."),
    StepKind(2, "Bind the source", _BIND.keys, "The plan's source becomes a scan that waits for rows."),
    StepKind(3, _PLAN.title, _PLAN.keys, _PLAN.explanation),
    StepKind(4, _RUN.title, _RUN.keys, "Rows pass through as they come, until the time is over."),
    StepKind(5, _LOG.title, _LOG.keys, "How far the source was read: after the rows, not before."),
    StepKind(6, _COMMIT.title, _COMMIT.keys, _COMMIT.explanation),
)


def is_real_time(recording: Recording) -> bool:
    """Whether batches stay open and hand rows on as they come."""
    return "RealTime" in recording.query.trigger


def real_time_values(recording: Recording, batch: Batch) -> tuple[tuple[str, ...], ...]:
    """Lines for the six steps in the order of real-time mode."""
    _, log, bound, plan, run, commit = step_values(recording, batch)
    sources = batch.progress.sources if batch.progress else ()
    begin = tuple(f"{source_kind(each.description).name}: from {short_offset(each.start)}" for each in sources)
    # Rows are read while the batch runs, not when its source is bound.
    scan, *read = bound
    return begin or ("no progress was reported",), (scan,), plan, (*read, *run), log, commit
