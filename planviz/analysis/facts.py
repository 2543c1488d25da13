"""Recording -> facts: what a run shows that must be the same in every run of the same scenario."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from planviz.model import Batch, OperatorProgress, Recording, Rows

KAFKA_RECORD = {"topic", "partition", "offset", "key", "value", "timestamp"}

ROWS = 50
"""How many output rows of a batch are among the facts."""


def recording_facts(recording: Recording, timed: bool = False) -> dict[str, Any]:
    """The facts as plain JSON values; of a run that depends on the clock only those which do not."""
    return {
        "runs": len(recording.runs),
        "failure": recording.failure.error_class if recording.failure else None,
        "batches": [{"batch": b.id} if timed else _batch(b) for b in recording.batches],
    }


def _batch(batch: Batch) -> dict[str, Any]:
    progress = batch.progress
    return {
        "batch": batch.id,
        "input": progress.input_rows if progress else None,
        "watermark": (progress.raw.get("eventTime") or {}).get("watermark") if progress else None,
        "operators": [_operator(operator) for operator in (progress.operators if progress else ())],
        "state": None if batch.state is None else [[store.store, store.rows.total] for store in batch.state],
        "output": batch.output.total if batch.output else None,
        "rows": _rows(batch.output) if batch.output else None,
        "attempts": len(batch.attempts),
    }


def _operator(operator: OperatorProgress) -> dict[str, Any]:
    return {
        "name": operator.name,
        "total": operator.rows_total,
        "updated": operator.rows_updated,
        "removed": operator.rows_removed,
        "dropped": operator.rows_dropped,
    }


def _rows(rows: Rows) -> list[Any]:
    """In a fixed order: which partition's rows come first is up to chance."""
    return sorted(map(_without_clock, rows.rows), key=lambda row: json.dumps(row, sort_keys=True))[:ROWS]


def _without_clock(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record that was read from a topic carries the time at which Kafka got it."""
    return {name: row[name] for name in row if name != "timestamp"} if row.keys() == KAFKA_RECORD else row
