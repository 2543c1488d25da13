"""What became of the rows that came in, where nothing more needs to be said."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.sink_words import sink_words
from planviz.analysis.state_words import USER_CODE
from planviz.analysis.why.nothing_written import rows_written
from planviz.analysis.why.sentence import Sentence
from planviz.analysis.why.whole_result_written import whole_result_written
from planviz.model import Batch, OperatorProgress, Recording


def rows_through(recording: Recording, batch: Batch) -> Sentence | None:
    """Rows in against rows out, of a batch that wrote something."""
    written = rows_written(batch)
    if batch.progress is None or not written or not batch.has_data or whole_result_written(recording, batch):
        return None
    came = sum(rows.rows.total for rows in batch.inputs) or batch.progress.input_rows
    figures = {"came": came, "written": written}
    if sink_words(recording.query.sink) == "foreachBatch":
        return Sentence(
            f"{counted(came, 'row')} came in; the function that got the batch wrote {counted(written, 'row')}.", figures
        )
    meaning = _meaning(batch.progress.operators, recording.query.output_mode.lower())
    text = f"{counted(came, 'row')} came in and {counted(written, 'row')} {'was' if written == 1 else 'were'} written{meaning}."
    return Sentence(text, figures)


def _meaning(operators: tuple[OperatorProgress, ...], mode: str) -> str:
    """Which rows are written: those that changed, those the query's own code gave out, those not seen before."""
    duplicates = sum(int(operator.custom.get("numDroppedDuplicateRows") or 0) for operator in operators)
    if duplicates:
        return f"; {counted(duplicates, 'duplicate')} {'was' if duplicates == 1 else 'were'} left out"
    if any(operator.name.startswith(USER_CODE) for operator in operators):
        return ": what the query's own code gave out"
    return ": in update mode, what changed" if operators and mode == "update" else ""
