"""Which rows of one batch came too late, by Spark's rule: only as far as its count bears them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planviz.analysis.clock import find_zone
from planviz.analysis.event_time import EventTime, find_event_times
from planviz.analysis.lateness import DROPPED, PARTLY, Rule, Verdict, check_drops, find_rule, judge
from planviz.analysis.watermark import late_watermark, logical_plan
from planviz.analysis.windows import find_windows
from planviz.model import Batch, Recording


@dataclass(frozen=True, slots=True)
class LateRows:
    """How many rows were dropped whole, and how many for some of their windows only; `oldest` in milliseconds."""

    dropped: int
    partly: int
    oldest: int | None


def late_rows(recording: Recording, batch: Batch, place: int) -> LateRows | None:
    """The late rows of a batch at the stateful operator of that place; None if they are not known one by one."""
    plan = logical_plan(recording)
    if plan is None or batch.progress is None or any(each.rows.cut for each in batch.inputs):
        return None
    specs = find_windows(plan)
    event_times = find_event_times(plan, specs, find_zone(recording.query.conf.get("spark.sql.session.timeZone")))
    judged: list[tuple[int, Verdict]] = []
    least = most = 0
    for event_time in event_times:
        rule = find_rule(plan, event_time, specs, recording.query.output_mode)
        rows = _judge(batch, event_time, rule, place)
        check = check_drops(((row, verdict) for row, _, verdict in rows), rule, 0)
        least, most = least + check.least, most + check.most
        judged += ((time, verdict) for _, time, verdict in rows)
    late = [(time, verdict) for time, verdict in judged if verdict.status in (DROPPED, PARTLY)]
    if not late or not least <= batch.progress.operators[place].rows_dropped <= most:
        return None
    whole = sum(verdict.status == DROPPED for _, verdict in late)
    return LateRows(whole, len(late) - whole, min(time for time, _ in late) // 1000)


def _judge(batch: Batch, event_time: EventTime, rule: Rule, place: int) -> list[tuple[Mapping[str, Any], int, Verdict]]:
    """Each row below one watermark with its time and Spark's verdict."""
    if event_time.read is None or rule.operator != place:
        return []
    mark = late_watermark(batch, place)
    found = []
    for inputs in batch.inputs:
        for row in inputs.rows.rows if inputs.source == event_time.source else ():
            time = event_time.read(row)
            if time is not None:
                found.append((row, time, judge(time, rule, mark * 1000 if mark else None, None)))
    return found
