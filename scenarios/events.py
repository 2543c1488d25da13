"""Rows with a fixed event time, so that every run of a scenario is the same."""

from typing import Any


def at(clock: str, **columns: Any) -> dict[str, Any]:
    """A row that happened on the first day of 2024 at "12:02" or "12:00:15" (UTC)."""
    seconds = clock if clock.count(":") == 2 else f"{clock}:00"
    return {"time": f"2024-01-01T{seconds}Z", **columns}
