"""Gathers what moved in a run, batch by batch: rows in event time, both watermarks, windows and state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planviz.analysis.batch_facts import PLANS_READ, BatchFacts, find_batches
from planviz.analysis.clock import Clock, clock_for, find_zone
from planviz.analysis.event_time import EventTime, find_event_times
from planviz.analysis.lateness import DropCheck, Rule, find_rule
from planviz.analysis.row_facts import Judge, RowFacts
from planviz.analysis.watermark import logical_plan
from planviz.analysis.window_life import WindowLife, follow_windows
from planviz.analysis.windows import WindowSpec, find_windows
from planviz.model import Recording


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
        delay = self.event_times[0].delay_ms if len(self.event_times) == 1 else None
        return delay * 1000 if delay is not None else None


def find_physics(recording: Recording) -> Physics:
    """All of a run's physics. Costs about a millisecond a batch the first time, for its plan is decoded."""
    plan = logical_plan(recording)
    zone = find_zone(recording.query.conf.get("spark.sql.session.timeZone"))
    specs = find_windows(plan) if plan else ()
    event_times = find_event_times(plan, specs, zone) if plan else ()
    rules = tuple(find_rule(plan, each, specs, recording.query.output_mode) for each in event_times) if plan else ()
    operator = next((rule.operator for rule in rules if rule.operator is not None), None)
    facts = list(find_batches(recording, operator))
    notes = [_underivable(each) for each in event_times if each.read is None]
    rows: list[RowFacts] = []
    judge = Judge(event_times, rules)
    for place, batch in enumerate(recording.batches):
        judged = judge.rows(batch, facts[place])
        if isinstance(judged, str):
            notes.append(judged)
            continue
        rows += (row for row, _, _ in judged)
        facts[place] = replace(facts[place], check=judge.check(judged, facts[place], operator))
    notes += _check_notes(facts, rules)
    if len(facts) > PLANS_READ and any(rule.operator is not None for rule in rules):
        notes.append(
            f"With more than {PLANS_READ} batches their plans are not read: the watermark for late rows is taken to be the "
            "one of the batch before, which is Spark's rule."
        )
    spec = specs[-1] if specs else None
    if len({(each.length, each.slide) for each in specs}) > 1:
        notes.append("The query makes windows more than once; those nearest the source are drawn.")
    return Physics(
        batches=tuple(facts),
        rows=tuple(rows),
        rows_known=frozenset(row.batch for row in rows),
        windows=follow_windows(recording, spec, rows, facts),
        window=spec,
        event_times=event_times,
        clock=clock_for(_all_times(facts, rows), zone),
        operators=_operator_names(recording),
        output_mode=recording.query.output_mode,
        notes=tuple(dict.fromkeys(notes)),
    )


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


def _operator_names(recording: Recording) -> tuple[str, ...]:
    done = (batch.progress for batch in reversed(recording.batches) if batch.progress)
    return next((tuple(each.name for each in progress.operators) for progress in done), ())


def _all_times(facts: list[BatchFacts], rows: list[RowFacts]) -> Iterator[int]:
    yield from (row.time for row in rows)
    for fact in facts:
        yield from (time for time in (fact.watermark, fact.event_min, fact.event_max) if time is not None)
