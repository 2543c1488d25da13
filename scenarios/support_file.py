"""Reads what Spark said it allows on a stream, as it was written down when it was tried."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

SUPPORT_PATH = Path(__file__).parent / "support.json"
MODES = ("append", "update", "complete")


@cache
def read_support() -> dict[str, Any]:
    """The Spark version, the matrix of query types and output modes, and the operations."""
    support: dict[str, Any] = json.loads(SUPPORT_PATH.read_text(encoding="utf-8"))
    return support
