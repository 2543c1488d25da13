"""Why rows left the state."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.eviction_forecast import window_start
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import REMOVED, StateRow, state_changes
from planviz.analysis.state_words import USER_CODE
from planviz.analysis.watermark import watermark
from planviz.analysis.why.nothing_written import rows_written
from planviz.analysis.why.sentence import Sentence, listed
from planviz.model import Batch, OperatorProgress, Recording
from planviz.model.progress import read_time


def state_shrank(recording: Recording, batch: Batch) -> Sentence | None:
    """How many rows went, which windows they were, and whether they were written on leaving."""
    operators = batch.progress.operators if batch.progress else ()
    removed = sum(operator.rows_removed for operator in operators)
    if not removed:
        return None
    mark = watermark(batch)
    gone = [row for store in state_changes(recording, batch) or () for row in store.rows if row.change == REMOVED]
    windows = sorted({window for row in gone if (window := _window(row))})
    text = f"{counted(removed, 'row')} left the state{_cause(operators, windows, mark, Moments(recording))}"
    appends = recording.query.output_mode.lower() == "append" and any(
        "tateStoreSave" in each.name for each in operators
    )
    written = rows_written(batch)
    if appends and written:
        text += f"; in append mode this is when a {'window' if windows else 'row'} is written"
    elif written and not batch.has_data and any(each.name == "symmetricHashJoin" for each in operators):
        was, they = ("was", "it") if written == 1 else ("were", "they")
        text += f"; {written:,} of them {was} written with nulls, as {they} had found no partner"
    return Sentence(f"{text}.", {"removed": removed, "watermark": mark, "windows": tuple(windows)})


def _cause(
    operators: tuple[OperatorProgress, ...], windows: list[tuple[int, int]], mark: int | None, moments: Moments
) -> str:
    """Why they left: only where the figures bear it out."""
    if any(operator.rows_removed and operator.name.startswith(USER_CODE) for operator in operators):
        return _own_code(operators)
    if not mark:
        return ""
    names = listed([f"{moments.text(start)}–{moments.text(end)}" for start, end in windows])
    one = len(windows) == 1
    if windows and all(end > mark for _, end in windows):
        return f": {'session' if one else 'sessions'} {names} {'was' if one else 'were'} joined with another"
    over = f" and {'window' if one else 'windows'} {names} {'is' if one else 'are'} over" if windows else ""
    return f", because the watermark has come to {moments.text(mark)}{over}"


def _own_code(operators: tuple[OperatorProgress, ...]) -> str:
    """Spark counts what a time to live removed; for the rest it does not say whether a timer did it or a call."""
    removed = sum(operator.rows_removed for operator in operators)
    expired = sum(int(operator.custom.get("numValuesRemovedDueToTTLExpiry") or 0) for operator in operators)
    it, its = ("it", "its") if removed == 1 else ("them", "their")
    if expired == removed:
        return f": {its} time to live was over"
    return f": the query's own code removed {it}, in a call, at a timeout or when a timer fired"


def _window(row: StateRow) -> tuple[int, int] | None:
    """The window a row stood for."""
    start = window_start(row)
    fields = (*row.key.values(), *(row.value.values() if isinstance(row.value, dict) else ()))
    ends = (read_time(str(field["end"])) for field in fields if isinstance(field, dict) and "end" in field)
    end = next(ends, None)
    return (start, end) if start is not None and end is not None else None
