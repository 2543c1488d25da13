"""Turns nested values of rows into the text of a table's cell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def cell(value: Any) -> Any:
    """Numbers and text as they are, a window as "start – end", and anything else as JSON."""
    if isinstance(value, Mapping):
        if value.keys() == {"start", "end"}:
            return span_cell(moment_cell(value["start"]), moment_cell(value["end"]))
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, (list, tuple)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return moment_cell(value) if isinstance(value, str) else value


def number_cell(value: Any) -> Any:
    """A fraction as short as it can be told; everything else as it is."""
    return f"{value:.10g}" if isinstance(value, float) else value


def span_cell(start: str, end: str) -> str:
    """From one moment to another; the day is told once if it is the same."""
    same_day = len(start) > 10 and start[:11] == end[:11]
    return f"{start} – {end[11:] if same_day else end}"


def moment_cell(value: Any) -> str:
    """A timestamp without what says nothing: its T, its Z, and a fraction of zero."""
    text = str(value)
    if len(text) > 19 and text[10:11] == "T" and text.endswith("Z"):
        return text[:-1].replace("T", " ").removesuffix(".000")
    return text
