"""Reads a batch's entry in the log of a file sink: which files belong to the batch."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SinkFile:
    """One file that the log names."""

    name: str
    size: int | None
    action: str


def sink_files(log: str) -> tuple[SinkFile, ...]:
    """The files of an entry; its first line is a version, and a line that is no file is passed over."""
    found = []
    for line in log.splitlines()[1:]:
        try:
            entry = json.loads(line)
            found.append(
                SinkFile(str(entry["path"]).rpartition("/")[2], entry.get("size"), str(entry.get("action", "")))
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
    return tuple(found)
