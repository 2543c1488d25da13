"""Tells when each row of state will be removed: which watermark that takes, and which event brings it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planviz.analysis.state_change import REMOVED, StateRow, StoreChange
from planviz.analysis.watermark import find_delays, state_info, watermark
from planviz.model import Batch, PlanNode, Recording
from planviz.model.progress import read_time

Expiry = Callable[[StateRow], int | None]
"""The watermark (milliseconds) at which a row is removed; None if its own row does not tell."""

_EVENT_TIME_KEY = re.compile(r"([^\[\],]+?)#\d+L?-T\d+ms")
_JOIN_RULES = (
    re.compile(r"(?P<side>left|right) value predicate: \((?P<name>[^()]+?)#\d+L?\S* <= (?P<bound>-?\d+)\)"),
    re.compile(r"(?P<side>left|right) key predicate: \(input\[(?P<place>\d+), .+?\](?:\.end)? <= (?P<bound>-?\d+)\)"),
)
"""How a join's plan states what leaves one side: by a column of its rows, or by a column of the key."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the rows of a store go: `expiry` per row, or `never` with the reason why they stay."""

    expiry: Expiry | None
    never: str = ""


@dataclass(frozen=True, slots=True)
class WindowForecast:
    """Rows of state that go together: the event-time range they stand for, if they are windows, and when they go."""

    start: int | None
    end: int
    rows: int
    event_needed: int | None


def forecast(batch: Batch, store: StoreChange) -> Forecast:
    """The rule by which Spark removes rows of this store, as its operator in this batch's plan states it."""
    node = _operator(batch, store)
    if node is None:
        return Forecast(None, "This batch's plan was not captured, so it is not known when rows go.")
    if store.operator == "symmetricHashJoin":
        return _join(node, store.store)
    if store.operator == "dedupeWithinWatermark":
        return Forecast(lambda row: _micros(row.value, "expiresAtMicros"))
    if store.operator.startswith("sessionWindow"):
        return Forecast(lambda row: _end_of(row.value))
    if store.operator in ("stateStoreSave", "dedupe"):
        return _keyed(node, store)
    return Forecast(
        None, "Its own code decides how long this state is kept (a timer, a timeout, a time to live, or a call)."
    )


def window_forecasts(recording: Recording, batch: Batch, store: StoreChange) -> tuple[WindowForecast, ...]:
    """The rows now in the store by the moment they go, the first to go first."""
    expiry = forecast(batch, store).expiry
    if expiry is None:
        return ()
    groups: dict[tuple[int, int | None], int] = {}
    for row in store.rows:
        end = expiry(row) if row.change != REMOVED else None
        if end is not None:
            place = (end, window_start(row))
            groups[place] = groups.get(place, 0) + 1
    delay = _delay(recording, batch, store.operator_id)
    return tuple(
        WindowForecast(start, end, rows, None if delay is None else end + delay)
        for (end, start), rows in sorted(groups.items(), key=lambda item: (item[0][0], item[0][1] or 0))
    )


def _delay(recording: Recording, batch: Batch, operator_id: int) -> int | None:
    """How far the operator's watermark trails the newest event, or None if no single event can bring it on.

    With several watermarks the slowest or fastest decides; and an operator behind another one gets a watermark of its own.
    """
    delays, info = find_delays(recording), state_info(batch, operator_id)
    own = info is not None and info.eviction_watermark not in (None, watermark(batch) or 0)
    return delays[0].millis if len(delays) == 1 and not own else None


def window_start(row: StateRow) -> int | None:
    """The start of the window which a row of state stands for, if it is one."""
    for field in _fields(row):
        if isinstance(field, Mapping) and {"start", "end"} <= field.keys():
            return read_time(str(field["start"]))
    return None


def _fields(row: StateRow) -> Iterable[Any]:
    return (*row.key.values(), *(row.value.values() if isinstance(row.value, Mapping) else ()))


def _operator(batch: Batch, store: StoreChange) -> PlanNode | None:
    plan = batch.plans.get("physical")
    nodes = [node for node in plan or () if node.state and node.state.operator_id == store.operator_id]
    return next((node for node in nodes if "Restore" not in node.name), None)


def _keyed(node: PlanNode, store: StoreChange) -> Forecast:
    """An aggregation or a deduplication removes by the event-time column among its keys."""
    keys = node.text[node.text.find("[") + 1 : node.text.find("]")]
    found = _EVENT_TIME_KEY.search(keys)
    if node.state and (node.state.output_mode or "").lower() == "complete":
        return Forecast(None, "Complete mode writes the whole result every time, so no row is ever removed.")
    if found is None:
        return Forecast(None, "No column with a watermark is among the keys, so Spark keeps every row for ever.")
    name = found[1].strip(" `~'")
    return Forecast(lambda row: _moment(row.key.get(name)))


def _join(node: PlanNode, store: str) -> Forecast:
    """A join's plan states the predicate for this batch's watermark: what lies between the two is constant."""
    side = store.split("-")[0]
    if f"{side} key predicate" not in node.text and f"{side} value predicate" not in node.text:
        return Forecast(None, f"The join condition gives the {side} side no time limit, so its rows stay for ever.")
    if "NumValues" in store:
        return Forecast(None, "It counts the rows of the store beside it, and shrinks with it.")
    rule = next((match for form in _JOIN_RULES for match in form.finditer(node.text) if match["side"] == side), None)
    evicts = node.state.eviction_watermark if node.state else None
    if rule is None or evicts is None:
        return Forecast(None, "Spark removes its rows by a condition of a form that planviz does not know.")
    lead = evicts - -(-int(rule["bound"]) // 1000)
    by_key, name = "place" in rule.groupdict(), rule.groupdict().get("name", "").strip("`")

    def expiry(row: StateRow) -> int | None:
        # A join's key has no names of its own: the state source numbers its columns.
        field = row.key.get(f"field{rule['place']}") if by_key else _field(row.value, name)
        moment = _moment(field)
        return None if moment is None else moment + lead

    return Forecast(expiry)


def _field(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _moment(value: Any) -> int | None:
    """A timestamp, or the end of a window."""
    if isinstance(value, Mapping):
        value = value.get("end")
    return read_time(value) if isinstance(value, str) else None


def _end_of(value: Any) -> int | None:
    windows = value.values() if isinstance(value, Mapping) else ()
    return next((_moment(each) for each in windows if isinstance(each, Mapping) and "end" in each), None)


def _micros(value: Any, name: str) -> int | None:
    micros = value.get(name) if isinstance(value, Mapping) else None
    return micros // 1000 if isinstance(micros, int) else None
