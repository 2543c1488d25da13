"""`planviz script`: a scenario as one Python file that needs nothing but PySpark."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.cli.command import CliError, Command
from planviz.render.scenario_script import scenario_to_script
from planviz.render.script_check import NoScript
from planviz.render.script_kafka import ADDRESS
from planviz.scenario_files import ScenarioError, load_scenario


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenario", metavar="SCENARIO", help="a scenario's name, as `planviz list` shows it, or a file of your own"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it (the terminal)")


def run(options: argparse.Namespace) -> int:
    try:
        scenario = load_scenario(options.scenario)
        script = scenario_to_script(scenario)
    except (ScenarioError, NoScript) as error:
        raise CliError(str(error)) from error
    if options.output is None:
        print(script, end="")
        return 0
    try:
        options.output.write_text(script, encoding="utf-8")
    except OSError as error:
        raise CliError(f"Cannot write {options.output}: {error.strerror}.") from error
    print(f"Written: {options.output}")
    print(
        f"Run it:  python {options.output}{f' {ADDRESS}  (or wherever your Kafka is)' if scenario.needs_kafka else ''}"
    )
    return 0


COMMAND = Command("script", "Write a scenario as one Python file that needs only PySpark.", add_arguments, run)
