"""Why so many rows were written: complete mode writes everything every time."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.why.nothing_written import rows_written
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def whole_result_written(recording: Recording, batch: Batch) -> Sentence | None:
    """All rows against those that changed."""
    written = rows_written(batch)
    if recording.query.output_mode.lower() != "complete" or not written or batch.progress is None:
        return None
    updated = sum(operator.rows_updated for operator in batch.progress.operators[:1])
    if not batch.progress.operators or updated >= written:
        return None
    text = f"{counted(written, 'row')} {'was' if written == 1 else 'were'} written though only {updated:,} changed: complete mode writes the whole result every time."
    return Sentence(text, {"written": written, "updated": updated})
