"""Waits for a condition: until it holds, until the user stops the run, or until it takes too long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE_SECONDS = 120
POLL_SECONDS = 0.02


class RunStopped(Exception):
    """The run was stopped by the user."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a run waits for Spark, and for whom it stops waiting."""

    stop: threading.Event = field(default_factory=threading.Event)
    seconds: float = PATIENCE_SECONDS

    def until(self, condition: Callable[[], bool], what: str, check: Callable[[], None] = lambda: None) -> None:
        """Wait for Spark to do what is named; `check` raises if that can no longer come.

        Raises RunStopped, and TimeoutError with a message for the user.
        """
        deadline = time.monotonic() + self.seconds
        while not condition():
            if self.stop.wait(POLL_SECONDS):
                raise RunStopped
            check()
            if time.monotonic() > deadline:
                raise TimeoutError(f"Spark did not {what} within {self.seconds:g} s.")
        if self.stop.is_set():
            raise RunStopped
