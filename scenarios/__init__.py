"""The built-in scenarios, in teaching order."""

from __future__ import annotations

from pathlib import Path

from planviz.model import SUFFIX, Scenario
from scenarios import animal_windows, file_copy, word_count

SCENARIOS: tuple[Scenario, ...] = (
    word_count.SCENARIO,
    file_copy.SCENARIO,
    animal_windows.SCENARIO,
)


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, or None."""
    return next((scenario for scenario in SCENARIOS if scenario.name == name), None)


def recording_path(name: str) -> Path:
    """Where the shipped recording of a scenario is."""
    return Path(__file__).parent / "recordings" / f"{name}{SUFFIX}"
