"""Why a batch ran although no data came."""

from __future__ import annotations

from planviz.analysis.eviction_forecast import forecast
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import state_changes
from planviz.analysis.state_words import USER_CODE
from planviz.analysis.watermark import watermark
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def no_data_batch(recording: Recording, batch: Batch) -> Sentence | None:
    """A moved watermark is why Spark runs a batch without data; the very first batch may be empty too."""
    if batch.progress is None or (batch.has_data and not _is_empty_start(batch)):
        return None
    previous = recording.previous(batch.id)
    now, before = watermark(batch), watermark(previous) if previous else None
    figures = {"watermark": now, "before": before}
    if batch.id == 0:
        return Sentence("The first batch ran before the source had anything to give.", figures)
    if now and now != before:
        moments = Moments(recording)
        since = f" from {moments.text(before)}" if before else ""
        text = f"No data came: Spark ran this batch because the watermark moved{since} to {moments.text(now)}, to work off what that closes."
        return Sentence(f"{text}{_closed_nothing(recording, batch)}", figures)
    return Sentence(
        "No data came in this batch, and the watermark did not move: a timeout or the source itself called for it.",
        figures,
    )


def _closed_nothing(recording: Recording, batch: Batch) -> str:
    """That a batch found nothing to close, and why if it never will."""
    operators = batch.progress.operators if batch.progress else ()
    if not operators or any(each.rows_removed or each.name.startswith(USER_CODE) for each in operators):
        return ""
    reasons = (forecast(batch, store).never for store in state_changes(recording, batch) or ())
    never = next((reason for reason in reasons if "for ever" in reason), "")
    return f" It closes nothing. {never}" if never else " It closes nothing yet."


def _is_empty_start(batch: Batch) -> bool:
    """Whether the first batch only learned where its sources begin; a source of files begins with a file."""
    progress = batch.progress
    if batch.id or progress is None or progress.input_rows or any(rows.rows.total for rows in batch.inputs):
        return False
    return not any(source.description.startswith("FileStreamSource") for source in progress.sources)
