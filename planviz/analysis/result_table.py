"""Builds the result table after a batch from what each batch wrote, by the query's output mode."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planviz.analysis.event_time import split_top
from planviz.analysis.noun import Noun, noun_of
from planviz.analysis.sink_words import sink_words
from planviz.model import Batch, Plan, PlanNode, Recording

TOPIC = "topic"
"""Stands for the output mode of what went to Kafka: whatever the mode, a record that was sent stays."""

ROW_LIMIT = 2000
"""How many rows of a result are kept for showing; the newest stay."""

NO_KEYS = (
    "Which columns tell a row of the result from another cannot be read from the plan, so an updated row cannot be matched "
    "with the old one."
)

_ATTRIBUTE = re.compile(r"(.+?)(#\d+)L?(?:-T\d+ms)?")
_ALIAS = re.compile(r"(.+) AS (.+?)(#\d+)L?(?:-T\d+ms)?", re.S)
_WINDOW_FIELD = re.compile(r".+?(#\d+)L?(?:-T\d+ms)?\.(?:start|end)")
_PASSES_ON = ("Project", "Filter", "Sort", "GlobalLimit", "LocalLimit", "SubqueryAlias", "View")
_KEEPS_ROWS = (
    *_PASSES_ON,
    "Deduplicate",
    "DeduplicateWithinWatermark",
    "Join",
    "EventTimeWatermark",
    "Generate",
    "Expand",
)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row of the result table; `touched` if the batch wrote it, `batch` is the one that wrote it last."""

    values: Mapping[str, Any]
    batch: int
    touched: bool


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The result after a batch. `problems` say what keeps it from being whole; with `rows` None it cannot be told."""

    mode: str
    rows: tuple[ResultRow, ...] | None
    total: int
    keys: tuple[str, ...] | None
    problems: tuple[str, ...]


def result_table(recording: Recording, batch: Batch) -> ResultTable:
    """The result table after a batch, for append, update and complete mode."""
    mode = TOPIC if sink_words(recording.query.sink) == "Kafka" else recording.query.output_mode.lower()
    batches = [each for each in recording.batches if each.id <= batch.id]
    if mode == "complete":
        return _complete(batch, batches)
    keys = find_keys(recording) if mode == "update" else ()
    if keys is None:
        return ResultTable(mode, None, 0, None, (NO_KEYS,))
    rows, total = _newest(batches, keys, batch.id) if keys else _last(batches, batch.id)
    problems = _gaps(batches, noun_of(recording))
    if total > len(rows):
        problems += (f"Only the {len(rows):,} rows written last are shown.",)
    return ResultTable(mode or "unknown", rows, total, keys or None, problems)


def _last(batches: list[Batch], batch_id: int) -> tuple[tuple[ResultRow, ...], int]:
    """All rows so far, of which the last ones are kept: nothing that was appended changes."""
    kept: deque[ResultRow] = deque()
    for each in reversed(batches):
        rows = each.output.rows if each.output else ()
        kept.extendleft(ResultRow(row, each.id, each.id == batch_id) for row in reversed(rows))
        if len(kept) >= ROW_LIMIT:
            break
    return tuple(kept)[-ROW_LIMIT:], sum(len(each.output.rows) for each in batches if each.output)


def _newest(batches: list[Batch], keys: tuple[str, ...], batch_id: int) -> tuple[tuple[ResultRow, ...], int]:
    """The newest row of each key, in the order in which the keys first came."""
    table: dict[str, ResultRow] = {}
    for each in batches:
        for row in each.output.rows if each.output else ():
            identity = repr([row.get(key) for key in keys])
            table[identity] = ResultRow(row, each.id, each.id == batch_id)
    return tuple(table.values())[-ROW_LIMIT:], len(table)


def _complete(batch: Batch, batches: list[Batch]) -> ResultTable:
    """In complete mode every batch writes the whole table."""
    written = [each for each in batches if each.output is not None]
    if not written or written[-1].output is None:
        return ResultTable("complete", None, 0, None, ("No batch's output was recorded.",))
    last, output = written[-1], written[-1].output
    rows = tuple(ResultRow(row, last.id, last.id == batch.id) for row in output.rows)
    problems = [f"{output.cut:,} rows are beyond the recording's limit."] if output.cut else []
    if last.id != batch.id:
        problems.append(f"The output of batch {batch.id} was not recorded: this is the table after batch {last.id}.")
    return ResultTable("complete", rows, output.total, None, tuple(problems))


def _gaps(batches: list[Batch], noun: Noun) -> tuple[str, ...]:
    """What is missing from the outputs so far."""
    missing = [each.id for each in batches if each.output is None]
    cut = sum(each.output.cut for each in batches if each.output)
    problems = []
    if batches and batches[0].id > 0:
        problems.append(f"The recording begins with {noun.one} {batches[0].id}: what was written before is not known.")
    if missing:
        problems.append(f"The output of {_some(missing, noun)} was not recorded.")
    if cut:
        problems.append(f"{cut:,} rows are beyond the recording's limit.")
    return tuple(problems)


def _some(ids: list[int], noun: Noun) -> str:
    if len(ids) == 1:
        return f"{noun.one} {ids[0]}"
    shown = ", ".join(map(str, ids[:5]))
    return f"{noun.many} {shown}{'' if len(ids) <= 5 else f' and {len(ids) - 5} more'}"


def find_keys(recording: Recording) -> tuple[str, ...] | None:
    """The output columns which identify a row of the result: () if rows are never updated, None if it cannot be told."""
    plan = next((each.plans["analyzed"] for each in recording.batches if "analyzed" in each.plans), recording.started)
    if plan is None or not len(plan):
        return None
    above: list[PlanNode] = []
    node = plan.root if not plan.root.name.startswith("Write") else _only_child(plan, plan.root)
    while node is not None and node.name in _PASSES_ON:
        above.append(node)
        node = _only_child(plan, node)
    if node is None:
        return None
    if node.name == "Distinct":
        return tuple(column.name for column in node.output) if not above else None
    if node.name != "Aggregate":
        return () if all(each.name in _KEEPS_ROWS or not each.children for each in plan.nodes[node.id :]) else None
    return _carried(node, above)


def _only_child(plan: Plan, node: PlanNode) -> PlanNode | None:
    return plan[node.children[0]] if len(node.children) == 1 else None


def _carried(aggregate: PlanNode, above: list[PlanNode]) -> tuple[str, ...] | None:
    """The grouping columns as the sink sees them, or None if a projection dropped or reshaped one of them."""
    lists = _lists(aggregate.text)
    if len(lists) < 2:
        return None
    # For each grouping column, the columns that stand for it; those of the aggregate's output first.
    groups = [_attributes(part) for part in _split(lists[0])]
    if any(group is None for group in groups):
        return None
    names = {group: {group: ""} for group in groups if group}
    for projection in [
        _split(lists[1]),
        *(_split(_lists(node.text)[0]) for node in reversed(above) if node.name == "Project"),
    ]:
        names = {group: _through(projection, known) for group, known in names.items()}
    if any(not known for known in names.values()):
        return None
    return tuple(dict.fromkeys(next(iter(known.values())) for known in names.values()))


def _through(projection: list[str], known: Mapping[str, str]) -> dict[str, str]:
    """The columns of a projection which stand for a key: passed on, renamed, or the start or end of its window."""
    found: dict[str, str] = {}
    for item in projection:
        alias = _ALIAS.fullmatch(item)
        plain = _ATTRIBUTE.fullmatch(item) if not alias else None
        if plain and plain[2] in known:
            found[plain[2]] = plain[1].strip("`'~ ")
        elif alias:
            origin = _ATTRIBUTE.fullmatch(alias[1].strip()) or None
            source = origin[2] if origin and "(" not in alias[1] else None
            field = _WINDOW_FIELD.fullmatch(alias[1].strip())
            if (source or (field[1] if field else "")) in known:
                found[alias[3]] = alias[2].strip("`'~ ")
    return found


def _attributes(text: str) -> str | None:
    match = _ATTRIBUTE.fullmatch(text.strip())
    return match[2] if match else None


def _lists(text: str) -> list[str]:
    """What stands in the brackets [ … ] at the top level of a node's text."""
    found, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == "[":
            depth += 1
            start = place + 1 if depth == 1 else start
        elif sign == "]":
            depth -= 1
            if depth == 0:
                found.append(text[start:place])
    return found


def _split(text: str) -> list[str]:
    return [piece.strip() for piece in split_top(text) if piece.strip()]


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Every column of some rows, in the order in which they first appear."""
    return list(dict.fromkeys(name for row in rows for name in row))
