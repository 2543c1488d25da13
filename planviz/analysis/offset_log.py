"""Splits an offset-log entry into its parts: version, what holds for the whole batch, and one line per source."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ABOUT_BATCH = ("batchWatermarkMs", "batchTimestampMs", "conf")


@dataclass(frozen=True, slots=True)
class OffsetLog:
    """An entry's lines; `metadata` is None in the log of a continuous query, which has none."""

    version: str | None
    metadata: str | None
    sources: tuple[str, ...]


def split_offset_log(log: str) -> OffsetLog:
    """The parts of an entry of any version; blank lines do not count."""
    lines = log_lines(log)
    rest = lines[1:]
    metadata = rest[0] if rest and _is_metadata(rest[0]) else None
    return OffsetLog(lines[0] if lines else None, metadata, tuple(rest if metadata is None else rest[1:]))


def log_lines(log: str) -> list[str]:
    """The lines of a log that are not blank."""
    return [line for line in log.splitlines() if line.strip()]


def read_json(line: str) -> Any:
    """The line's JSON value, or None if it is none."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _is_metadata(line: str) -> bool:
    """Whether a line is about the batch as a whole; in the first versions of the log it is empty or no JSON at all."""
    value = read_json(line)
    if isinstance(value, Mapping):
        return not value or any(name in value for name in _ABOUT_BATCH)
    return value is None
