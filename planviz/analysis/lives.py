"""Takes the lives of a query apart: what each run of it did, from its start to its end."""

from __future__ import annotations

import re
from dataclasses import replace

from planviz.model import Batch, Recording

_PYTHON_ERROR = re.compile(r"[A-Z]\w+(Error|Exception): ")


def life(recording: Recording, number: int) -> Recording:
    """The n-th run of a query as a recording of its own, counted from 1; a batch it did not commit is its last.

    Raises IndexError if there is none.
    """
    if number < 1:
        raise IndexError(number)
    run = recording.runs[number - 1]
    batches = [_tried(batch, run.query.run_id) for batch in recording.batches]
    return Recording(
        query=run.query,
        batches=tuple(batch for batch in batches if batch is not None),
        started=recording.started,
        failure=run.failure,
        finished=True,
        notes=recording.notes,
        runs=(run,),
    )


def _tried(batch: Batch, run_id: str) -> Batch | None:
    """A run's own attempt at a batch."""
    attempts = (*batch.attempts, batch)
    found = next((each for each in attempts if each.run_id == run_id), None)
    return replace(found, attempts=()) if found else None


def failure_reason(failure: str) -> str:
    """The line of an error that says most: of a Python traceback its last one, otherwise the first."""
    lines = failure.splitlines() or ["no reason was recorded"]
    reason = next((line for line in reversed(lines) if _PYTHON_ERROR.match(line)), lines[0])
    return "it was stopped from outside" if "InterruptedException" in reason else reason
