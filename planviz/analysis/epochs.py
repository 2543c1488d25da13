"""Continuous queries: where others run batches in a loop, one job runs on and epochs mark how far it got."""

from __future__ import annotations

import json

from planviz.analysis.counted import counted
from planviz.analysis.loop import StepKind
from planviz.analysis.trigger_words import trigger_words
from planviz.model import Batch, Recording

NO_FIGURES = "Spark reports no figures for the epochs of a continuous query"

EPOCH_STEPS = (
    StepKind(1, "Count the epoch up", (), "The driver counts on when the time is over."),
    StepKind(2, "Mark the rows", (), "Each reading task marks where the epoch ends."),
    StepKind(3, "Write the offset log", (), "When all have told where: after the rows."),
    StepKind(4, "Commit", (), "When all writing tasks have passed the mark."),
)
"""What happens once an epoch, while rows flow on all the time."""


def _partitions(lines: list[str]) -> dict[str, object]:
    """The offset of each partition of the source; empty if the log has something else."""
    try:
        return dict(json.loads(lines[-1])) if lines else {}
    except ValueError:
        return {}


def _place(offset: object) -> str:
    """Where a partition stands, in the source's own words."""
    return ", ".join(f"{name} {value}" for name, value in offset.items()) if isinstance(offset, dict) else str(offset)


def is_continuous(recording: Recording) -> bool:
    """Whether the query runs without micro-batches."""
    return "Continuous" in recording.query.engine


def epoch_values(recording: Recording, batch: Batch) -> tuple[tuple[str, ...], ...]:
    """Lines for the four steps of an epoch, as far as its logs and its output tell them."""
    lines = [line for line in batch.offset_log.splitlines() if line.startswith("{")]
    stands = [f"partition {name}: {_place(value)}" for name, value in _partitions(lines).items()]
    written = counted(batch.output.total, "row") + " written" if batch.output else ""
    return (
        (trigger_words(recording.query.trigger),),
        tuple(stands) or ("not recorded",),
        (f"offsets/{batch.id}",) if lines else (f"offsets/{batch.id} was not recorded",),
        (f"commits/{batch.id}" if batch.commit_log else f"commits/{batch.id} was not recorded", written),
    )
