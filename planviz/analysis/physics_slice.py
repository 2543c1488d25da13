"""Cuts some batches out of a run's physics, for a closer look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from planviz.analysis.physics import Physics
from planviz.analysis.window_life import WindowLife


def slice_physics(physics: Physics, first: int, count: int) -> Physics:
    """The batches from index `first` on, renumbered from 0; windows that were opened before have a negative index."""
    last = min(first + count, len(physics.batches)) - 1
    windows = (life for life in physics.windows if life.opened <= last and life.last_seen >= first)
    return replace(
        physics,
        batches=tuple(replace(batch, index=batch.index - first) for batch in physics.batches[first : last + 1]),
        rows=tuple(replace(row, batch=row.batch - first) for row in physics.rows if first <= row.batch <= last),
        rows_known=frozenset(index - first for index in physics.rows_known if first <= index <= last),
        windows=tuple(_shift(life, first, last) for life in windows),
    )


def _shift(life: WindowLife, first: int, last: int) -> WindowLife:
    def shifted(counts: Mapping[int, int]) -> dict[int, int]:
        return {index - first: count for index, count in counts.items()}

    closes = life.closed is not None and life.closed <= last
    return replace(
        life,
        opened=life.opened - first,
        rows=shifted(life.rows),
        refused=shifted(life.refused),
        state=shifted(life.state),
        written=shifted(life.written),
        closed=life.closed - first if closes and life.closed is not None else None,
        replaced=life.replaced - first if life.replaced is not None else None,
        changed=frozenset(index - first for index in life.changed),
    )
