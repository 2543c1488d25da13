"""Why the state got larger."""

from __future__ import annotations

from planviz.analysis.eviction_forecast import forecast
from planviz.analysis.state_change import state_changes
from planviz.analysis.why.sentence import Sentence, count
from planviz.model import Batch, Recording


def state_grew(recording: Recording, batch: Batch) -> Sentence | None:
    """From how many rows to how many; and a warning if nothing will ever be removed."""
    previous = recording.previous(batch.id)
    before, now = _total(previous) if previous else 0, _total(batch)
    if before is None or now is None or now <= before:
        return None
    updated = sum(operator.rows_updated for operator in batch.progress.operators) if batch.progress else 0
    more = now - before
    text = f"The state grew from {before:,} to {count(now, 'row')}: {count(more, 'new row')}"
    text += (
        f", and {count(updated - more, 'row')} that {'was' if updated - more == 1 else 'were'} there changed"
        if updated > more
        else ""
    )
    never = next(
        (
            rule.never
            for store in state_changes(recording, batch) or ()
            if (rule := forecast(batch, store)).never and "for ever" in rule.never
        ),
        "",
    )
    figures = {"before": before, "now": now, "updated": updated, "for_ever": bool(never)}
    return Sentence(f"{text}.{' ' + never if never else ''}", figures)


def _total(batch: Batch) -> int | None:
    if batch.progress is None or not batch.progress.operators:
        return None
    return sum(operator.rows_total for operator in batch.progress.operators)
