"""The scenario library as a course: complete, in order, and honest about itself."""

from __future__ import annotations

import ast
import inspect
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from planviz.model import Scenario
from planviz.scenario_files import check_scenario
from planviz.ui.tabs import TABS
from scenarios import NAMES, SCENARIOS, recording_path
from tests.conftest import ROOT
from tests.shipped import shipped

GROUPS = [
    "Basics",
    "Output modes",
    "Triggers",
    "Event time",
    "State",
    "Joins",
    "Recovery",
    "Unsupported",
    "Monitoring",
]


def test_groups_are_in_teaching_order() -> None:
    """Each group stands together, and the groups come in the order of the course, with three scenarios at least."""
    groups = [(group, len(list(each))) for group, each in itertools.groupby(SCENARIOS, key=lambda each: each.group)]
    assert [group for group, _ in groups] == GROUPS
    assert all(count >= 3 for _, count in groups)


def test_names_are_those_of_the_files() -> None:
    """A scenario is found in the file of its name."""
    assert [scenario.name for scenario in SCENARIOS] == list(NAMES)
    assert [scenario.build.__module__ for scenario in SCENARIOS] == [
        f"scenarios.{name.replace('-', '_')}" for name in NAMES
    ]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario_is_whole(scenario: Scenario) -> None:
    """A scenario has all its texts, its related ones exist, and what it says to watch is in its recording."""
    assert check_scenario(scenario) == []
    assert scenario.title and scenario.teaches.endswith((".", "!", "?")) and len(scenario.lesson) > 100
    assert scenario.concepts and scenario.related
    assert set(scenario.related) < set(NAMES) - {scenario.name}
    recording = shipped(scenario.name)
    assert recording.finished
    assert recording.query.source_code == scenario.source_code, "make record has to be run again"
    assert {watch.batch for watch in scenario.watch} <= {batch.id for batch in recording.batches}
    assert scenario.watch or recording.failure, "there is nothing to look at"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_query_can_be_pasted_elsewhere(scenario: Scenario) -> None:
    """The query's source uses nothing but its parameters, Python's own names and what it imports itself."""
    for build in [scenario.build, *(run.build for run in scenario.runs if run.build)]:
        used = inspect.getclosurevars(build)
        assert used.nonlocals == {} and used.globals == {}
    ast.parse(scenario.source_code)


def test_library_needs_no_spark() -> None:
    """The app can import the whole library where PySpark is not at hand."""
    code = "import scenarios, sys; assert not any(name.split('.')[0] == 'pyspark' for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])


def test_recordings_name_no_place_of_the_machine_they_were_made_on() -> None:
    """A shipped recording holds no path of a home, a virtual environment or a checkout."""
    for scenario in SCENARIOS:
        text = recording_path(scenario.name).read_text(encoding="utf-8")
        assert "site-packages/" not in text and ".venv" not in text and str(ROOT) not in text, scenario.name


def test_tabs_to_look_at_are_there() -> None:
    """Every tab that a scenario opens on or points to is one of the run page's."""
    slugs = {tab.slug for tab in TABS}
    for scenario in SCENARIOS:
        named = {scenario.tab, *(watch.tab for watch in scenario.watch)} - {""}
        assert named <= slugs, scenario.name
