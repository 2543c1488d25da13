"""Why a batch wrote no row."""

from __future__ import annotations

from planviz.analysis.moment import Moments
from planviz.analysis.sink_words import sink_words
from planviz.analysis.state_words import USER_CODE
from planviz.analysis.watermark import find_delays, watermark
from planviz.analysis.why.no_data_batch import no_data_batch
from planviz.analysis.why.open_windows import open_windows
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def nothing_written(recording: Recording, batch: Batch) -> Sentence | None:
    """By output mode: append waits for the watermark, update has nothing new, and a filter may let nothing through."""
    written = rows_written(batch)
    if batch.progress is None or written != 0:
        return None
    operators = [operator.name for operator in batch.progress.operators]
    mode = recording.query.output_mode.lower()
    figures = {"written": 0, "mode": mode}
    if sink_words(recording.query.sink) == "foreachBatch":
        return Sentence("Nothing was written: the function that got this batch wrote no row.", figures)
    if not operators:
        return None if no_data_batch(recording, batch) else _stateless(batch, figures)
    if mode == "append" and any("tateStoreSave" in name for name in operators):
        return _append(recording, batch, figures)
    if not batch.has_data or no_data_batch(recording, batch):
        if any(name.startswith(USER_CODE) for name in operators):
            return Sentence(
                "Nothing was written: without data the query's own code is called only for what timed out, and it gave "
                "out no row.",
                figures,
            )
        if mode == "update" and not sum(operator.rows_updated for operator in batch.progress.operators):
            return Sentence(
                "Nothing was written: in update mode only changed rows are, and without data none changed.", figures
            )
        return None
    if any(name.startswith("dedupe") for name in operators):
        return Sentence("Nothing was written: every row had been seen before, or came too late.", figures)
    if any("Limit" in name for name in operators):
        return Sentence("Nothing was written: the limit was reached by earlier batches.", figures)
    if "symmetricHashJoin" in operators:
        return Sentence("Nothing was written: no row found its partner in this batch or in the state.", figures)
    return Sentence("Nothing was written: no row of this batch changed the result.", figures)


def rows_written(batch: Batch) -> int | None:
    """How many rows the sink got, from Spark or from what was recorded."""
    if batch.progress and batch.progress.sink_rows is not None:
        return batch.progress.sink_rows
    return batch.output.total if batch.output else None


def _stateless(batch: Batch, figures: dict[str, object]) -> Sentence | None:
    came = sum(rows.rows.total for rows in batch.inputs) or (batch.progress.input_rows if batch.progress else 0)
    which = "the row that came in did not get" if came == 1 else f"none of the {came:,} rows that came in got"
    return Sentence(
        f"Nothing was written: {which if came else 'no row got'} through the query.", {**figures, "came": came}
    )


def _append(recording: Recording, batch: Batch, figures: dict[str, object]) -> Sentence | None:
    """In append mode a window is written once, when the watermark has reached its end; another key has its own time."""
    if not find_delays(recording):
        return None
    moments, mark = Moments(recording), watermark(batch)
    windows = open_windows(recording, batch)
    reached = f"it is at {moments.text(mark)}" if mark else "there is none yet"
    windowed = not windows or windows[0].start is not None
    what, when = ("a window", "reached its end") if windowed else ("a row", "reached its time")
    text = f"Nothing was written: in append mode {what} is written once the watermark has {when}, and {reached}"
    if windows:
        first = "the first open window ends at" if windowed else "the first row in the state is of"
        text += f", while {first} {moments.text(windows[0].end)}"
    return Sentence(f"{text}.", {**figures, "watermark": mark, "first_end": windows[0].end if windows else None})
