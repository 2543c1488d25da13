"""The option --scenarios: a directory with scenarios of the user's own."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.cli.command import CliError
from planviz.own_scenarios import DIRECTORY_VARIABLE, OwnScenarios, own_directory, scan_scenarios
from planviz.scenario_files import ScenarioError


def add_scenarios_argument(parser: argparse.ArgumentParser) -> None:
    """The option, the same for all commands that have it."""
    parser.add_argument(
        "--scenarios",
        type=Path,
        metavar="DIR",
        default=own_directory(),
        help=f"a directory with scenario files of your own (or {DIRECTORY_VARIABLE})",
    )


def scan(directory: Path) -> OwnScenarios:
    """What is in the directory. Raises CliError if it is none."""
    try:
        return scan_scenarios(directory)
    except ScenarioError as error:
        raise CliError(str(error)) from error
