"""Scenario -> one Python file that runs by itself: the query unchanged, its input, its settings and its lives."""

from __future__ import annotations

import builtins
import dis
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from planviz.model import FIXED_SETTINGS, Scenario
from planviz.render import script_parts as parts
from planviz.render.script_feeds import FEEDS, SOCKET

WIDTH = 120
PROSE = 74
"""How wide text is set, so that a small window shows it whole."""
_MODULES = ("contextlib", "csv", "io", "json", "os", "shutil", "socket", "sys", "tempfile", "threading", "time")
_ENDS_ITSELF = re.compile(r"\b(once|availableNow)\s*=")
_CONTINUOUS = re.compile(r"\bcontinuous\s*=")


class NoScript(ValueError):
    """A scenario cannot be a script of its own; the message says why, for the user."""


@dataclass(frozen=True, slots=True)
class _Life:
    """One life of the query as code: which rounds wait for it, which function drives it, and what that one needs."""

    build: Callable[..., Any]
    waiting: range
    drive: str
    code: tuple[str, ...]


def scenario_to_script(scenario: Scenario) -> str:
    """The whole script. Raises NoScript."""
    _check(scenario)
    lives = list(_lives(scenario))
    session = "# Spark, with the settings of the scenario.\n" + _session(scenario)
    feeding = _titled("# How it comes in.", _feeds(scenario)) + _streams(scenario)
    running = _titled("# How it is run.", _helpers(scenario, lives)) + f"\n\n{_calls(scenario, lives)}"
    opening = (
        _heading(scenario),
        _imports(session + feeding + running),
        f"# The query, as it is.\n\n\n{scenario.source_code}",
    )
    rest = (_rounds(scenario), session, feeding, running)
    return "\n\n\n".join(["\n\n".join(map(str.strip, opening)), *(each.strip() for each in rest if each)]) + "\n"


def _check(scenario: Scenario) -> None:
    if scenario.needs_kafka:
        raise NoScript(
            f"There is no script of {scenario.name}: planviz starts a Kafka broker for the run, which a script cannot. "
            "Paste the query into a program that has a broker; it gets the options of the source, such as "
            "kafka.bootstrap.servers and subscribe."
        )
    for name, stream in scenario.streams.items():
        if stream.kind not in FEEDS:
            raise NoScript(
                f"There is no script of {scenario.name}: its stream {name} is of kind {stream.kind}, which a script "
                f"cannot feed; it can feed {', '.join(FEEDS)}."
            )
    for build in (scenario.build, *(run.build for run in scenario.runs if run.build)):
        outside = sorted(set(_globals(build.__code__)) - set(dir(builtins)))
        if outside:
            raise NoScript(
                f"There is no script of {scenario.name}: {build.__name__} uses {', '.join(outside)}, which is defined "
                "outside of it. Define or import it inside."
            )


def _globals(code: CodeType) -> Iterator[str]:
    """Every name that code, or a function or class inside it, takes from its module."""
    steps = [(step.opname, step.argval) for step in dis.get_instructions(code)]
    own = {name for action, name in steps if action == "STORE_NAME"}
    yield from (name for action, name in steps if action in ("LOAD_GLOBAL", "LOAD_NAME") and name not in own)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


def _lives(scenario: Scenario) -> Iterator[_Life]:
    fed = 0
    for run in scenario.runs:
        build = run.build or scenario.build
        source = inspect.getsource(build)
        waiting, fed = range(fed, fed + run.waiting), fed + run.waiting
        if run.batches and _CONTINUOUS.search(source):
            yield _Life(build, waiting, f"lambda query: for_epochs(query, {run.batches})", (parts.FOR_EPOCHS,))
        elif run.batches:
            code = (parts.TELL, parts.FOR_BATCHES)
            yield _Life(build, waiting, f"lambda query: for_batches(query, {run.batches})", code)
        elif _ENDS_ITSELF.search(source):
            yield _Life(build, waiting, "to_the_end", (parts.TELL, parts.TO_THE_END))
        else:
            last = scenario.rounds if run.rounds is None else fed + run.rounds
            rounds, fed = list(range(fed, last)), last
            name, more = ("feed_and_stop", (parts.FEED_AND_STOP,)) if run.killed else ("feed", ())
            code = (parts.TELL, _work_off(scenario), parts.FEED, *more)
            yield _Life(build, waiting, f"lambda query: {name}(query, {rounds})", code)


def _work_off(scenario: Scenario) -> str:
    sockets = any(SOCKET in FEEDS[stream.kind].code for stream in scenario.streams.values())
    return parts.WORK_OFF_SOCKETS if sockets else parts.WORK_OFF


def _heading(scenario: Scenario) -> str:
    source = scenario.source_code
    packages = '"pyspark[sql]" protobuf' if "transformWithState" in source else "pyspark"
    packages = '"pyspark[sql]"' if "andas" in source else packages
    about = f"The scenario {scenario.name} of planviz as a script of its own. It needs Java 17 or newer, and PySpark:"
    text = "\n\n".join(textwrap.fill(each, PROSE) for each in (scenario.title, scenario.teaches, about))
    return f'"""{text}\n\n    pip install {packages}\n"""'


def _imports(code: str) -> str:
    """What the code around the query uses; the query imports what it needs by itself."""
    used = [f"import {module}" for module in _MODULES if re.search(rf"(?<!\.)\b{module}\.", code)]
    return "\n".join([*used, "from pathlib import Path", "", parts.PYSPARK_IMPORTS])


def _rounds(scenario: Scenario) -> str:
    if not scenario.streams:
        return ""
    lines = ["# What comes in, round by round.\n\nROUNDS = {"]
    for name, stream in scenario.streams.items():
        lines.append(f"    {json.dumps(name)}: [")
        for rows in stream.rounds:
            line = f"        [{', '.join(map(_literal, rows))}],"
            exploded = ["        [", *(f"            {_literal(row)}," for row in rows), "        ],"]
            lines += [line] if len(line) <= WIDTH else exploded
        lines.append("    ],")
    return "\n".join([*lines, "}"])


def _literal(value: Any) -> str:
    """A row as Python writes it, with the quotes that we use."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _session(scenario: Scenario) -> str:
    settings = {**FIXED_SETTINGS, **scenario.conf, "spark.ui.showConsoleProgress": "false"}
    lines = "".join(f"    {_literal(name)}: {_literal(value)},\n" for name, value in settings.items())
    output = parts.OUTPUT if _has_output(scenario) else ""
    return parts.SESSION.format(name=scenario.name, settings=lines, output=output)


def _has_output(scenario: Scenario) -> bool:
    builds = (scenario.build, *(run.build for run in scenario.runs if run.build))
    return any("output" in inspect.signature(build).parameters for build in builds)


def _feeds(scenario: Scenario) -> list[str]:
    return [code for stream in scenario.streams.values() for code in FEEDS[stream.kind].code]


def _streams(scenario: Scenario) -> str:
    if not scenario.streams:
        return ""
    made = "".join(
        f"    {json.dumps(name)}: {FEEDS[stream.kind].make.format(name=name)},\n"
        for name, stream in scenario.streams.items()
    )
    return f"\n\nSTREAMS = {{\n{made}}}\n"


def _helpers(scenario: Scenario, lives: Sequence[_Life]) -> list[str]:
    show = parts.SHOW_FILES if _has_output(scenario) else parts.SHOW_TABLE
    lay_down = [parts.LAY_DOWN] if scenario.streams else []
    return [parts.LIVE, *lay_down, *(code for life in lives for code in life.code), show]


def _titled(title: str, code: Sequence[str]) -> str:
    """Each piece of code once, two lines apart."""
    return "\n\n\n".join([title, *(piece.strip("\n") for piece in dict.fromkeys(code))]) + "\n" if code else ""


def _calls(scenario: Scenario, lives: Sequence[_Life]) -> str:
    lines = []
    for number, life in enumerate(lives, 1):
        if len(lives) > 1:
            lines.append(f'print("\\nRun {number} of {len(lives)}")')
        lines += [f"lay_down({each})" for each in life.waiting]
        lines += ["live(", f"    lambda: {_build_call(life.build)},", f"    {life.drive},", ")"]
    return "\n".join([*lines, "", "spark.stop()", "shutil.rmtree(WORK)"])


def _build_call(build: Callable[..., Any]) -> str:
    names = [name for name in inspect.signature(build).parameters if name != "spark"]
    values = {name: f'STREAMS["{name}"].argument' for name in names} | {"output": "str(OUTPUT)"}
    return f"{build.__name__}({', '.join(['spark', *(f'{name}={values[name]}' for name in names)])})"
