"""Finds a query's event-time columns in its plan: the column, the delay, and how to get the time out of an input row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any

from planviz.analysis.clock import read_micros
from planviz.analysis.watermark import WATERMARK, interval_millis
from planviz.analysis.windows import WindowSpec
from planviz.model import Plan, PlanNode

ReadTime = Callable[[Mapping[str, Any]], int | None]
"""Takes an input row, gives its event time in microseconds since 1970, or None."""


@dataclass(frozen=True, slots=True)
class EventTime:
    """One `withWatermark`, or a column that windows are made of without one: then it has no delay.

    `source` is the index of the source below it; `read` is None if rows do not tell the time.
    """

    column: str
    column_id: str
    delay_ms: int | None
    source: int | None
    read: ReadTime | None
    problem: str = ""


def find_event_times(plan: Plan, specs: Sequence[WindowSpec], zone: tzinfo = UTC) -> tuple[EventTime, ...]:
    """Every event-time column of a query; without any watermark, the column of its windows."""
    marked = tuple(_event_time(plan, node, zone) for node in plan if WATERMARK.search(node.text))
    return marked or tuple(each for spec in specs if (each := _unmarked(plan, spec, zone)))


def _unmarked(plan: Plan, spec: WindowSpec, zone: tzinfo) -> EventTime | None:
    """The column that a window is made of, in a query without watermark."""
    node = next((node for node in plan if any(column.id == spec.column_id for column in node.output)), None)
    column = next((column for column in node.output if column.id == spec.column_id), None) if node else None
    if node is None or column is None:
        return None
    leaf, read, problem = _trace(plan, node, spec.column_id, zone)
    source = _leaves(plan).index(leaf) if leaf is not None else None
    return EventTime(column.name, spec.column_id, None, source, read, problem)


def _event_time(plan: Plan, node: PlanNode, zone: tzinfo) -> EventTime:
    match = WATERMARK.search(node.text)
    assert match is not None
    name, column_id = match["column"].strip("`"), match["id"]
    marked = (re.search(rf"{re.escape(column_id)}L?-T(\d+)ms", each.text) for each in plan)
    delay = next((int(found[1]) for found in marked if found), None)
    leaf, read, problem = _trace(plan, node, column_id, zone)
    source = _leaves(plan).index(leaf) if leaf is not None else None
    return EventTime(
        name, column_id, delay if delay is not None else interval_millis(match["delay"]), source, read, problem
    )


def _leaves(plan: Plan) -> list[int]:
    """The streaming sources of a plan, in the order in which a progress lists them."""
    leaves = [node for node in plan if not node.children]
    streams = [node.id for node in leaves if "Streaming" in node.name]
    return streams or [node.id for node in leaves]


def _trace(plan: Plan, node: PlanNode, column_id: str, zone: tzinfo) -> tuple[int | None, ReadTime | None, str]:
    """Follow the column from the watermark down to its source: the leaf, and how to compute it from a row there."""
    convert: Callable[[Any], int | None] = lambda value: read_micros(value, zone)  # noqa: E731
    converted = False
    while node.children:
        if len(node.children) > 1:
            return None, None, f"its rows come from a {node.name} of several inputs"
        expression = _defined(node, column_id)
        if expression is not None:
            step = _simple(expression, zone)
            if step is None or (converted and step[1] is not None):
                return _only_leaf(plan, node), None, f"it is computed by {_short(expression)}"
            column_id = step[0]
            if step[1] is not None:
                convert, converted = step[1], True
        node = plan[node.children[0]]
    name = next((column.name for column in node.output if column.id == column_id), None)
    if name is None:
        return node.id, None, "its origin is not in the plan"
    column = name
    return node.id, lambda row: convert(row.get(column)), ""


def _only_leaf(plan: Plan, node: PlanNode) -> int | None:
    """The one source below a node, or None if there are several."""
    while node.children:
        if len(node.children) > 1:
            return None
        node = plan[node.children[0]]
    return node.id


def _defined(node: PlanNode, column_id: str) -> str | None:
    """The expression that a projection gives a column, or None if the node only passes it on."""
    if not node.text.lstrip("~'*").startswith("Project"):
        return None
    return next((part[0] for part in _aliases(node.text) if part[1] == column_id), None)


def _aliases(text: str) -> list[tuple[str, str]]:
    """(expression, column id) of every `… AS name#id` in a projection."""
    inner = text[text.find("[") + 1 : text.rfind("]")]
    pieces = (re.fullmatch(r"\s*(.+) AS .+?(#\d+)L?(?:-T\d+ms)?", piece, re.S) for piece in split_top(inner))
    return [(piece[1], piece[2]) for piece in pieces if piece]


def split_top(text: str) -> list[str]:
    """Split at the commas that stand in no bracket."""
    pieces, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


_COLUMN = r"(?:[^#(),]+)(#\d+)L?"
_FORMS: tuple[tuple[re.Pattern[str], float | None], ...] = (
    (re.compile(rf"{_COLUMN}"), None),
    (re.compile(rf"cast\({_COLUMN} as timestamp\)"), 1),
    (re.compile(rf"timestamp_seconds\({_COLUMN}\)"), 1),
    (re.compile(rf"timestamp_millis\({_COLUMN}\)"), 1e-3),
    (re.compile(rf"timestamp_micros\({_COLUMN}\)"), 1e-6),
    (re.compile(rf"(?:to_timestamp|gettimestamp)\({_COLUMN}(?:, [^()]*)?\)"), 1),
)
"""The expressions which can be followed, and the seconds one of their unit has; None for a mere rename."""


def _simple(expression: str, zone: tzinfo = UTC) -> tuple[str, Callable[[Any], int | None] | None] | None:
    for form, unit in _FORMS:
        match = form.fullmatch(expression.strip())
        if match:
            return match[1], None if unit is None else _converter(unit, zone)
    return None


def _converter(unit: float, zone: tzinfo) -> Callable[[Any], int | None]:
    def convert(value: Any) -> int | None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return read_micros(value * unit if number else value, zone)

    return convert


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
