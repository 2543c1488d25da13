"""The timers of transformWithState: when each fires, and what became of those that are gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planviz.analysis.offset_log import read_json, split_offset_log
from planviz.analysis.state_change import ADDED, REMOVED, StateRow, StoreChange, timer_changes
from planviz.analysis.watermark import state_info, watermark
from planviz.model import EVENT_TIMERS, Batch, Recording

SET, WAITING, FIRED, DUE, DELETED, GONE = "set", "waiting", "fired", "due", "deleted", "gone"
"""What a batch did to a timer. `DUE`: it is gone and its time had come, so it fired, unless the code deleted it first.
`GONE`: what it was measured against is not known."""


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer: the key it belongs to, when it fires (milliseconds), and what the batch did to it."""

    key: Mapping[str, Any]
    fires: int
    fate: str
    partition: int | None


@dataclass(frozen=True, slots=True)
class Timers:
    """The timers of one operator after a batch, the next to fire first.

    `now` is what they are measured against: the watermark, or the clock as the batch began; None if there is none yet.
    """

    change: StoreChange
    event_time: bool
    now: int | None
    timers: tuple[Timer, ...]

    def count(self, *fates: str) -> int:
        """How many timers had one of these fates."""
        return sum(timer.fate in fates for timer in self.timers)


def find_timers(recording: Recording, batch: Batch) -> tuple[Timers, ...]:
    """The timers of every operator after a batch; nothing for an operator or a recording that has none."""
    return tuple(_timers(batch, change) for change in timer_changes(recording, batch))


def next_due(recording: Recording, batch: Batch, following: int) -> tuple[int, ...]:
    """When the timers fire that a batch with that watermark will find due; only of operators without one of their own."""
    found = (each for each in find_timers(recording, batch) if each.event_time and each.now == watermark(batch))
    waiting = (timer.fires for each in found for timer in each.timers if timer.fate in (SET, WAITING))
    return tuple(sorted(fires for fires in waiting if fires < following))


def ever_had_timers(recording: Recording) -> bool:
    """Whether any timer was ever seen to wait: Spark keeps a place for them even if the code sets none."""
    return any(store.holds_timers and store.rows.total for batch in recording.batches for store in batch.state or ())


def timers_unread(recording: Recording, batch: Batch) -> bool:
    """Whether Spark counted timers up to this batch, of which the recording does not tell which they are."""
    if batch.state is None or any(store.holds_timers for store in batch.state):
        return False
    earlier = (each.progress.operators for each in recording.batches if each.id <= batch.id and each.progress)
    return any(operator.custom.get("numRegisteredTimers") for operators in earlier for operator in operators)


def _timers(batch: Batch, change: StoreChange) -> Timers:
    event_time = change.store.startswith(EVENT_TIMERS)
    now = _watermark(batch, change.operator_id) if event_time else batch_clock(batch)
    timers = [
        Timer(row.key, fires, _fate(row, fires, now, batch), row.partition)
        for row in change.rows
        if (fires := _fires(row)) is not None
    ]
    return Timers(change, event_time, now, tuple(sorted(timers, key=lambda timer: timer.fires)))


def _fate(row: StateRow, fires: int, now: int | None, batch: Batch) -> str:
    """A timer fires when the watermark or the clock is past its time, which Spark compares with <."""
    if row.change != REMOVED:
        return SET if row.change == ADDED else WAITING
    if now is None:
        return GONE
    if fires >= now:
        return DELETED
    # Without new rows no code runs but that of the timers which fire.
    return DUE if batch.has_data else FIRED


def _fires(row: StateRow) -> int | None:
    fires = row.value.get("expiration_timestamp_ms") if isinstance(row.value, Mapping) else None
    return fires if isinstance(fires, int) else None


def _watermark(batch: Batch, operator_id: int) -> int | None:
    """An operator behind another one has a watermark of its own."""
    info = state_info(batch, operator_id)
    return info.eviction_watermark or None if info and info.eviction_watermark is not None else watermark(batch)


def batch_clock(batch: Batch) -> int | None:
    """The processing time of a batch, the same for all its tasks, as Spark wrote it to the offset log."""
    metadata = read_json(split_offset_log(batch.offset_log).metadata or "")
    clock = metadata.get("batchTimestampMs") if isinstance(metadata, Mapping) else None
    return clock if isinstance(clock, int) and clock > 0 else None
