"""What became of the rows that came in, where nothing more needs to be said."""

from __future__ import annotations

from planviz.analysis.why.nothing_written import rows_written
from planviz.analysis.why.sentence import Sentence, count
from planviz.analysis.why.whole_result_written import whole_result_written
from planviz.model import Batch, Recording


def rows_through(recording: Recording, batch: Batch) -> Sentence | None:
    """Rows in against rows out, of a batch that wrote something."""
    written = rows_written(batch)
    if batch.progress is None or not written or not batch.has_data or whole_result_written(recording, batch):
        return None
    came = sum(rows.rows.total for rows in batch.inputs) or batch.progress.input_rows
    changed = batch.progress.operators and recording.query.output_mode.lower() == "update"
    meaning = ": in update mode, what changed" if changed else ""
    text = f"{count(came, 'row')} came in and {count(written, 'row')} {'was' if written == 1 else 'were'} written{meaning}."
    return Sentence(text, {"came": came, "written": written})
