"""Turns SQL metrics into what people read: values with units, and the few that matter on a card."""

from __future__ import annotations

from planviz.analysis.operators import family_of
from planviz.model import Metric, PlanNode

CHIPS: dict[str, tuple[tuple[str, str, bool], ...]] = {
    "state": (
        ("numTotalStateRows", "in state", True),
        ("numUpdatedStateRows", "updated", True),
        ("numRemovedStateRows", "removed", False),
        ("numRowsDroppedByWatermark", "late, dropped", False),
        ("numDroppedDuplicateRows", "duplicates", False),
        ("commitTimeMs", "commit", False),
    ),
    "aggregate": (("aggTime", "build", False), ("peakMemory", "peak", False), ("spillSize", "spilled", False)),
    "exchange": (
        ("shuffleBytesWritten", "written", False),
        ("shuffleWriteTime", "write", False),
        ("fetchWaitTime", "wait", False),
        ("broadcastTime", "broadcast", False),
        ("collectTime", "collect", False),
    ),
    "source": (("numFiles", "files", False), ("filesSize", "size", False), ("scanTime", "scan", False)),
    "sort": (("sortTime", "sort", False), ("peakMemory", "peak", False), ("spillSize", "spilled", False)),
    "code": (("pythonTotalTime", "Python", False), ("pythonDataSent", "sent", False)),
    "join": (("spillSize", "spilled", False),),
    "sink": (("numOutputRows", "rows", True),),
}
"""What a card shows, family by family: the metric, its short name, and whether a zero is worth showing."""

MAX_CHIPS = 3
_ROW_METRICS = ("numOutputRows", "shuffleRecordsWritten", "recordsRead")

ROW_PRESERVING = frozenset(
    {
        "Project", "EventTimeWatermark", "UpdateEventTimeColumn", "Sort", "Exchange", "AQEShuffleRead", "ShuffleQueryStage",
        "BroadcastQueryStage", "TableCacheQueryStage", "ResultQueryStage", "AdaptiveSparkPlan", "ColumnarToRow",
        "SerializeFromObject", "DeserializeToObject", "ArrowEvalPython", "BatchEvalPython", "AppendColumns",
    }
)  # fmt: skip
"""Operators which give out as many rows as they take in, so that their rows are known without a metric."""


def metric_text(metric: Metric) -> str:
    """The value with its unit; an average is kept by Spark as ten times itself."""
    if metric.type == "size":
        return size_text(metric.value)
    if metric.type == "timing":
        return duration_text(metric.value)
    if metric.type == "nsTiming":
        return duration_text(metric.value / 1e6)
    if metric.type == "average":
        return f"{metric.value / 10:,.1f}"
    return f"{metric.value:,}"


def size_text(size: float) -> str:
    """Bytes in the unit that fits."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(size) < 1024:
            return f"{size:,.0f} B" if unit == "B" else f"{size:,.1f} {unit}"
        size /= 1024
    return f"{size:,.1f} TiB"


def duration_text(millis: float) -> str:
    """Milliseconds in the unit that fits."""
    if millis >= 60_000:
        return f"{millis / 60_000:,.1f} min"
    if millis >= 1000:
        return f"{millis / 1000:,.1f} s"
    return f"{millis:,.0f} ms" if millis >= 10 or millis == int(millis) else f"{millis:,.1f} ms"


def chips(node: PlanNode) -> tuple[tuple[str, str], ...]:
    """The (name, value) pairs that a card shows, at most three."""
    known = {metric.key: metric for metric in node.metrics}
    shown = [
        (label, metric_text(known[key]))
        for key, label, even_zero in CHIPS.get(family_of(node.name), ())
        if key in known and (even_zero or known[key].value > 0)
    ]
    return tuple(shown[:MAX_CHIPS])


def own_rows(node: PlanNode) -> int | None:
    """The rows a node says it gave out; None if it has no such metric."""
    for key in _ROW_METRICS:
        value = node.metric(key)
        if value is not None and value >= 0:
            return value
    return None
