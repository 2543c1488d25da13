"""`planviz list`: the built-in scenarios."""

from __future__ import annotations

import argparse
import itertools

from planviz.cli.command import Command
from scenarios import SCENARIOS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""
    del parser


def run(options: argparse.Namespace) -> int:
    del options
    width = max(len(scenario.name) for scenario in SCENARIOS)
    for group, scenarios in itertools.groupby(SCENARIOS, key=lambda scenario: scenario.group):
        print(group)
        for scenario in scenarios:
            print(f"  {scenario.name:{width}}  {scenario.title}")
    return 0


COMMAND = Command("list", "List the built-in scenarios.", add_arguments, run)
