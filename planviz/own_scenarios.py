"""The user's own scenarios: all the files of a directory, those that can be read and those that cannot."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from planviz.model import Scenario
from planviz.scenario_files import ScenarioError, read_scenario
from scenarios import find_scenario

DIRECTORY_VARIABLE = "PLANVIZ_SCENARIOS"
"""Names the directory of the user's own scenarios, as PLANVIZ_MASTER names Spark's master."""


@dataclass(frozen=True, slots=True)
class OwnScenario:
    """A scenario of the user's, and the file it is in."""

    path: Path
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is no scenario, and why."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class OwnScenarios:
    """What a directory of the user's holds: what can be read, and what cannot."""

    directory: Path
    found: tuple[OwnScenario, ...]
    problems: tuple[Unreadable, ...]

    def find(self, name: str) -> OwnScenario | None:
        """The scenario of that name, or None."""
        return next((own for own in self.found if own.scenario.name == name), None)


def own_directory() -> Path | None:
    """The directory of the user's own scenarios: PLANVIZ_SCENARIOS, if it is set."""
    named = os.environ.get(DIRECTORY_VARIABLE)
    return Path(named) if named else None


def scan_scenarios(directory: Path, read: Callable[[Path], Scenario] = read_scenario) -> OwnScenarios:
    """The scenarios of all files in a directory; one that cannot be read does not hide the others. Raises ScenarioError."""
    if not directory.is_dir():
        raise ScenarioError(f"{directory} is not a directory.")
    found: dict[str, OwnScenario] = {}
    problems: list[Unreadable] = []
    for path in sorted(directory.glob("*.py")):
        if path.name.startswith("_"):
            continue
        try:
            scenario = read(path)
            _check_name(scenario.name, path, found)
            found[scenario.name] = OwnScenario(path, scenario)
        except ScenarioError as error:
            problems.append(Unreadable(path, str(error)))
    return OwnScenarios(directory, tuple(found.values()), tuple(problems))


def _check_name(name: str, path: Path, found: dict[str, OwnScenario]) -> None:
    """Links and recordings name a scenario: no two may have the same name."""
    if name in found:
        raise ScenarioError(f"{path} is named {name}, and so is {found[name].path.name}. Give it another name.")
    if find_scenario(name):
        raise ScenarioError(f"{path} is named {name}, as a built-in scenario is. Give it another name.")
