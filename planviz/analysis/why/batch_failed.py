"""Why a batch has no result: it failed."""

from __future__ import annotations

from planviz.analysis.lives import failure_reason
from planviz.analysis.noun import noun_of
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def batch_failed(recording: Recording, batch: Batch) -> Sentence | None:
    """What the error says, and what happens to the batch after a restart."""
    last = recording.batches[-1].id == batch.id
    error = batch.failure or (recording.failure.message if recording.failure and last and not batch.progress else "")
    if not error:
        return None
    first = failure_reason(error.strip())[:300]
    again = "It is not in the commit log, so a restart from the checkpoint runs it again with the same offsets."
    return Sentence(
        f"This {noun_of(recording).one} failed: {first}. {'' if batch.commit_log else again}".strip(),
        {"committed": bool(batch.commit_log)},
        "warning",
    )
