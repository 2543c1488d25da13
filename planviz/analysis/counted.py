"""A number with its noun, as people write it."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """1 row, 2 rows, 1,000 rows; `many` where an s is not enough."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
