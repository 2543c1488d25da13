"""The figures of one step of a comparison, line by line, and which of them differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planviz.analysis.compare import Figures, figures, outcome, read_up_to, state_version
from planviz.analysis.moment import Moments
from planviz.analysis.noun import BATCH, EITHER, EPOCH, noun_of
from planviz.model import Batch, Recording

COUNTS = {
    "input": "Rows in",
    "output": "Rows out",
    "state": "State rows",
    "updated": "Updated",
    "removed": "Removed",
    "dropped": "Dropped as late",
    "millis": "Milliseconds",
}
"""The figures that are numbers, by their name in Figures."""
NOTHING = "–"
NOT_HERE = "none here"
"""Stands for the batch of a run that has none at the step."""
_UNREMARKABLE = (*(noun.one.capitalize() for noun in (BATCH, EPOCH, EITHER)), COUNTS["millis"])
"""These differ in any two runs, and say nothing by it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: what it is, and what each run has there."""

    label: str
    cells: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the runs that have this figure disagree in it."""
        return self.label not in _UNREMARKABLE and len(set(self.cells) - {NOTHING}) > 1


Side = tuple[Recording, Batch | None]
"""A run, and its batch at the step."""


def step_lines(sides: Sequence[Side]) -> list[Line]:
    """All figures of a step; those that no run has are left out."""
    noun = noun_of(*(recording for recording, _ in sides))
    lines = [
        Line(noun.one.capitalize(), tuple(str(batch.id) if batch else NOT_HERE for _, batch in sides)),
        _line("Outcome", sides, lambda _, batch: outcome(batch)),
        _line("Read up to offset", sides, lambda _, batch: read_up_to(batch)),
        _line("State version it began with", sides, lambda _, batch: state_version(batch)),
        _line("Watermark", sides, _watermark),
    ]
    found = [figures(batch) if batch else None for _, batch in sides]
    lines += [Line(label, tuple(_count(each, name) for each in found)) for name, label in COUNTS.items()]
    return [line for line in lines if set(line.cells) != {NOTHING}]


def _line(label: str, sides: Sequence[Side], text: Callable[[Recording, Batch], str]) -> Line:
    return Line(label, tuple((text(recording, batch) if batch else "") or NOTHING for recording, batch in sides))


def _watermark(recording: Recording, batch: Batch) -> str:
    if batch.progress is None or batch.progress.watermark is None:
        return ""
    return Moments(recording).text(batch.progress.watermark) if batch.progress.watermark > 0 else "not set yet"


def _count(found: Figures | None, name: str) -> str:
    value = getattr(found, name) if found else None
    return NOTHING if value is None else f"{value:,}"
