"""Scenario -> one Python file that runs by itself: the query unchanged, its input, its settings and its lives."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from planviz.model import FIXED_SETTINGS, Scenario
from planviz.render import script_drives as drives
from planviz.render import script_kafka
from planviz.render import script_parts as parts
from planviz.render.script_check import check
from planviz.render.script_feeds import FEEDS
from planviz.render.script_lives import ScriptLife, script_lives

WIDTH = 120
PROSE = 74
"""How wide text is set, so that a small window shows it whole."""
_MODULES = (
    *("argparse", "atexit", "contextlib", "csv", "io", "json", "os"),
    *("shutil", "socket", "sys", "tempfile", "threading", "time"),
)


def scenario_to_script(scenario: Scenario) -> str:
    """The whole script. Raises NoScript."""
    check(scenario)
    lives = list(script_lives(scenario))
    session = "# Spark, with the settings of the scenario.\n" + _session(scenario)
    feeding = _titled("# How it comes in.", _feeds(scenario)) + _streams(scenario)
    running = _titled("# How it is run.", _helpers(scenario, lives)) + f"\n\n{_calls(scenario, lives)}"
    arguments = script_kafka.ARGUMENTS if scenario.needs_kafka else ""
    opening = (
        _heading(scenario),
        _imports(scenario, arguments + session + feeding + running),
        f"# The query, as it is.\n\n\n{scenario.source_code}",
    )
    rest = (_rounds(scenario), arguments, session, feeding, running)
    return "\n\n\n".join(["\n\n".join(map(str.strip, opening)), *(each.strip() for each in rest if each)]) + "\n"


def _heading(scenario: Scenario) -> str:
    source = scenario.source_code
    packages = '"pyspark[sql]" protobuf' if "transformWithState" in source else "pyspark"
    packages = '"pyspark[sql]"' if "andas" in source else packages
    needs = (
        "PySpark, and a Kafka broker, where it makes topics and removes them" if scenario.needs_kafka else "and PySpark"
    )
    about = f"The scenario {scenario.name} of planviz as a script of its own. It needs Java 17 or newer, {needs}:"
    text = "\n\n".join(textwrap.fill(each, PROSE) for each in (scenario.title, scenario.teaches, about))
    broker = (script_kafka.DOCKER, f"python {scenario.name}.py {script_kafka.ADDRESS}") if scenario.needs_kafka else ()
    commands = "".join(f"    {command}\n" for command in (f"pip install {packages}", *broker))
    return f'"""{text}\n\n{commands}"""'


def _imports(scenario: Scenario, code: str) -> str:
    """What the code around the query uses; the query imports what it needs by itself."""
    used = [f"import {module}" for module in _MODULES if re.search(rf"(?<!\.)\b{module}\.", code)]
    kafka = script_kafka.IMPORTS if scenario.needs_kafka else ""
    return "\n".join([*used, "from pathlib import Path", "", kafka + parts.PYSPARK_IMPORTS])


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
    double_quoted = isinstance(value, str) and value.count('"') <= value.count("'")
    return json.dumps(value, ensure_ascii=False) if double_quoted else repr(value)


def _session(scenario: Scenario) -> str:
    settings = {**FIXED_SETTINGS, **scenario.conf, "spark.ui.showConsoleProgress": "false"}
    lines = "".join(f"    {_literal(name)}: {_literal(value)},\n" for name, value in settings.items())
    output = parts.OUTPUT if _has_output(scenario) else ""
    connector, start = (script_kafka.CONNECTOR, script_kafka.START) if scenario.needs_kafka else ("", parts.START)
    start = start.replace("{name}", scenario.name)
    return parts.SESSION.format(name=scenario.name, settings=lines, output=output, connector=connector, start=start)


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
    return f"\n\nSTREAMS = {{\n{made}}}\n{script_kafka.make_output_topics(scenario)}"


def _helpers(scenario: Scenario, lives: Sequence[ScriptLife]) -> list[str]:
    show = parts.SHOW_FILES if _has_output(scenario) else parts.SHOW_TABLE
    show = script_kafka.SHOW_TOPICS if script_kafka.output_topics(scenario) else show
    lay_down = [parts.LAY_DOWN] if scenario.streams else []
    return [drives.LIVE, *lay_down, *(code for life in lives for code in life.code), show]


def _titled(title: str, code: Sequence[str]) -> str:
    """Each piece of code once, two lines apart."""
    return "\n\n\n".join([title, *(piece.strip("\n") for piece in dict.fromkeys(code))]) + "\n" if code else ""


def _calls(scenario: Scenario, lives: Sequence[ScriptLife]) -> str:
    lines = []
    for number, life in enumerate(lives, 1):
        if len(lives) > 1:
            lines.append(f'print("\\nRun {number} of {len(lives)}")')
        lines += [f"lay_down({each})" for each in life.waiting]
        lines += ["live(", f"    lambda: {_build_call(life.build)},", f"    {life.drive},", ")"]
    return "\n".join([*lines, "", "spark.stop()"])


def _build_call(build: Callable[..., Any]) -> str:
    names = [name for name in inspect.signature(build).parameters if name != "spark"]
    values = {name: f'STREAMS["{name}"].argument' for name in names} | {"output": "str(OUTPUT)"}
    return f"{build.__name__}({', '.join(['spark', *(f'{name}={values[name]}' for name in names)])})"
