"""Looks at processes and waits for conditions, for tests that kill things."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_SECONDS = 180


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail if it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes which a process started, over all its threads."""
    return [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]


def descendants(pid: int) -> list[int]:
    """A process's children, their children, and so on."""
    found = children(pid)
    for child in found:
        found = [*found, *descendants(child)]
    return found
