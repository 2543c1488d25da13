"""The gallery of single operations on a stream, theme by theme: each is tried on Spark."""

from scenarios.operations import actions, aggregations, duplicates, own_state, real_time, rows, streams, tables, times
from scenarios.operations.operation import Operation, Theme

THEMES: tuple[Theme, ...] = (
    actions.THEME,
    rows.THEME,
    aggregations.THEME,
    duplicates.THEME,
    tables.THEME,
    streams.THEME,
    own_state.THEME,
    times.WATERMARKS,
    times.CONTINUOUS,
    real_time.THEME,
)

__all__ = ["THEMES", "Operation", "Theme"]
