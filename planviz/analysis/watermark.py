"""The watermarks of a query: which columns have one, how far each trails, and what the next batch's will be."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from planviz.model import Batch, Plan, Recording, StateInfo

WATERMARK = re.compile(
    r"EventTimeWatermark (?:[0-9a-f-]{36}, )?'?(?P<column>.+?)(?P<id>#\d+)L?(?:-T\d+ms)?: [^,]+, (?:interval )?(?P<delay>.+)"
)
_PART = re.compile(r"(-?[\d.]+)\s*(microsecond|millisecond|second|minute|hour|day|week|month|year)s?")
_MILLIS = {
    "microsecond": 0.001,
    "millisecond": 1,
    "second": 1000,
    "minute": 60_000,
    "hour": 3_600_000,
    "day": 86_400_000,
    "week": 604_800_000,
    # Spark itself reckons with 31 days a month here.
    "month": 2_678_400_000,
    "year": 12 * 2_678_400_000,
}


@dataclass(frozen=True, slots=True)
class Delay:
    """One `withWatermark`: its column, and how far its watermark trails the newest event."""

    column: str
    millis: int


@dataclass(frozen=True, slots=True)
class NextWatermark:
    """The watermark of the batch after this one; `newest` is the newest event seen so far, None if unknown."""

    millis: int
    newest: int | None
    moved: bool


def find_delays(recording: Recording) -> tuple[Delay, ...]:
    """Every watermark of the query, from the plan it was started with or else its first batch's."""
    plan = logical_plan(recording)
    matches = (WATERMARK.search(node.text) for node in plan or ())
    return tuple(Delay(match["column"].strip("`"), interval_millis(match["delay"])) for match in matches if match)


def watermark(batch: Batch) -> int | None:
    """The watermark in force in a batch; None before any event was seen (Spark says 1970) or without event time."""
    return (batch.progress.watermark or None) if batch.progress else None


def late_watermark(batch: Batch, operator_id: int = 0) -> int | None:
    """The watermark which late rows are measured against, which lags behind in a no-data batch."""
    info = state_info(batch, operator_id)
    return info.late_watermark or None if info and info.late_watermark is not None else watermark(batch)


def state_info(batch: Batch, operator_id: int = 0) -> StateInfo | None:
    """What Spark gave a stateful operator for this batch."""
    plan = batch.plans.get("physical")
    infos = (node.state for node in plan or () if node.state and node.state.operator_id == operator_id)
    found = list(infos)
    # Restore and save share an id; only the one that evicts knows the watermarks.
    return next((info for info in found if info.eviction_watermark is not None), found[0] if found else None)


def newest_event(recording: Recording, batch: Batch) -> int | None:
    """The newest event time Spark reported up to this batch."""
    times = (each.progress.event_max for each in recording.batches if each.id <= batch.id and each.progress)
    return max((time for time in times if time is not None), default=None)


def next_watermark(recording: Recording, batch: Batch) -> NextWatermark | None:
    """What Spark wrote to the commit log; without that, newest event − delay, if the query has just one watermark."""
    delays = find_delays(recording)
    if not delays:
        return None
    current = watermark(batch) or 0
    newest = newest_event(recording, batch) if len(delays) == 1 else None
    millis = committed_watermark(batch.commit_log)
    if millis is None and newest is not None:
        millis = max(current, newest - delays[0].millis)
    return NextWatermark(millis, newest, millis > current) if millis else None


def committed_watermark(commit_log: str) -> int | None:
    """`nextBatchWatermarkMs` of a commit-log entry, or None if it has none."""
    for line in commit_log.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict) and isinstance(value.get("nextBatchWatermarkMs"), int):
            return int(value["nextBatchWatermarkMs"])
    return None


def logical_plan(recording: Recording) -> Plan | None:
    """The plan of the whole query: as started, or else as analyzed for the first batch that has one."""
    if recording.started is not None:
        return recording.started
    plans = (batch.plans.get(stage) for batch in recording.batches[:3] for stage in ("analyzed", "physical"))
    return next((plan for plan in plans if plan is not None), None)


def interval_millis(text: str) -> int:
    """Milliseconds of Spark's interval text, such as "1 hours 30 minutes"."""
    return round(sum(float(number) * _MILLIS[unit] for number, unit in _PART.findall(text)))
