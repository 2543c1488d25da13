"""How many rows of anything are recorded; how many there were is always recorded too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from planviz.model import Rows

ROW_LIMIT = 1000
"""PlanListener.java cuts the memory sink's rows at the same number."""


def cut(rows: Sequence[Mapping[str, Any]]) -> Rows:
    """The rows up to the limit, and their number."""
    return Rows(tuple(rows[:ROW_LIMIT]), len(rows))
