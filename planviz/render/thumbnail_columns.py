"""What the small picture of a run without event time shows: for each batch rows in, rows out and rows in state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planviz.analysis.batch_facts import batch_kind
from planviz.analysis.compare import figures
from planviz.analysis.lives import life
from planviz.model import Batch, Recording

MOST_COLUMNS = 72
"""More batches than that share columns."""
FAILED, REFUSED, NONE = "failed", "refused", "none"
"""Kinds of columns besides those of batches that were committed."""


@dataclass(frozen=True, slots=True)
class Column:
    """One batch as one run of the query saw it: rows in, out and in state; None for what Spark did not tell.

    A column without an id is a step at which this run had no batch, or, if it is refused, no chance to run one.
    """

    id: int | None
    run: int
    kind: str
    rows: tuple[int | None, int | None, int | None] = (None, None, None)


def columns_of(recording: Recording) -> tuple[Column, ...]:
    """Every batch in the order in which it was begun: one that a run did not commit stands there again."""
    found: list[Column] = []
    for run in range(1, len(recording.runs) + 1):
        lived = life(recording, run)
        found += (_column(batch, run) for batch in lived.batches)
        if lived.failure and not lived.batches:
            found.append(Column(None, run, REFUSED))
    return tuple(found) or tuple(_column(batch, 1) for batch in recording.batches)


def columns_in_step(batches: Sequence[Batch | None]) -> tuple[Column, ...]:
    """The batches of a run that stands beside others."""
    return tuple(_column(batch, 1) if batch else Column(None, 1, NONE) for batch in batches)


def squeezed(columns: Sequence[Column]) -> Sequence[Column]:
    """Of very many batches, neighbours in one column: the most rows of each kind, and the worst that happened."""
    share = -(-len(columns) // MOST_COLUMNS)
    if share <= 1:
        return columns
    groups = [columns[start : start + share] for start in range(0, len(columns), share)]
    return [
        Column(
            group[0].id,
            group[-1].run,
            next((column.kind for column in group if column.kind in (FAILED, REFUSED)), group[0].kind),
            _most(group),
        )
        for group in groups
    ]


def _most(columns: Sequence[Column]) -> tuple[int | None, int | None, int | None]:
    rows = [
        max((seen for column in columns if (seen := column.rows[kind]) is not None), default=None) for kind in range(3)
    ]
    return rows[0], rows[1], rows[2]


def _column(batch: Batch, run: int) -> Column:
    told = figures(batch)
    return Column(batch.id, run, batch_kind(batch), (told.input, told.output, told.state))
