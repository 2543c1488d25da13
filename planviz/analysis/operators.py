"""Sorts operators into families: what an operator is for decides its colour and its icon."""

from __future__ import annotations

from functools import lru_cache

FAMILIES = {
    "source": "Source",
    "sink": "Sink",
    "state": "State",
    "aggregate": "Aggregate",
    "exchange": "Exchange",
    "join": "Join",
    "watermark": "Watermark",
    "filter": "Filter",
    "project": "Project",
    "expand": "One row to many",
    "sort": "Sort and limit",
    "code": "Your code",
    "adaptive": "Adaptive, cache and reuse",
    "other": "Other",
}
"""Every family and what it is called."""

_BY_NAME = {
    "EventTimeWatermark": "watermark",
    "UpdateEventTimeColumn": "watermark",
    "Filter": "filter",
    "ColumnarFilter": "filter",
    "Project": "project",
    "ColumnarToRow": "project",
    "RowToColumnar": "project",
    "SubqueryAlias": "project",
    "ResolvedHint": "project",
    "PlanLater": "source",
    "View": "project",
    "Expand": "expand",
    "Generate": "expand",
    "TimeWindow": "expand",
    "Sort": "sort",
    "Union": "join",
    "Distinct": "aggregate",
    "Window": "aggregate",
    "MergingSessions": "aggregate",
    "UpdatingSessions": "aggregate",
    "Deduplicate": "state",
    "DeduplicateWithinWatermark": "state",
    "AdaptiveSparkPlan": "adaptive",
    "ResultQueryStage": "adaptive",
    "CommandResult": "adaptive",
    "SerializeFromObject": "code",
    "DeserializeToObject": "code",
    "AppendColumns": "code",
    "ArrowEvalPython": "code",
    "BatchEvalPython": "code",
}

_BY_PART: tuple[tuple[str, str], ...] = (
    ("StateStore", "state"),
    ("WithState", "state"),
    ("StreamingDeduplicate", "state"),
    ("SymmetricHashJoin", "state"),
    ("StreamingGlobalLimit", "state"),
    ("StreamingLocalLimit", "sort"),
    ("InMemoryTableScan", "adaptive"),
    ("InMemoryRelation", "adaptive"),
    ("Reused", "adaptive"),
    ("QueryStage", "adaptive"),
    ("AQEShuffleRead", "adaptive"),
    ("Subquery", "adaptive"),
    ("Write", "sink"),
    ("Sink", "sink"),
    ("Insert", "sink"),
    ("Foreach", "sink"),
    ("Aggregate", "aggregate"),
    ("Exchange", "exchange"),
    ("Repartition", "exchange"),
    ("Coalesce", "exchange"),
    ("Join", "join"),
    ("CartesianProduct", "join"),
    ("Limit", "sort"),
    ("TakeOrdered", "sort"),
    ("Pandas", "code"),
    ("Python", "code"),
    ("PySpark", "code"),
    ("Arrow", "code"),
    ("MapPartitions", "code"),
    ("MapElements", "code"),
    ("MapGroups", "code"),
    ("Relation", "source"),
    ("Scan", "source"),
    ("RDD", "source"),
    ("Range", "source"),
    ("StreamingExecution", "source"),
)


@lru_cache(maxsize=1024)
def family_of(name: str) -> str:
    """The family of an operator of that name; a name nobody knows is "other"."""
    name = name.strip()
    if name in _BY_NAME:
        return _BY_NAME[name]
    return next((family for part, family in _BY_PART if part in name), "other")
