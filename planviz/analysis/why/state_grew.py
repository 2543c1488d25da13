"""Why the state got larger."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.eviction_forecast import forecast
from planviz.analysis.state_change import ADDED, CHANGED, REMOVED, StoreChange, state_changes
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording

BOTH_SIDES = "The join condition gives neither side a time limit, so all rows stay for ever."


def state_grew(recording: Recording, batch: Batch) -> Sentence | None:
    """From how many rows to how many; and a warning if nothing will ever be removed."""
    stores = state_changes(recording, batch) or ()
    before, now, changed = _content(batch, stores) or _counters(recording, batch) or (0, 0, 0)
    if now <= before:
        return None
    text = f"The state grew from {before:,} to {counted(now, 'row')}: {counted(now - before, 'new row')}"
    text += f", and {counted(changed, 'row')} that {'was' if changed == 1 else 'were'} there changed" if changed else ""
    rules = (forecast(batch, store).never for store in stores)
    reasons = list(dict.fromkeys(reason for reason in rules if "for ever" in reason))
    never = f" {BOTH_SIDES if len(reasons) > 1 else reasons[0]}" if reasons else ""
    return Sentence(f"{text}.{never}", {"before": before, "now": now, "changed": changed, "for_ever": bool(never)})


def _content(batch: Batch, stores: tuple[StoreChange, ...]) -> tuple[int, int, int] | None:
    """Rows before, now, and changed, from what the stores hold: Spark counts twice where a sort runs its input twice."""
    operators = batch.progress.operators if batch.progress else ()
    if not stores or len(stores) != len(operators) or not all(each.comparable and not each.cut for each in stores):
        return None
    now = sum(each.total for each in stores)
    added, changed, removed = (sum(each.count(kind) for each in stores) for kind in (ADDED, CHANGED, REMOVED))
    return now - added + removed, now, changed


def _counters(recording: Recording, batch: Batch) -> tuple[int, int, int] | None:
    """The same from Spark's counters."""
    previous = recording.previous(batch.id)
    before, now = _total(previous) if previous else 0, _total(batch)
    if before is None or now is None:
        return None
    updated = sum(operator.rows_updated for operator in batch.progress.operators) if batch.progress else 0
    return before, now, max(updated - (now - before), 0)


def _total(batch: Batch) -> int | None:
    if batch.progress is None or not batch.progress.operators:
        return None
    return sum(operator.rows_total for operator in batch.progress.operators)
