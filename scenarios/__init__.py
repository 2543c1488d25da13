"""The built-in scenarios, in teaching order: one module each, named after its scenario."""

from __future__ import annotations

import importlib
from pathlib import Path

from planviz.model import SUFFIX, Scenario

NAMES = (
    # Basics
    "lines-to-words",
    "unbounded-table",
    "word-count",
    "the-loop",
    "plan-stages",
    "file-copy",
    "csv-orders",
    "parquet-readings",
    "rate-source",
    "rate-micro-batch",
    "kafka-source",
    "python-source",
    "console-sink",
    "foreach-sink",
    "foreach-batch",
    "kafka-sink",
    # Output modes
    "words-append",
    "words-update",
    "words-complete",
    # Triggers
    "trigger-default",
    "trigger-interval",
    "trigger-falling-behind",
    "trigger-once",
    "trigger-available-now",
    "trigger-continuous",
    "trigger-real-time",
    "real-time-refused",
    # Event time
    "tumbling-windows",
    "animal-windows",
    "watermark-append",
    "watermark-update",
    "watermark-complete",
    "no-watermark",
    "watermark-zero",
    "no-data-batches-off",
    "session-windows",
    "slowest-stream",
    "fastest-stream",
    "future-event",
    "event-time-key",
    "clean-up-b-broken",
    "clean-up-c-met",
    "clean-up-c-broken",
    "clean-up-d-broken",
    # State
    "aggregation-chain",
    "state-never-shrinks",
    "dedup",
    "dedup-watermark",
    "dedup-within-watermark",
    "chained-aggregations",
    "hdfs-store",
    "rocksdb-store",
    "pandas-state",
    "pandas-timeout",
    "transform-with-state",
    "state-ttl",
    # Joins
    "join-static-inner",
    "join-static-left",
    "join-static-mirror",
    "join-static-right",
    "join-inner",
    "join-unbounded",
    "join-left-outer",
    "join-full-outer",
    "join-semi",
    # Recovery
    "restart",
    "kill-mid-batch",
    "file-sink-exactly-once",
    "foreach-duplicates",
    "changed-query",
    # Unsupported
    "sort-refused",
    "sort-complete",
    "limit-append",
    # Monitoring
    "monitor-progress",
    "monitor-status",
    "monitor-listener",
)

SCENARIOS: tuple[Scenario, ...] = tuple(
    importlib.import_module(f"scenarios.{name.replace('-', '_')}").SCENARIO for name in NAMES
)


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, or None."""
    return next((scenario for scenario in SCENARIOS if scenario.name == name), None)


def recording_path(name: str) -> Path:
    """Where the shipped recording of a scenario is."""
    return Path(__file__).parent / "recordings" / f"{name}{SUFFIX}"


def facts_path(name: str) -> Path:
    """Where the facts are that every run of a scenario must show."""
    return Path(__file__).parent / "facts" / f"{name}.json"
