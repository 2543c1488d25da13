"""The timeouts of a function with state: what a batch measures them against, and whether they were over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from planviz.analysis.state_change import StateRow
from planviz.analysis.timers import batch_clock
from planviz.analysis.watermark import watermark
from planviz.model import Batch

_FUNCTION = "WithState"
_EVENT_TIME, _CLOCK = "EventTimeTimeout", "ProcessingTimeTimeout"
_FIELD = "timeoutTimestamp"


@dataclass(frozen=True, slots=True)
class PassedTimeouts:
    """Timeouts that were over: their times, and the watermark, or the clock as the batch began, that had passed them."""

    times: tuple[int, ...]
    event_time: bool
    now: int


def passed_timeouts(batch: Batch, rows: Iterable[StateRow]) -> PassedTimeouts | None:
    """The timeouts of these rows, if each of them has one and it was over: Spark compares with <."""
    nodes = [node for node in batch.plans.get("physical") or () if _FUNCTION in node.name]
    event_time = any(_EVENT_TIME in node.text for node in nodes)
    if len(nodes) != 1 or not (event_time or _CLOCK in nodes[0].text):
        return None
    now = watermark(batch) if event_time else batch_clock(batch)
    times = [row.value.get(_FIELD) if isinstance(row.value, dict) else None for row in rows]
    if not times or now is None or not all(isinstance(time, int) and 0 < time < now for time in times):
        return None
    return PassedTimeouts(tuple(sorted({int(time) for time in times if time})), event_time, now)
