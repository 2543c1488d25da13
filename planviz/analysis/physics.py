"""Gathers what moved in a run, batch by batch: rows in event time, both watermarks, windows and state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from planviz.analysis.clock import Clock, clock_for, find_zone
from planviz.analysis.event_time import EventTime, find_event_times
from planviz.analysis.lateness import DropCheck, Rule, Verdict, check_drops, find_rule, judge
from planviz.analysis.watermark import logical_plan
from planviz.analysis.window_life import WindowLife, follow_windows
from planviz.analysis.windows import WindowSpec, find_windows
from planviz.model import Batch, Recording

PLANS_READ = 400
"""Up to so many batches each batch's own plan is read for its watermarks; decoding more would keep the user waiting."""


@dataclass(frozen=True, slots=True)
class BatchFacts:
    """One batch in figures; times in microseconds since 1970, None for what is not known or not set yet.

    `watermark` is what Spark reports and evicts by; `late` is the one that rows are measured against.
    """

    index: int
    id: int
    kind: str
    start: int
    end: int
    rows: int
    watermark: int | None
    late: int | None
    seen: int | None
    event_min: int | None
    event_avg: int | None
    event_max: int | None
    state: tuple[int, ...]
    updated: int
    removed: int
    dropped: int
    written: int | None
    check: DropCheck | None = None


@dataclass(frozen=True, slots=True)
class RowFacts:
    """One input row: when it happened, in which batch it came, and what became of it."""

    batch: int
    time: int
    label: str
    stream: str
    verdict: Verdict


@dataclass(frozen=True)
class Physics:
    """What moved in a run. `rows_known` holds the indexes of the batches whose rows are drawn one by one."""

    batches: tuple[BatchFacts, ...]
    rows: tuple[RowFacts, ...]
    rows_known: frozenset[int]
    windows: tuple[WindowLife, ...]
    window: WindowSpec | None
    event_times: tuple[EventTime, ...]
    clock: Clock
    operators: tuple[str, ...]
    output_mode: str
    notes: tuple[str, ...]

    @property
    def delay(self) -> int | None:
        """The watermark's delay in microseconds, if the query has just one."""
        return self.event_times[0].delay_ms * 1000 if len(self.event_times) == 1 else None


def find_physics(recording: Recording) -> Physics:
    """All of a run's physics. Costs about a millisecond a batch the first time, for its plan is decoded."""
    plan, event_times = logical_plan(recording), find_event_times(recording)
    specs = find_windows(plan) if plan else ()
    rules = tuple(find_rule(plan, each, specs, recording.query.output_mode) for each in event_times) if plan else ()
    operator = next((rule.operator for rule in rules if rule.operator is not None), None)
    facts = list(_batches(recording, operator))
    notes = [_underivable(each) for each in event_times if each.read is None]
    rows: list[RowFacts] = []
    for place, batch in enumerate(recording.batches):
        judged = _judge_batch(batch, facts[place], event_times, rules, recording)
        if isinstance(judged, str):
            notes.append(judged)
            continue
        rows += (row for row, _, _ in judged)
        facts[place] = replace(facts[place], check=_check(judged, rules, facts[place], operator))
    notes += _check_notes(facts, rules)
    spec = specs[-1] if specs else None
    known = frozenset(row.batch for row in rows)
    lives = follow_windows(recording, spec, rows, facts)
    zone = find_zone(recording.query.conf.get("spark.sql.session.timeZone"))
    return Physics(
        batches=tuple(facts),
        rows=tuple(rows),
        rows_known=known,
        windows=lives,
        window=spec,
        event_times=event_times,
        clock=clock_for(_all_times(facts, rows), zone),
        operators=_operator_names(recording),
        output_mode=recording.query.output_mode,
        notes=tuple(dict.fromkeys(notes)),
    )


def _batches(recording: Recording, operator: int | None) -> Iterator[BatchFacts]:
    """The facts of every batch. Without its plan, Spark's rule gives the late watermark: that of the batch before."""
    seen: int | None = None
    before: int | None = None
    read_plans = len(recording.batches) <= PLANS_READ
    for index, batch in enumerate(recording.batches):
        progress = batch.progress
        watermark = _set(progress.watermark) if progress else None
        late = _late_watermark(batch, operator) if read_plans else None
        start = progress.timestamp if progress and progress.timestamp is not None else 0
        operators = progress.operators if progress else ()
        event_max = _micros(progress.event_max) if progress else None
        yield BatchFacts(
            index=index,
            id=batch.id,
            kind=batch_kind(batch),
            start=start * 1000,
            end=(start + ((progress.batch_ms or 0) if progress else 0)) * 1000,
            rows=progress.input_rows if progress else 0,
            watermark=watermark,
            late=_set(late) if late is not None else before,
            seen=seen,
            event_min=_micros(progress.event_min) if progress else None,
            event_avg=_micros(progress.event_avg) if progress else None,
            event_max=event_max,
            state=tuple(each.rows_total for each in operators),
            updated=sum(each.rows_updated for each in operators),
            removed=sum(each.rows_removed for each in operators),
            dropped=sum(each.rows_dropped for each in operators),
            written=_written(batch),
        )
        before = watermark if watermark is not None else before
        seen = max((time for time in (seen, event_max) if time is not None), default=None)


def batch_kind(batch: Batch) -> str:
    """Whether a batch brought data, ran without any, or failed."""
    if batch.failure or (batch.progress is None and not batch.commit_log):
        return "failed"
    # An epoch of a continuous query has no progress, only its commit.
    return "data" if batch.has_data or batch.progress is None else "no-data"


def _late_watermark(batch: Batch, operator: int | None) -> int | None:
    """The late-row watermark of the operator at that place, counted from the sink, as the physical plan has it."""
    plan = batch.plans.get("physical")
    if plan is None or operator is None:
        return None
    marks: dict[int, int] = {}
    for node in plan:
        if node.state and node.state.late_watermark is not None:
            marks.setdefault(node.state.operator_id, node.state.late_watermark)
    values = list(marks.values())
    return values[operator] if operator < len(values) else next(iter(values), None)


Judged = list[tuple[RowFacts, Mapping[str, Any], int]]
"""Each row with its facts, as it was fed, and the index of its event time."""


def _judge_batch(
    batch: Batch, facts: BatchFacts, event_times: tuple[EventTime, ...], rules: tuple[Rule, ...], recording: Recording
) -> Judged | str:
    """The rows of a batch with their verdicts; or why they cannot be drawn, if Spark's figures contradict them."""
    judged: Judged = []
    times: list[int] = []
    cut = 0
    for inputs in batch.inputs:
        place = next((n for n, each in enumerate(event_times) if each.source == inputs.source and each.read), None)
        if place is None:
            continue
        read = event_times[place].read
        assert read is not None
        cut += inputs.rows.cut
        for row in inputs.rows.rows:
            time = read(row)
            if time is None:
                continue
            times.append(time)
            verdict = judge(time, rules[place], facts.late, facts.seen)
            label = _label(row, rules[place], event_times[place])
            judged.append((RowFacts(facts.index, time, label, inputs.stream, verdict), row, place))
    if cut:
        return f"Batch {batch.id} brought more rows than were recorded; it is drawn as a bar from first to last event time."
    whole = len({inputs.source for inputs in batch.inputs}) == len(batch.progress.sources if batch.progress else ())
    if times and whole and len(event_times) == len(batch.inputs) and not _matches(times, facts):
        return (
            f"The recorded rows of batch {batch.id} do not give Spark's own first and last event time, so the query "
            "changes or filters them first; they are drawn as a bar from first to last event time."
        )
    return judged


def _matches(times: list[int], facts: BatchFacts) -> bool:
    """Whether the times are those that Spark saw: it reports their bounds in milliseconds."""
    if facts.event_min is None or facts.event_max is None:
        return False
    return abs(min(times) - facts.event_min) < 1000 and abs(max(times) - facts.event_max) < 1000


def _check(judged: Judged, rules: tuple[Rule, ...], facts: BatchFacts, operator: int | None) -> DropCheck | None:
    """The dropped rows of the operator which rows meet first, over all its inputs."""
    if not judged or operator is None:
        return None
    parts = [
        check_drops(((raw, row.verdict) for row, raw, place in judged if place == number), rule, facts.dropped)
        for number, rule in enumerate(rules)
    ]
    return DropCheck(sum(part.least for part in parts), sum(part.most for part in parts), facts.dropped)


def _check_notes(facts: list[BatchFacts], rules: tuple[Rule, ...]) -> Iterator[str]:
    yield from (f"Nothing can be too late here: {rule.never}." for rule in rules if rule.never)
    if any(rule.filtered for rule in rules):
        yield "The query filters rows after the watermark; rows that the filter takes out are drawn too."
    for fact in facts:
        if fact.check and not fact.check.agrees:
            yield (
                f"Batch {fact.id}: by Spark's rule {_between(fact.check)} dropped, yet Spark counted {fact.dropped}. "
                "Something between source and state changes the rows; trust Spark's count."
            )


def _between(check: DropCheck) -> str:
    if check.least == check.most:
        return f"{check.most} {'row is' if check.most == 1 else 'rows are'}"
    return f"{check.least} to {check.most} rows are"


def _underivable(event_time: EventTime) -> str:
    return (
        f"The event time “{event_time.column}” cannot be read from the recorded rows: {event_time.problem}. "
        "Batches are drawn as bars from first to last event time, as Spark reports them."
    )


def _label(row: Mapping[str, Any], rule: Rule, event_time: EventTime) -> str:
    """What a reader calls the row: its grouping keys, or else its first text."""
    named = [str(row[key]) for key in rule.keys or () if row.get(key) is not None]
    texts = (str(v) for k, v in row.items() if k != event_time.column and isinstance(v, str))
    return " ".join(named) or next(texts, "")


def _operator_names(recording: Recording) -> tuple[str, ...]:
    done = (batch.progress for batch in reversed(recording.batches) if batch.progress)
    return next((tuple(each.name for each in progress.operators) for progress in done), ())


def _written(batch: Batch) -> int | None:
    if batch.output is not None:
        return batch.output.total
    return batch.progress.sink_rows if batch.progress else None


def _all_times(facts: list[BatchFacts], rows: list[RowFacts]) -> Iterator[int]:
    yield from (row.time for row in rows)
    for fact in facts:
        yield from (time for time in (fact.watermark, fact.event_min, fact.event_max) if time is not None)


def _micros(millis: int | None) -> int | None:
    return millis * 1000 if millis is not None else None


def _set(millis: int | None) -> int | None:
    """Spark's watermark is 1970 as long as it is not set."""
    return millis * 1000 if millis else None
