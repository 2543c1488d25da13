"""Tells what a batch added, changed and removed in each state store."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planviz.model import Batch, Recording, StateRows

ADDED, CHANGED, REMOVED, SAME = "added", "changed", "removed", "same"


@dataclass(frozen=True, slots=True)
class StateRow:
    """One key of a store after a batch; a removed one has the value it had before."""

    change: str
    key: Mapping[str, Any]
    value: Any
    before: Any
    partition: int | None
    variable: str


@dataclass(frozen=True, slots=True)
class StoreChange:
    """One store after a batch, compared with the batch before; `comparable` is False if there is nothing to compare to."""

    operator_id: int
    operator: str
    store: str
    rows: tuple[StateRow, ...]
    total: int
    cut: int
    comparable: bool

    def count(self, change: str) -> int:
        """How many rows changed in that way."""
        return sum(row.change == change for row in self.rows)


def state_changes(recording: Recording, batch: Batch) -> tuple[StoreChange, ...] | None:
    """Every store of a batch, or None if its state was not recorded. Timers are not rows of state: see `timers`."""
    if batch.state is None:
        return None
    return _changes(recording, batch, tuple(store for store in batch.state if not store.holds_timers))


def timer_changes(recording: Recording, batch: Batch) -> tuple[StoreChange, ...]:
    """The timers of a batch, by operator; none if they were not recorded."""
    return _changes(recording, batch, tuple(store for store in batch.state or () if store.holds_timers))


def _changes(recording: Recording, batch: Batch, stores: tuple[StateRows, ...]) -> tuple[StoreChange, ...]:
    previous = recording.previous(batch.id)
    # The first batch starts from nothing; of a later one the state before it may be unknown.
    known = previous.state if previous else (() if batch.id == 0 else None)
    before = {(store.operator_id, store.store): store for store in known or ()}

    def compare(store: StateRows) -> StoreChange:
        earlier = before.get((store.operator_id, store.store))
        # Timers may be unread where the rest of the state was read.
        unread = store.holds_timers and previous is not None and earlier is None
        return _compare(store, earlier, known is not None and not unread)

    return tuple(map(compare, stores))


def _compare(now: StateRows, before: StateRows | None, known: bool) -> StoreChange:
    old = _by_identity(before) if before else {}
    rows: list[StateRow] = []
    for identity, row in _by_identity(now).items():
        earlier = old.pop(identity, None)
        if earlier is None:
            rows.append(_row(ADDED if known else SAME, row, None))
        else:
            change = SAME if earlier.get("value") == row.get("value") else CHANGED
            rows.append(_row(change, row, earlier.get("value")))
    rows += [_row(REMOVED, row, row.get("value")) for row in old.values()]
    cut = now.rows.cut + (before.rows.cut if before else 0)
    return StoreChange(now.operator_id, now.operator, now.store, tuple(rows), now.rows.total, cut, known)


def _row(change: str, row: Mapping[str, Any], before: Any) -> StateRow:
    key = row.get("key")
    return StateRow(
        change,
        key if isinstance(key, Mapping) else {"key": key},
        row.get("value"),
        before,
        row.get("partition_id"),
        str(row.get("variable", "")),
    )


def _by_identity(store: StateRows) -> dict[tuple[str, int], Mapping[str, Any]]:
    """The rows by what tells them apart; equal ones are numbered."""
    identify = _join_identity if store.store.endswith("keyWithIndexToValue") else _identity
    identify = _timer_identity if store.holds_timers else identify
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], Mapping[str, Any]] = {}
    for row in store.rows.rows:
        identity = json.dumps([row.get("partition_id"), *identify(row)], sort_keys=True, default=str)
        found[identity, seen[identity]] = row
        seen[identity] += 1
    return found


def _identity(row: Mapping[str, Any]) -> list[Any]:
    return [row.get("variable"), row.get("key")]


def _timer_identity(row: Mapping[str, Any]) -> list[Any]:
    """A key may have many timers: each is known by its time, and one that is moved is another one."""
    return [row.get("key"), row.get("value")]


def _join_identity(row: Mapping[str, Any]) -> list[Any]:
    """A join numbers the rows of a key anew when one goes, so a row is known by its content."""
    key, value = row.get("key"), row.get("value")
    key = {name: part for name, part in key.items() if name != "index"} if isinstance(key, Mapping) else key
    value = {name: part for name, part in value.items() if name != "matched"} if isinstance(value, Mapping) else value
    return [key, value]
