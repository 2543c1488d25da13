"""Why the sink has more rows than this run gave it: an earlier attempt had written some of them."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def written_before(recording: Recording, batch: Batch) -> Sentence | None:
    """What was found at the sink against what Spark counts, of a batch that was begun before and not committed."""
    del recording
    told = batch.progress.sink_rows if batch.progress else None
    if not batch.attempts or told is None or batch.output is None or batch.output.total <= told:
        return None
    there, before = batch.output.total, batch.output.total - told
    text = (
        f"The sink has {counted(there, 'row')} of this batch, though this run gave it {told:,}: the attempt that failed "
        f"had already written {before:,}, and this sink cannot take {'it' if before == 1 else 'them'} back."
    )
    return Sentence(text, {"there": there, "counted": told}, "warning")
