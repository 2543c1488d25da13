"""Which recordings there are, and how a link names them."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import streamlit as st

from planviz.analysis.lives import life, until
from planviz.model import SUFFIX, QueryInfo, Recording, RecordingError, RecordingReader, Scenario, read_query
from planviz.ui.own import find_own
from planviz.worker.home import runs_directory
from scenarios import SCENARIOS, find_scenario, recording_path

HEAD_BYTES = 64_000
"""A recording this long has told of its query."""
_FILE = "file:"
_LIFE = "@"
_NAME = re.compile(r"[\w.\- ]+")
_STAMP = "%Y%m%d-%H%M%S"
"""When a live run was started, as its name tells."""


@dataclass
class _Entry:
    """A file that is followed; several browser sessions may ask for it at once."""

    reader: RecordingReader
    lock: threading.Lock


def path_of(run: str) -> Path:
    """The file of a run named in a link, whether it is there (yet) or not. Raises RecordingError for what is no name.

    A run is a scenario's name (the shipped recording), the name of a live or uploaded run, or file:PATH.
    """
    if run.startswith(_FILE):
        return Path(run.removeprefix(_FILE)).expanduser()
    if find_scenario(run):
        return recording_path(run)
    if _NAME.fullmatch(run):
        return runs_directory() / f"{run}{SUFFIX}"
    raise RecordingError("This link names no recording.")


def run_of(path: Path) -> str:
    """How a link names a file."""
    if path.parent == runs_directory() and path.name.endswith(SUFFIX):
        return path.name.removesuffix(SUFFIX)
    return f"{_FILE}{path}"


def load(path: Path) -> Recording:
    """The recording as it is now; reading it again costs only what is new. Raises RecordingError."""
    entry = _entry(str(path), _born(path))
    with entry.lock:
        return entry.reader.refresh()


def load_run(run: str) -> tuple[Recording, Recording]:
    """The recording of a run named in a link, and the same with all that the query did before it.

    `NAME@2` is the second life of a query that was started again; for any other run the two are the same.
    """
    name, number = life_of(run)
    if number is None:
        recording = load(path_of(run))
        return recording, recording
    whole = load(path_of(name))
    try:
        return life(whole, number), until(whole, number)
    except IndexError as error:
        raise RecordingError(f"{name} has no run {number}: it was not started so often.") from error


def title_of(run: str) -> str:
    """What people call a run."""
    name, number = life_of(run)
    scenario = find_scenario(name)
    title = scenario.title if scenario else _kept_title(name)
    return title if number is None else f"{title} · run {number}"


def _kept_title(run: str) -> str:
    """A live or uploaded run: the title of its scenario, if it is of one, and when it was started or how it is named."""
    name = query_of(run).scenario
    scenario = find(name)
    if scenario is None:
        return run
    try:
        started = datetime.strptime(run.removeprefix(f"{name}-"), _STAMP)
    except ValueError:
        return f"{scenario.title} · {run}"
    return f"{scenario.title} · {started:%d %b %H:%M:%S}"


def new_run(scenario: str) -> str:
    """The name of a run of a scenario that begins now."""
    return f"{scenario}-{datetime.now():{_STAMP}}"


def query_of(run: str) -> QueryInfo:
    """What a recording's first lines say of its query; nothing if there is no such recording."""
    try:
        path = path_of(run)
        return _head(str(path), _born(path), min(path.stat().st_size, HEAD_BYTES))
    except (RecordingError, OSError):
        return QueryInfo()


def life_name(run: str, number: int) -> str:
    """How a link names one life of a query that was started again."""
    return f"{run}{_LIFE}{number}"


def whole_of(run: str) -> str:
    """How a link names the query of which a run may be one life."""
    return life_of(run)[0]


def life_of(run: str) -> tuple[str, int | None]:
    """The name of a run, and which of its lives is meant; None if all of them."""
    name, _, number = run.rpartition(_LIFE)
    return (name, int(number)) if name and number.isdigit() else (run, None)


def all_runs() -> list[str]:
    """How links name everything that can be compared: shipped, live and uploaded recordings, and the lives of a query."""
    names: list[str] = []
    for scenario in SCENARIOS:
        lives = range(1, len(scenario.runs) + 1) if len(scenario.runs) > 1 else ()
        names += [scenario.name, *(life_name(scenario.name, number) for number in lives)]
    return [*names, *(run_of(path) for path in kept_runs())]


def find(name: str) -> Scenario | None:
    """The scenario of that name, built-in or the user's own."""
    own = None if find_scenario(name) else find_own(name)
    return own.scenario if own else find_scenario(name)


def scenario_of(recording: Recording) -> Scenario | None:
    """The scenario which a recording is of, if it is of one."""
    return find(recording.query.scenario)


def runs_of(scenario: str) -> list[str]:
    """How links name the live and uploaded recordings of a scenario, newest first."""
    runs = (run_of(path) for path in kept_runs())
    return [run for run in runs if query_of(run).scenario == scenario]


def kept_runs() -> list[Path]:
    """The live and uploaded recordings, newest first."""
    return sorted(runs_directory().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)


def _born(path: Path) -> tuple[int, int]:
    """Tells a file from another one that took its place later."""
    try:
        status = path.stat()
    except OSError as error:
        raise RecordingError(
            f"There is no recording {path.name.removesuffix(SUFFIX)} here ({error.strerror}). "
            "It may have been removed, or made on another machine."
        ) from error
    return status.st_dev, status.st_ino


@st.cache_resource(max_entries=32, show_spinner=False)
def _entry(path: str, born: tuple[int, int]) -> _Entry:
    del born
    return _Entry(RecordingReader(path), threading.Lock())


@st.cache_data(max_entries=1024, show_spinner=False)
def _head(path: str, born: tuple[int, int], size: int) -> QueryInfo:
    del born, size
    return read_query(path)
