"""Why rows were dropped: they came after the watermark had passed them."""

from __future__ import annotations

from planviz.analysis.moment import Moments
from planviz.analysis.watermark import late_watermark
from planviz.analysis.why.sentence import Sentence, count
from planviz.model import Batch, Recording


def rows_dropped(recording: Recording, batch: Batch) -> Sentence | None:
    """Spark's own count, the watermark the rows were measured against, and the oldest event of the batch."""
    operators = batch.progress.operators if batch.progress else ()
    dropped = sum(operator.rows_dropped for operator in operators)
    if batch.progress is None or not dropped:
        return None
    moments, oldest = Moments(recording), batch.progress.event_min
    place = next(place for place, operator in enumerate(operators) if operator.rows_dropped)
    mark = late_watermark(batch, place)
    text = f"{count(dropped, 'row')} came too late and {'was' if dropped == 1 else 'were'} dropped"
    if mark:
        text += f": everything up to the watermark {moments.text(mark)} is closed"
        text += (
            f", and the oldest event of this batch is {moments.text(oldest)}"
            if oldest is not None and oldest < mark
            else ""
        )
    if operators[place].name == "stateStoreSave":
        text += " (Spark counts them per window and key, after partial aggregation)"
    return Sentence(f"{text}.", {"dropped": dropped, "watermark": mark, "oldest": oldest}, "warning")
