"""The one line that matters for each kind of operator; an operator without a rule keeps its own text."""

from __future__ import annotations

import re
from collections.abc import Callable

from planviz.analysis.node_text import argument_text, arguments, named_argument, readable, split_arguments, unwrap
from planviz.model import PlanNode

LIMIT = 160
"""No card is wide enough for more; the details panel shows all."""

Rule = Callable[[PlanNode], str]

_CAST_NUMBER = re.compile(r"\bcast\((-?\d+(?:\.\d+)?) as \w+\)")
"""A number in a query that Spark brings to the other side's type: of no use to the reader of one line."""


def summary(node: PlanNode) -> str:
    """One short line: keys and functions of an aggregate, the condition of a filter, the files of a scan."""
    text = _rule(node)(node) or readable(argument_text(node)[: 4 * LIMIT])
    text = _CAST_NUMBER.sub(r"\1", " ".join(text.split()))
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


def _rule(node: PlanNode) -> Rule:
    if node.name in RULES:
        return RULES[node.name]
    if node.name.startswith("Scan "):
        return _scan
    if node.name.endswith("Aggregate"):
        return _aggregate
    if node.state is not None or "StateStore" in node.name:
        return _state
    if node.name.endswith("Join"):
        return _join
    if node.name.endswith("QueryStage"):
        return _query_stage
    return _generic


def _generic(node: PlanNode) -> str:
    return ""


def _list(text: str) -> str:
    return readable(", ".join(split_arguments(unwrap(text))))


def _positional(node: PlanNode) -> list[str]:
    return [value for name, value in arguments(node) if not name]


def _aggregate(node: PlanNode) -> str:
    keys, functions = named_argument(node, "keys"), named_argument(node, "functions")
    if not keys and not functions:
        return _logical_aggregate(node)
    by = _list(keys)
    return f"{_list(functions) or 'distinct'} by {by}" if by else _list(functions)


def _logical_aggregate(node: PlanNode) -> str:
    lists = _positional(node)
    if len(lists) == 1:
        return _list(lists[0])
    if not lists:
        return ""
    keys = split_arguments(unwrap(lists[0]))
    functions = [part for part in split_arguments(unwrap(lists[1])) if part not in keys]
    by = f" by {_list(lists[0])}" if keys else ""
    return readable(", ".join(functions)) + by


def _project(node: PlanNode) -> str:
    # An alias is what the column is called above; its expression is in the details.
    parts = split_arguments(unwrap(argument_text(node)))
    return ", ".join(_alias(part) for part in parts)


def _alias(part: str) -> str:
    expression, separator, name = readable(part).rpartition(" AS ")
    if not separator or (len(expression) <= 24 and expression != name):
        return readable(part)
    return name if expression == name else f"… AS {name}"


def _filter(node: PlanNode) -> str:
    return readable(argument_text(node)[: 4 * LIMIT])


def _exchange(node: PlanNode) -> str:
    first = next(iter(_positional(node)), "")
    match = re.match(r"(hash|range)partitioning\((.*), (\d+)\)", first, re.DOTALL)
    if match:
        way, keys, partitions = match.groups()
        return f"{way} of {readable(keys)} → {partitions} partitions"
    if first.startswith("SinglePartition"):
        return "all rows → 1 partition"
    match = re.match(r"RoundRobinPartitioning\((\d+)\)", first)
    return f"round robin → {match.group(1)} partitions" if match else readable(first)


def _broadcast(node: PlanNode) -> str:
    return "a copy to every executor"


def _state(node: PlanNode) -> str:
    keys = _list(next(iter(_positional(node)), "")) if argument_text(node).startswith("[") else ""
    if node.state is None:
        return keys or "one global group"
    parts = [f"version {node.state.version}", node.state.output_mode or "", f"by {keys}" if keys else ""]
    return " · ".join(part for part in parts if part)


def _stream_join(node: PlanNode) -> str:
    values = _positional(node)
    kind = next((value for value in values if re.fullmatch(r"Inner|\w*(Outer|Semi|Anti)", value)), "")
    keys = [_list(value) for value in values[:2] if value.startswith("[")]
    version = f" · version {node.state.version}" if node.state else ""
    return f"{kind} on {' = '.join(keys)}{version}"


def _join(node: PlanNode) -> str:
    values = _positional(node)
    keys = [_list(value) for value in values if value.startswith("[")][:2]
    rest = [readable(value) for value in values if not value.startswith("[")]
    kind = next((value for value in rest if re.fullmatch(r"Inner|Cross|\w*(Outer|Semi|Anti)", value)), "")
    build = next((value for value in rest if value.startswith("Build")), "")
    if keys:
        return " · ".join(part for part in (f"{kind} on {' = '.join(keys)}", build) if part)
    condition = next((value for value in rest if value.startswith("(")), "")
    return f"{kind} on {condition[1:-1]}" if condition else kind


def _watermark(node: PlanNode) -> str:
    match = re.search(r"(?:^|, )([^,\s]+?)#\d+[^,]*, (?:interval )?(.+)$", argument_text(node))
    return f"{match.group(1)}, at most {match.group(2)} late" if match else ""


def _expand(node: PlanNode) -> str:
    lists = _positional(node)
    copies = len(split_arguments(unwrap(lists[0]))) if lists else 0
    return f"each row → {copies} rows" if copies else ""


def _generate(node: PlanNode) -> str:
    values = _positional(node)
    if len(values) < 2:
        return ""
    return f"{readable(values[0])} → {_list(values[-1])}"


def _scan(node: PlanNode) -> str:
    columns = ", ".join(column.name for column in node.output)
    location = named_argument(node, "Location")
    files = re.search(r"\((\d+) paths?\)\[(.*?)\]?$", location)
    if not files:
        return f"columns {columns}" if columns else ""
    last = files.group(2).split(", ")[0].rstrip("/").rpartition("/")[2]
    more = f" and {int(files.group(1)) - 1} more" if int(files.group(1)) > 1 else ""
    return f"{last}{more} → {columns}"


def _micro_batch_scan(node: PlanNode) -> str:
    columns = ", ".join(column.name for column in node.output)
    # A scan of real-time mode also tells how long its batch stays open.
    text = re.sub(r"\s*\[batchDurationMs=\d+ms\]$", "", argument_text(node))
    what = text.rpartition("]")[2] or text
    name = re.sub(r"\$.*", "", what.replace("class ", "").strip()).rpartition(".")[2]
    return f"{name} → {columns}" if name else columns


def _relation(node: PlanNode) -> str:
    columns = ", ".join(column.name for column in node.output)
    kind = argument_text(node).rpartition("]")[2].strip()
    return f"{kind} → {columns}" if kind else columns


def _streaming_relation(node: PlanNode) -> str:
    columns = ", ".join(column.name for column in node.output)
    match = re.search(r"(\w+)\[([^\]]*)\]", argument_text(node))
    if not match:
        return columns
    kind, where = match.groups()
    return f"{kind} {where.rstrip('/').rpartition('/')[2]} → {columns}"


def _streaming_relation_v2(node: PlanNode) -> str:
    """Spark prints the source's provider, its short name, its table, its options and its columns."""
    parts = _positional(node)
    columns = ", ".join(column.name for column in node.output)
    return f"{parts[1]} → {columns}" if len(parts) > 1 and parts[1].isalnum() else columns


def _v2_relation(node: PlanNode) -> str:
    what = argument_text(node).partition("]")[2].strip()
    columns = ", ".join(column.name for column in node.output)
    return f"{what} → {columns}" if what else columns


def _keys(node: PlanNode) -> str:
    return _list(next(iter(_positional(node)), ""))


def _local(node: PlanNode) -> str:
    columns = ", ".join(column.name for column in node.output)
    return f"no rows → {columns}" if "<empty>" in node.text else columns


def _write(node: PlanNode) -> str:
    text = argument_text(node)
    epoch = re.search(r"MicroBatchWrite\[epoch: (\d+), writer: ([\w.]+)", text)
    if epoch:
        return f"batch {epoch.group(1)} → {epoch.group(2).rpartition('.')[2]}"
    streaming = re.match(r"(?:[a-z_]\w*\.)+([A-Z]\w*)", text)
    if streaming:
        return streaming.group(1)
    parts = split_arguments(text)
    return readable(parts[0]) if parts else ""


def _sort(node: PlanNode) -> str:
    first = next(iter(_positional(node)), "")
    return _list(first).replace(" ASC NULLS FIRST", "").replace(" DESC NULLS LAST", " descending")


def _limit(node: PlanNode) -> str:
    count = next(iter(_positional(node)), "")
    return f"{count} rows at most"


def _adaptive(node: PlanNode) -> str:
    return "the plan as it ran in the end" if "isFinalPlan=true" in node.text else "the plan as it stands"


def _query_stage(node: PlanNode) -> str:
    return f"stage {argument_text(node)}" if argument_text(node) else ""


def _sessions(node: PlanNode) -> str:
    return f"sessions by {_list(_session_keys(node))}" if _session_keys(node) else ""


def _session_keys(node: PlanNode) -> str:
    match = re.search(r"List\(([^)]*)\)", argument_text(node))
    return match.group(1) if match else ""


RULES: dict[str, Rule] = {
    "Aggregate": _logical_aggregate,
    "Project": _project,
    "Filter": _filter,
    "Exchange": _exchange,
    "BroadcastExchange": _broadcast,
    "EventTimeWatermark": _watermark,
    "Expand": _expand,
    "Generate": _generate,
    "MicroBatchScan": _micro_batch_scan,
    "ContinuousScan": _micro_batch_scan,
    "RealTimeStreamScan": _micro_batch_scan,
    "LogicalRelation": _relation,
    "StreamingRelation": _streaming_relation,
    "StreamingRelationV2": _streaming_relation_v2,
    "StreamingExecutionRelation": _streaming_relation,
    "StreamingDataSourceV2Relation": _v2_relation,
    "StreamingDataSourceV2ScanRelation": _v2_relation,
    "WriteToDataSourceV2": _write,
    "WriteToContinuousDataSource": _write,
    "WriteToMicroBatchDataSource": _write,
    "WriteToMicroBatchDataSourceV1": _write,
    "StreamingSymmetricHashJoin": _stream_join,
    "Deduplicate": _keys,
    "DeduplicateWithinWatermark": _keys,
    "LocalRelation": _local,
    "LocalTableScan": _local,
    "Sort": _sort,
    "LocalLimit": _limit,
    "GlobalLimit": _limit,
    "StreamingLocalLimit": _limit,
    "AdaptiveSparkPlan": _adaptive,
    "MergingSessions": _sessions,
    "UpdatingSessions": _sessions,
}
"""One small rule for each operator which has something better to say than its own text."""
