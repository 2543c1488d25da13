"""Spark's StreamingQueryProgress as typed values; the JSON itself is kept verbatim beside it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class SourceProgress:
    """How far one source got in a batch; offsets are whatever JSON the source uses."""

    description: str
    start: Any
    end: Any
    latest: Any
    rows: int
    input_rate: float | None
    processed_rate: float | None
    metrics: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OperatorProgress:
    """One stateful operator's figures; the first in the list is the one nearest the sink."""

    name: str
    rows_total: int
    rows_updated: int
    rows_removed: int
    rows_dropped: int
    memory_bytes: int
    commit_ms: int
    update_ms: int
    removal_ms: int
    partitions: int | None
    stores: int | None
    custom: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """One progress event. Times are milliseconds since 1970 (UTC); what Spark did not say is None."""

    batch_id: int
    timestamp: int | None
    input_rows: int
    input_rate: float | None
    processed_rate: float | None
    batch_ms: int | None
    durations: Mapping[str, int]
    watermark: int | None
    event_min: int | None
    event_avg: int | None
    event_max: int | None
    sources: tuple[SourceProgress, ...]
    operators: tuple[OperatorProgress, ...]
    sink: str
    sink_rows: int | None
    raw: Mapping[str, Any]

    @property
    def executed(self) -> bool:
        """Whether this event tells of a batch that ran, and not of a trigger that found nothing to do."""
        return "addBatch" in self.durations or "runContinuous" in self.durations


def read_progress(text: str) -> Progress:
    """The progress in a JSON text. Raises ValueError if the text is not a progress at all."""
    raw = json.loads(text)
    if not isinstance(raw, dict) or "batchId" not in raw:
        raise ValueError("this is not a StreamingQueryProgress: it has no batchId")
    event_time = raw.get("eventTime") or {}
    durations = {name: int(value) for name, value in (raw.get("durationMs") or {}).items()}
    sink = raw.get("sink") or {}
    sink_rows = sink.get("numOutputRows")
    return Progress(
        batch_id=int(raw["batchId"]),
        timestamp=read_time(raw.get("timestamp")),
        input_rows=int(raw.get("numInputRows") or sum(_int(s.get("numInputRows")) for s in raw.get("sources") or ())),
        input_rate=_number(raw.get("inputRowsPerSecond")),
        processed_rate=_number(raw.get("processedRowsPerSecond")),
        batch_ms=int(raw["batchDuration"]) if "batchDuration" in raw else durations.get("triggerExecution"),
        durations=durations,
        watermark=read_time(event_time.get("watermark")),
        event_min=read_time(event_time.get("min")),
        event_avg=read_time(event_time.get("avg")),
        event_max=read_time(event_time.get("max")),
        sources=tuple(_source(source) for source in raw.get("sources") or ()),
        operators=tuple(_operator(operator) for operator in raw.get("stateOperators") or ()),
        sink=str(sink.get("description", "")),
        sink_rows=None if sink_rows is None or sink_rows < 0 else int(sink_rows),
        raw=raw,
    )


def read_time(text: str | None) -> int | None:
    """Milliseconds since 1970 of Spark's ISO timestamp, or None if there is none."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def _source(raw: Mapping[str, Any]) -> SourceProgress:
    return SourceProgress(
        description=str(raw.get("description", "")),
        start=raw.get("startOffset"),
        end=raw.get("endOffset"),
        latest=raw.get("latestOffset"),
        rows=_int(raw.get("numInputRows")),
        input_rate=_number(raw.get("inputRowsPerSecond")),
        processed_rate=_number(raw.get("processedRowsPerSecond")),
        metrics=raw.get("metrics") or {},
    )


def _operator(raw: Mapping[str, Any]) -> OperatorProgress:
    return OperatorProgress(
        name=str(raw.get("operatorName", "")),
        rows_total=_int(raw.get("numRowsTotal")),
        rows_updated=_int(raw.get("numRowsUpdated")),
        rows_removed=_int(raw.get("numRowsRemoved")),
        rows_dropped=_int(raw.get("numRowsDroppedByWatermark")),
        memory_bytes=_int(raw.get("memoryUsedBytes")),
        commit_ms=_int(raw.get("commitTimeMs")),
        update_ms=_int(raw.get("allUpdatesTimeMs")),
        removal_ms=_int(raw.get("allRemovalsTimeMs")),
        partitions=raw.get("numShufflePartitions"),
        stores=raw.get("numStateStoreInstances"),
        custom=raw.get("customMetrics") or {},
    )


def _int(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) else 0


def _number(value: Any) -> float | None:
    """A rate; absent, "Infinity" and "NaN" all mean that Spark had none to give."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
