"""Follows every window of a run from its first row to the batch that closes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from planviz.analysis.clock import find_zone, read_micros
from planviz.analysis.lateness import DROPPED
from planviz.analysis.windows import Span, WindowSpec
from planviz.model import Batch, Recording

if TYPE_CHECKING:
    from planviz.analysis.batch_facts import BatchFacts
    from planviz.analysis.row_facts import RowFacts


@dataclass(frozen=True, slots=True)
class WindowLife:
    """One window; all figures by the index of the batch.

    `closed` is the first batch whose watermark passed its end; `changed` holds the batches that left other state behind
    than the one before. A session that grew or joined another one is `replaced` by
    the longer one and never closes itself. A window that was over before its first row came only ever refused rows.
    """

    start: int
    end: int
    lane: int
    opened: int
    rows: Mapping[int, int]
    refused: Mapping[int, int]
    state: Mapping[int, int]
    written: Mapping[int, int]
    closed: int | None
    replaced: int | None = None
    changed: frozenset[int] = frozenset()

    @property
    def last_seen(self) -> float:
        """The last batch in which it is there."""
        if self.replaced is not None:
            return self.replaced - 1
        return max([self.closed, *self.refused]) if self.closed is not None else float("inf")

    @property
    def ever_open(self) -> bool:
        """Whether it ever took a row in."""
        return bool(self.rows or self.state or self.written)

    @property
    def total(self) -> int:
        """How many rows it took in."""
        return sum(self.rows.values())


@dataclass(slots=True)
class _Notes:
    """What is found out about one window."""

    rows: dict[int, int] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    state: dict[int, int] = field(default_factory=dict)
    written: dict[int, int] = field(default_factory=dict)
    content: dict[int, list[str]] = field(default_factory=dict)


def follow_windows(
    recording: Recording, spec: WindowSpec | None, rows: Iterable[RowFacts], facts: Sequence[BatchFacts]
) -> tuple[WindowLife, ...]:
    """Every window that a row, the state or the output tells of, by its start."""
    if spec is None:
        return ()
    found: dict[Span, _Notes] = {}
    for row in () if spec.session else rows:
        accepted = ((span, False) for span in spec.windows(row.time) if row.verdict.status != DROPPED)
        for span, is_closed in row.verdict.windows or accepted:
            notes = found.setdefault(span, _Notes())
            counts = notes.refused if is_closed else notes.rows
            counts[row.batch] = counts.get(row.batch, 0) + 1
    zone = find_zone(recording.query.conf.get("spark.sql.session.timeZone"))
    for index, batch in enumerate(recording.batches):
        for span, held in _state_spans(batch, zone):
            if not spec.has(span):
                continue
            notes = found.setdefault(span, _Notes())
            notes.state[index] = notes.state.get(index, 0) + 1
            notes.content.setdefault(index, []).append(json.dumps(held, sort_keys=True, default=str))
        for span, count in _count(_spans(batch.output.rows if batch.output else (), zone)).items():
            if spec.has(span):
                found.setdefault(span, _Notes()).written[index] = count
    complete = recording.query.output_mode.lower() == "complete"
    lives = [_life(span, notes, spec, () if complete else facts) for span, notes in sorted(found.items())]
    known = [life for life in lives if life is not None]
    return tuple(_session_lanes(known) if spec.session else known)


def _life(span: Span, notes: _Notes, spec: WindowSpec, facts: Sequence[BatchFacts]) -> WindowLife | None:
    """The life of a window, or None if nothing tells of it."""
    alive = [*notes.rows, *notes.state, *notes.written] or [*notes.refused]
    if not alive:
        return None
    passed = (fact.index for fact in facts if fact.watermark is not None and fact.watermark >= span[1])
    opened = min(alive)
    closed = next((index for index in passed if index >= opened), None)
    replaced = None
    if spec.session and notes.state and max(notes.state) + 1 < (closed if closed is not None else len(facts)):
        closed, replaced = None, max(notes.state) + 1
    changed = frozenset(index for index, rows in notes.content.items() if notes.content.get(index - 1, rows) != rows)
    lane = spec.lane(span[0])
    return WindowLife(
        *span, lane, opened, notes.rows, notes.refused, notes.state, notes.written, closed, replaced, changed
    )


def _session_lanes(lives: Sequence[WindowLife]) -> Iterator[WindowLife]:
    """Sessions of different keys overlap at will: each goes to the first lane where no other is in its way."""
    lanes: list[list[WindowLife]] = []
    for life in lives:
        lane = next((n for n, others in enumerate(lanes) if not any(_collide(life, o) for o in others)), len(lanes))
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append(life)
        yield replace(life, lane=lane)


def _collide(one: WindowLife, other: WindowLife) -> bool:
    """Whether two windows overlap in event time while both are there."""
    if one.end <= other.start or other.end <= one.start:
        return False
    return one.opened <= other.last_seen and other.opened <= one.last_seen


def _state_spans(batch: Batch, zone: tzinfo) -> Iterator[tuple[Span, Any]]:
    """Each state row that belongs to a window, with the window: in its key, or in a session's value."""
    for store in batch.state or ():
        for row in () if store.holds_timers else store.rows.rows:
            span = next(_spans((row.get("key"), row.get("value")), zone), None)
            if span:
                yield span, row


def _spans(rows: Iterable[Any], zone: tzinfo) -> Iterator[Span]:
    """The first window in each row."""
    for row in rows:
        values = row.values() if isinstance(row, Mapping) else ()
        span = next((found for value in values if (found := _as_span(value, zone))), None)
        if span:
            yield span


def _as_span(value: Any, zone: tzinfo) -> Span | None:
    if not isinstance(value, Mapping) or not {"start", "end"} <= value.keys():
        return None
    start, end = read_micros(value["start"], zone), read_micros(value["end"], zone)
    return (start, end) if start is not None and end is not None else None


def _count(spans: Iterable[Span]) -> dict[Span, int]:
    counts: dict[Span, int] = {}
    for span in spans:
        counts[span] = counts.get(span, 0) + 1
    return counts
