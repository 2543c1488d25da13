"""The lives of a scenario's query as code of a script: what waits for each, and which function drives it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from planviz.model import Run, Scenario
from planviz.render import script_drives as drives
from planviz.render import script_parts as parts
from planviz.render.script_feeds import FEEDS

_ENDS_ITSELF = re.compile(r"\b(once|availableNow)\s*=")
_CONTINUOUS = re.compile(r"\bcontinuous\s*=")


@dataclass(frozen=True, slots=True)
class ScriptLife:
    """One life of the query as code: which rounds wait for it, which function drives it, and what that one needs."""

    build: Callable[..., Any]
    waiting: range
    drive: str
    code: tuple[str, ...]


def script_lives(scenario: Scenario) -> Iterator[ScriptLife]:
    """One life for each run of the scenario, in order."""
    fed = 0
    for run in scenario.runs:
        build = run.build or scenario.build
        source = inspect.getsource(build)
        waiting, fed = range(fed, fed + run.waiting), fed + run.waiting
        if run.batches:
            last = fed + run.batches
            drive, code = _never_waits(scenario, range(fed, last), _CONTINUOUS.search(source) is not None)
        elif _ENDS_ITSELF.search(source):
            last, drive, code = fed, "to_the_end", (parts.TELL, drives.TO_THE_END)
        else:
            last = scenario.rounds if run.rounds is None else fed + run.rounds
            drive, code = _waits(scenario, run, range(fed, last))
        fed = last
        yield ScriptLife(build, waiting, drive, code)


def _never_waits(scenario: Scenario, rounds: range, continuous: bool) -> tuple[str, tuple[str, ...]]:
    how = "wait_for_epochs, tell_epochs" if continuous else "wait_for_batches, tell"
    code = (drives.EPOCHS,) if continuous else (parts.TELL, drives.BATCHES)
    if scenario.streams:
        return f"lambda query: feed_open(query, {list(rounds)}, {how})", (*code, drives.FEED_OPEN)
    return f"lambda query: run_for(query, {len(rounds)}, {how})", (*code, drives.RUN_FOR)


def _waits(scenario: Scenario, run: Run, rounds: range) -> tuple[str, tuple[str, ...]]:
    pushed = any(FEEDS[stream.kind].pushed for stream in scenario.streams.values())
    name, more = ("feed_and_stop", (drives.FEED_AND_STOP,)) if run.killed else ("feed", ())
    work_off = drives.WORK_OFF_PUSHED if pushed else drives.WORK_OFF
    return f"lambda query: {name}(query, {list(rounds)})", (parts.TELL, work_off, drives.FEED, *more)
