"""The user's own scenarios in the app: read anew whenever a file has changed."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from planviz.model import Scenario
from planviz.own_scenarios import OwnScenario, OwnScenarios, own_directory, scan_scenarios
from planviz.scenario_files import ScenarioError, read_scenario

POLL_SECONDS = 2.0


def own_scenarios() -> OwnScenarios | None:
    """What the user's directory holds now; None if there is no such directory. Raises ScenarioError if it is gone."""
    directory = own_directory()
    return scan_scenarios(directory, _read) if directory else None


def find_own(name: str) -> OwnScenario | None:
    """The user's scenario of that name, or None."""
    try:
        own = own_scenarios()
    except ScenarioError:
        return None
    return own.find(name) if own else None


def watch_directory() -> None:
    """Show the page anew when a file of the user's has changed."""
    directory = own_directory()
    if directory is None:
        return
    before = _state(directory)

    @st.fragment(run_every=POLL_SECONDS)
    def watch() -> None:
        if _state(directory) != before:
            st.rerun()

    watch()


def _read(path: Path) -> Scenario:
    try:
        status = path.stat()
    except OSError:
        return read_scenario(path)
    found = _read_once(str(path), status.st_mtime_ns, status.st_size)
    if isinstance(found, str):
        raise ScenarioError(found)
    return found


@st.cache_resource(max_entries=256, show_spinner=False)
def _read_once(path: str, changed: int, size: int) -> Scenario | str:
    """The scenario, or why it cannot be read: both are kept, because reading runs the user's code."""
    del changed, size
    try:
        return read_scenario(Path(path))
    except ScenarioError as error:
        return str(error)


def _state(directory: Path) -> list[tuple[str, int, int]]:
    """The files and when each was changed."""
    found = []
    for path in sorted(directory.glob("*.py")):
        try:
            status = path.stat()
        except OSError:
            continue
        found.append((path.name, status.st_mtime_ns, status.st_size))
    return found
