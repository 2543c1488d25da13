"""Reads what Spark said it allows on a stream, as it was written down when it was tried."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

SUPPORT_PATH = Path(__file__).parent / "support.json"
MODES = ("append", "update", "complete")
ENGINES = ("micro-batches", "continuous", "real-time")


@cache
def read_support() -> dict[str, Any]:
    """The Spark version, the tables of query types, sources and sinks, and the operations."""
    support: dict[str, Any] = json.loads(SUPPORT_PATH.read_text(encoding="utf-8"))
    return support
