"""Why rows left the state."""

from __future__ import annotations

from planviz.analysis.eviction_forecast import window_start
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import REMOVED, StateRow, state_changes
from planviz.analysis.watermark import watermark
from planviz.analysis.why.nothing_written import rows_written
from planviz.analysis.why.sentence import Sentence, count, listed
from planviz.model import Batch, Recording
from planviz.model.progress import read_time


def state_shrank(recording: Recording, batch: Batch) -> Sentence | None:
    """How many rows went, which windows they were, and whether they were written on leaving."""
    operators = batch.progress.operators if batch.progress else ()
    removed = sum(operator.rows_removed for operator in operators)
    if not removed:
        return None
    moments, mark = Moments(recording), watermark(batch)
    gone = [row for store in state_changes(recording, batch) or () for row in store.rows if row.change == REMOVED]
    windows = sorted({window for row in gone if (window := _window(row))})
    text = f"{count(removed, 'row')} left the state"
    text += f", because the watermark has come to {moments.text(mark)}" if mark else ""
    if windows:
        names = listed([f"{moments.text(start)}–{moments.text(end)}" for start, end in windows])
        text += (
            f" and {'window' if len(windows) == 1 else 'windows'} {names} {'is' if len(windows) == 1 else 'are'} over"
        )
    appends = recording.query.output_mode.lower() == "append" and any(
        "tateStoreSave" in each.name for each in operators
    )
    if appends and rows_written(batch):
        text += f"; in append mode this is when a {'window' if windows else 'row'} is written"
    return Sentence(f"{text}.", {"removed": removed, "watermark": mark, "windows": tuple(windows)})


def _window(row: StateRow) -> tuple[int, int] | None:
    """The window a row stood for."""
    start = window_start(row)
    fields = (*row.key.values(), *(row.value.values() if isinstance(row.value, dict) else ()))
    ends = (read_time(str(field["end"])) for field in fields if isinstance(field, dict) and "end" in field)
    end = next(ends, None)
    return (start, end) if start is not None and end is not None else None
