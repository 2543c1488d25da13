"""Takes the lives of a query apart: what each run of it did, from its start to its end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from planviz.model import Batch, QueryRun, Recording

_PYTHON_ERROR = re.compile(r"[A-Z]\w+(Error|Exception): ")


def life(recording: Recording, number: int) -> Recording:
    """The n-th run of a query as a recording of its own, counted from 1; a batch it did not commit is its last.

    Raises IndexError if there is none.
    """
    run = _run(recording, number)
    batches = (_attempt(batch, {run.query.run_id}) for batch in recording.batches)
    return _recording(recording, run, batches, (run,))


def until(recording: Recording, number: int) -> Recording:
    """What there was at the end of the n-th run: its own batches, and those of the runs before it."""
    run, runs = _run(recording, number), recording.runs[:number]
    ids = {each.query.run_id for each in runs}
    return _recording(recording, run, (_attempt(batch, ids) for batch in recording.batches), runs)


def _run(recording: Recording, number: int) -> QueryRun:
    if number < 1:
        raise IndexError(number)
    return recording.runs[number - 1]


def _attempt(batch: Batch, run_ids: set[str]) -> Batch | None:
    """The last attempt at a batch that one of these runs made."""
    attempts = (*batch.attempts, batch)
    own = [place for place, each in enumerate(attempts) if each.run_id in run_ids]
    return replace(attempts[own[-1]], attempts=attempts[: own[-1]]) if own else None


def _recording(
    whole: Recording, run: QueryRun, batches: Iterable[Batch | None], runs: tuple[QueryRun, ...]
) -> Recording:
    return Recording(
        query=run.query,
        batches=tuple(batch for batch in batches if batch is not None),
        started=whole.started,
        bound=whole.bound,
        failure=run.failure,
        finished=True,
        notes=whole.notes,
        runs=runs,
    )


def failure_reason(failure: str) -> str:
    """The line of an error that says most: of a Python traceback its last one, otherwise the first."""
    lines = failure.splitlines() or ["no reason was recorded"]
    reason = next((line for line in reversed(lines) if _PYTHON_ERROR.match(line)), lines[0])
    return "it was stopped from outside" if "InterruptedException" in reason else reason.rstrip(".")
