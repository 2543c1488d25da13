"""Looks at processes and waits for conditions, for tests that kill things."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

PATIENCE_SECONDS = 180


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail if it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def descendants(pid: int) -> list[psutil.Process]:
    """A process's children, their children, and so on."""
    return psutil.Process(pid).children(recursive=True)


def alive(process: psutil.Process) -> bool:
    """Whether a process still does anything."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
