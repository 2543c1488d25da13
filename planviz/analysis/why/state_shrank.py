"""Why rows left the state."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.eviction_forecast import window_start
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import REMOVED, StateRow, state_changes
from planviz.analysis.state_words import USER_CODE
from planviz.analysis.timeouts import PassedTimeouts, passed_timeouts
from planviz.analysis.timers import DUE, FIRED, Timer, Timers, find_timers
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
    moments = Moments(recording)
    if any(operator.rows_removed and operator.name.startswith(USER_CODE) for operator in operators):
        passed = passed_timeouts(batch, gone)
        cause = _own_code(operators, gone, find_timers(recording, batch), passed, moments)
    else:
        cause = _watermark_cause(windows, mark, moments)
    text = f"{counted(removed, 'row')} left the state{cause}"
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


def _watermark_cause(windows: list[tuple[int, int]], mark: int | None, moments: Moments) -> str:
    """Why they left: only where the figures bear it out."""
    if not mark:
        return ""
    names = listed([f"{moments.text(start)}–{moments.text(end)}" for start, end in windows])
    one = len(windows) == 1
    if windows and all(end > mark for _, end in windows):
        return f": {'session' if one else 'sessions'} {names} {'was' if one else 'were'} joined with another"
    over = f" and {'window' if one else 'windows'} {names} {'is' if one else 'are'} over" if windows else ""
    return f", because the watermark has come to {moments.text(mark)}{over}"


def _own_code(
    operators: tuple[OperatorProgress, ...],
    gone: list[StateRow],
    timers: tuple[Timers, ...],
    passed: PassedTimeouts | None,
    moments: Moments,
) -> str:
    """Spark counts what a time to live removed; for the rest timeouts and timers tell, where they were recorded."""
    removed = sum(operator.rows_removed for operator in operators)
    expired = sum(int(operator.custom.get("numValuesRemovedDueToTTLExpiry") or 0) for operator in operators)
    it, its = ("it", "its") if removed == 1 else ("them", "their")
    if expired == removed:
        return f": {its} time to live was over"
    code = f": the query's own code removed {it}"
    known = len(operators) == 1 and len(timers) == 1 and timers[0].change.comparable and not timers[0].change.cut
    if passed:
        return code + _by_timeouts(passed, its, moments)
    if not known or expired:
        return f"{code}, in a call, at a timeout or when a timer fired"
    return code + _by_timers(gone, timers[0], its, moments)


def _by_timeouts(passed: PassedTimeouts, its: str, moments: Moments) -> str:
    """That they were over is known; that this is why the code was called is not."""
    timeouts, were = ("timeout", "was") if len(passed.times) == 1 else ("timeouts", "were")
    times = listed([moments.text(each) for each in passed.times])
    what = "the watermark has come to" if passed.event_time else "the batch began at"
    return f"; {its} {timeouts} {times} {were} over, as {what} {moments.text(passed.now)}"


def _by_timers(gone: list[StateRow], timers: Timers, its: str, moments: Moments) -> str:
    """Whether timers did it: surely if all whose rows went had one that fired, and no new row came."""
    passed = [timer for timer in timers.timers if timer.fate in (FIRED, DUE)]
    fired = [timer for timer in passed if timer.fate == FIRED and any(_belongs(row, timer) for row in gone)]
    if gone and all(any(_belongs(row, timer) for timer in fired) for row in gone) and timers.now is not None:
        times = listed([moments.text(each) for each in sorted({timer.fires for timer in fired})])
        what = "the watermark has come to" if timers.event_time else "the batch began at"
        noun = "timer" if len(fired) == 1 else "timers"
        return f" when {its} {noun} for {times} fired, as {what} {moments.text(timers.now)}"
    return ", in a call or when a timer fired" if passed else ", in a call: no timer that waited was due"


def _belongs(row: StateRow, timer: Timer) -> bool:
    """Whether both are of one key; a row of a map has the map's key besides."""
    return all(row.key.get(name) == value for name, value in timer.key.items())


def _window(row: StateRow) -> tuple[int, int] | None:
    """The window a row stood for."""
    start = window_start(row)
    fields = (*row.key.values(), *(row.value.values() if isinstance(row.value, dict) else ()))
    ends = (read_time(str(field["end"])) for field in fields if isinstance(field, dict) and "end" in field)
    end = next(ends, None)
    return (start, end) if start is not None and end is not None else None
