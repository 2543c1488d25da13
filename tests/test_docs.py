"""The README tells the truth: its commands exist, its files are there."""

from __future__ import annotations

import re

import pytest

from planviz.cli import COMMANDS
from scenarios import SCENARIOS, recording_path
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_make_commands() -> None:
    """Every make target that the README names is in the Makefile, with a line of help."""
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"make ([a-z-]+)", README))
    assert {"run", "test"} <= named
    assert named <= targets


def test_planviz_commands() -> None:
    """Every planviz command that the README names exists, and none is missing there or in the changelog."""
    known = {command.name for command in COMMANDS}
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    assert set(re.findall(r"^planviz ([a-z]+)", shell, re.MULTILINE)) <= known
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name in known:
        assert f"`planviz {name}" in changelog or f"`{name}`" in changelog


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)]+)\)", README))))
def test_links(link: str) -> None:
    """Every file that the README links to is there."""
    assert (ROOT / link).exists()


def test_every_scenario_ships_a_recording() -> None:
    """No scenario is listed without its recording, and no recording is left over from one that is gone."""
    shipped = {path.name for path in recording_path("any").parent.iterdir()}
    assert shipped == {recording_path(scenario.name).name for scenario in SCENARIOS}
