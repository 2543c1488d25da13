"""Every known input row of a run with Spark's verdict over it, checked against what Spark reports of the batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.clock import read_micros
from planviz.analysis.event_time import EventTime
from planviz.analysis.lateness import DropCheck, Rule, Verdict, check_drops, judge
from planviz.model import Batch


@dataclass(frozen=True, slots=True)
class RowFacts:
    """One input row: when it happened, in which batch it came, and what became of it.

    `seen` is the newest event time of its own stream that Spark had seen in earlier batches.
    """

    batch: int
    time: int
    label: str
    stream: str
    verdict: Verdict
    seen: int | None = None


Judged = list[tuple[RowFacts, Mapping[str, Any], int]]
"""Each row with its facts, as it was fed, and the index of its event time."""


class Judge:
    """Goes through the batches in their order and remembers the newest event time of each stream."""

    def __init__(self, event_times: tuple[EventTime, ...], rules: tuple[Rule, ...]) -> None:
        self._event_times = event_times
        self._rules = rules
        self._newest: dict[int, int] = {}

    def rows(self, batch: Batch, facts: BatchFacts) -> Judged | str:
        """The rows of a batch with their verdicts; or why they cannot be drawn, if Spark's figures contradict them."""
        judged = self._judge(batch, facts)
        times: dict[int, list[int]] = {}
        for row, _, place in judged:
            times.setdefault(place, []).append(row.time)
        if any(inputs.rows.cut for inputs in batch.inputs):
            return f"Batch {batch.id} brought more rows than were recorded; it is drawn as a bar from first to last event time."
        if judged and self._checkable(batch) and not any(_matches(each, facts) for each in times.values()):
            return (
                f"The recorded rows of batch {batch.id} do not give Spark's own first and last event time, so the query "
                "changes or filters them first; they are drawn as a bar from first to last event time."
            )
        for place, each in times.items():
            self._newest[place] = max([self._newest.get(place, each[0]), *each])
        return judged

    def check(self, judged: Judged, facts: BatchFacts, operator: int | None) -> DropCheck | None:
        """The dropped rows of the operator which rows meet first, over all its inputs."""
        if not judged or operator is None:
            return None
        parts = [
            check_drops(((raw, row.verdict) for row, raw, place in judged if place == number), rule, facts.dropped)
            for number, rule in enumerate(self._rules)
        ]
        return DropCheck(sum(part.least for part in parts), sum(part.most for part in parts), facts.dropped)

    def _judge(self, batch: Batch, facts: BatchFacts) -> Judged:
        judged: Judged = []
        for inputs in batch.inputs:
            for place, event_time in enumerate(self._event_times):
                if event_time.source != inputs.source or event_time.read is None:
                    continue
                for row in inputs.rows.rows:
                    time = event_time.read(row)
                    if time is not None:
                        judged.append((self._row(row, time, place, inputs.stream, facts), row, place))
                break
        return judged

    def _row(self, row: Mapping[str, Any], time: int, place: int, stream: str, facts: BatchFacts) -> RowFacts:
        rule, event_time = self._rules[place], self._event_times[place]
        # Of several streams Spark reports the event times of one only.
        alone = facts.seen if len(self._event_times) == 1 else None
        seen = max((each for each in (alone, self._newest.get(place)) if each is not None), default=None)
        verdict = judge(time, rule, facts.late, seen)
        name = _label(row, rule, event_time)
        # Among several streams the row's stream is told too, unless its name does so: a phone of the stream phones.
        alone_tells = len(self._event_times) == 1 or (name and stream.startswith(name))
        label = name if alone_tells else f"{stream}: {name}".removesuffix(": ")
        return RowFacts(facts.index, time, label, stream, verdict, seen)

    def _checkable(self, batch: Batch) -> bool:
        """Whether all the rows behind Spark's figures are known, and Spark gives figures at all."""
        known = {inputs.source for inputs in batch.inputs}
        sources = batch.progress.sources if batch.progress else ()
        watermarks = all(each.delay_ms is not None and each.read is not None for each in self._event_times)
        return watermarks and len(known) == len(sources)


def _matches(times: list[int], facts: BatchFacts) -> bool:
    """Whether the times are those that Spark saw: it reports their bounds in milliseconds."""
    if facts.event_min is None or facts.event_max is None:
        return False
    return abs(min(times) - facts.event_min) < 1000 and abs(max(times) - facts.event_max) < 1000


def _label(row: Mapping[str, Any], rule: Rule, event_time: EventTime) -> str:
    """What a reader calls the row: its grouping keys, or else its first text that is no time."""
    named = [str(row[key]) for key in rule.keys or () if row.get(key) is not None]
    texts = (str(v) for k, v in row.items() if k != event_time.column and isinstance(v, str) and read_micros(v) is None)
    return " ".join(named) or next(texts, "")
