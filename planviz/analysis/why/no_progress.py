"""Why there is so little to see: Spark did not report on the batch."""

from __future__ import annotations

from planviz.analysis.why.batch_failed import batch_failed
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def no_progress(recording: Recording, batch: Batch) -> Sentence | None:
    """A batch without a progress was still running when the recording ended, or ended with the query."""
    if batch.progress is not None or batch_failed(recording, batch):
        return None
    done = "It is in the commit log, so it was done." if batch.commit_log else "It is not in the commit log."
    if "Continuous" in recording.query.engine:
        text = f"The query runs continuously: Spark marks epochs, and reports figures of none of them. {done}"
    else:
        text = f"Spark did not report on this batch before the recording ended, so its figures are not known. {done}"
    return Sentence(text, {"committed": bool(batch.commit_log)})
