"""Why there is so little to see: Spark did not report on the batch."""

from __future__ import annotations

from planviz.analysis.epochs import NO_FIGURES, is_continuous
from planviz.analysis.why.batch_failed import batch_failed
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def no_progress(recording: Recording, batch: Batch) -> Sentence | None:
    """A batch without a progress was still running when the recording ended, or ended with the query."""
    if batch.progress is not None or batch_failed(recording, batch):
        return None
    done = "It is in the commit log, so it was done." if batch.commit_log else "It is not in the commit log."
    if is_continuous(recording):
        text = f"{NO_FIGURES}; this one is known by its two logs and by the rows it wrote. {done}"
    else:
        text = f"Spark did not report on this batch before the recording ended, so its figures are not known. {done}"
    return Sentence(text, {"committed": bool(batch.commit_log)})
