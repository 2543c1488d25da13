"""Finds a scenario: a built-in one by its name, or a user's own by its file."""

from __future__ import annotations

import importlib.util
import inspect
import re
import traceback
from collections.abc import Mapping
from pathlib import Path

from planviz.model import KAFKA, Scenario
from scenarios import SCENARIOS, find_scenario

KINDS = ("socket", KAFKA, "json", "csv", "text", "parquet")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


class ScenarioError(ValueError):
    """A scenario cannot be had; the message says why, for the user."""


def load_scenario(name: str) -> Scenario:
    """The built-in scenario of that name, or the one in the file of that path, which ends in .py. Raises ScenarioError."""
    if name.endswith(".py"):
        return read_scenario(Path(name))
    scenario = find_scenario(name)
    if scenario is None:
        known = ", ".join(each.name for each in SCENARIOS)
        raise ScenarioError(f"There is no scenario {name}. There are: {known}. A file of your own ends in .py.")
    return scenario


def read_scenarios(directory: Path) -> dict[str, tuple[Path, Scenario]]:
    """The scenarios of all files in a directory by name. Raises ScenarioError if one cannot be read."""
    if not directory.is_dir():
        raise ScenarioError(f"{directory} is not a directory.")
    found: dict[str, tuple[Path, Scenario]] = {}
    for path in sorted(directory.glob("*.py")):
        if path.name.startswith("_"):
            continue
        scenario = read_scenario(path)
        if scenario.name in found:
            raise ScenarioError(f"{path.name} and {found[scenario.name][0].name} are both named {scenario.name}.")
        found[scenario.name] = (path, scenario)
    return found


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file: its variable SCENARIO. Raises ScenarioError."""
    if not path.is_file():
        raise ScenarioError(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ScenarioError(f"{path} is not a Python file.")
    # Kept out of sys.modules: Spark's Python processes could not import it from there.
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ScenarioError(f"{path} cannot be run: {_where(error, path)}") from error
    scenario = getattr(module, "SCENARIO", None)
    if not isinstance(scenario, Scenario):
        raise ScenarioError(f"{path} has no variable SCENARIO of the type planviz.model.Scenario.")
    problems = check_scenario(scenario)
    if problems:
        raise ScenarioError(f"The scenario in {path} is not complete: {' '.join(problems)}")
    return scenario


def check_scenario(scenario: Scenario) -> list[str]:
    """What is wrong with a scenario, each as a sentence."""
    problems = []
    if not _NAME.fullmatch(scenario.name):
        problems.append(f"Its name “{scenario.name}” must be of small letters, digits and hyphens.")
    for name, stream in scenario.streams.items():
        if stream.kind not in KINDS:
            problems.append(f"The stream {name} is of kind “{stream.kind}”; known are {', '.join(KINDS)}.")
        rows = [row for rows in stream.rounds for row in rows]
        if stream.kind == KAFKA and not all(isinstance(row, Mapping) and "value" in row for row in rows):
            problems.append(
                f"The stream {name} is of kind {KAFKA}: each row must be a dict with value, and may have key and partition."
            )
    for build in [scenario.build, *(run.build for run in scenario.runs if run.build)]:
        wanted = ["spark", *scenario.streams]
        has = list(inspect.signature(build).parameters)
        if set(has) - {"output"} != set(wanted):
            problems.append(f"{build.__name__}({', '.join(has)}) must take {', '.join(wanted)}, and may take output.")
    if any(run.killed and (run.batches or run.rounds == 0) for run in scenario.runs):
        problems.append("A run that is killed needs a round of input: it dies in the batch which the last one brings.")
    if scenario.needs_kafka and any(run.killed for run in scenario.runs):
        problems.append("A run that is killed cannot read from Kafka: which run wrote a record could not be told.")
    if not scenario.rounds and not any(run.batches for run in scenario.runs):
        problems.append("It has no input: give a stream some rounds, or a run a number of batches.")
    return problems


def _where(error: Exception, path: Path) -> str:
    """The error, and the line of the user's file that it comes from."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    reason = error.msg if isinstance(error, SyntaxError) else str(error) or "it failed without a message"
    return f"{type(error).__name__}{f' in line {line}' if line else ''}: {reason}"
