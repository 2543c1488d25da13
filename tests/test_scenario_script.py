"""A scenario as a script of its own: sound Python that needs only PySpark, and prints what the scenario shows."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from planviz.capture.kafka.broker import Broker
from planviz.capture.kafka.jars import add_connector, connector_jars
from planviz.capture.kafka.topics import Topics
from planviz.capture.session import SHORT_LIVED
from planviz.cli import main
from planviz.model import Scenario, Stream
from planviz.render.scenario_script import scenario_to_script
from planviz.render.script_check import NoScript
from planviz.render.script_feeds import FEEDS
from planviz.render.script_kafka import CLIENT
from planviz.worker import find_java
from scenarios import SCENARIOS, facts_path, find_scenario
from tests.shipped import shipped

RUN_HERE = (
    "word-count",  # a socket
    "csv-orders",
    "parquet-readings",
    "watermark-append",  # JSON, and a watermark
    "words-append",  # refused
    "real-time-refused",  # refused only after it was started
    "rate-micro-batch",  # a source that makes its own rows
    "trigger-available-now",  # ends by itself, twice
    "restart",
    "kill-mid-batch",
    "file-sink-exactly-once",  # fails, and goes on with another query
)
BATCH = re.compile(r"batch (\d+): rows in (\d+), rows out -?\d+(?:, watermark (\S+))?")
STATE = re.compile(r"    (\w+): state rows (\d+), updated (\d+), removed (\d+), dropped as late (\d+)")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_script_is_sound(scenario: Scenario) -> None:
    """It compiles, holds the query's source as it is, and imports only Python's own modules, PySpark and its py4j."""
    script = scenario_to_script(scenario)
    tree = ast.parse(script)
    compile(tree, scenario.name, "exec")
    assert scenario.source_code.strip() in script
    imported = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names) <= {"pyspark", "py4j"}


def test_scripts_are_tidy(tmp_path: Path) -> None:
    """No unused import, no unknown name, and laid out as our own code is."""
    for scenario in SCENARIOS:
        (tmp_path / f"{scenario.name}.py").write_text(scenario_to_script(scenario), encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--select", "E,F,W,I,B", "--ignore", "E501"], ["format", "--check"]):
        call = [*ruff, *command, "--isolated", "--line-length", "120", "."]
        result = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr


def test_what_cannot_be_a_script() -> None:
    """A kind of stream that a script cannot feed, or a name from outside the query, is refused with the reason."""
    scenario = find_scenario("csv-orders")
    assert scenario is not None
    with pytest.raises(NoScript, match="its stream orders is of kind pigeon, which a script cannot feed"):
        scenario_to_script(replace(scenario, streams={"orders": Stream("pigeon", ())}))
    with pytest.raises(NoScript, match="writes to Kafka and does not say to which topic"):
        scenario_to_script(replace(scenario, streams={"orders": Stream("kafka", ())}, build=build_to_some_topic))
    with pytest.raises(NoScript, match="build_here uses FEEDS, which is defined outside of it"):
        scenario_to_script(replace(scenario, build=build_here))


def build_to_some_topic(spark: Any, orders: dict[str, str]) -> Any:
    rows = spark.readStream.format("kafka").options(**orders).load().select("topic", "value")
    return rows.writeStream.format("kafka").options(**orders)


def build_here(spark: Any, orders: str) -> Any:
    def inner() -> Any:
        return FEEDS

    return inner()


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`planviz script` prints the script, or writes it where it is told; a mistake gets one line."""
    scenario = find_scenario("restart")
    assert scenario is not None
    assert main(["script", "restart"]) == 0
    assert capsys.readouterr().out == scenario_to_script(scenario)
    assert main(["script", "restart", "-o", str(tmp_path / "restart.py")]) == 0
    assert (tmp_path / "restart.py").read_text(encoding="utf-8") == scenario_to_script(scenario)
    assert main(["script", "restart", "-o", "/dev/null/x"]) == 1
    assert main(["script", "nothing"]) == 1
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.browser
def test_offered_on_the_run_page(app_url: str, page: Page) -> None:
    """Beside the query the run page shows the script, and hands it out under the scenario's name."""
    scenario = find_scenario("restart")
    assert scenario is not None
    page.goto(f"{app_url}/?run=restart")
    page.get_by_role("button", name="The query").click()
    page.get_by_role("tab", name="As a script of its own").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="restart.py").click()
    assert download.value.suggested_filename == "restart.py"
    assert download.value.path().read_text(encoding="utf-8") == scenario_to_script(scenario)


@pytest.mark.spark
@pytest.mark.parametrize("name", RUN_HERE)
def test_script_prints_the_facts(name: str, tmp_path: Path) -> None:
    """Run by itself, where planviz is out of reach, it prints the figures and the output of the shipped facts."""
    result = run_script(name, tmp_path)
    assert result.returncode == 0, result.stderr
    check_printed(name, result.stdout)
    assert not list(tmp_path.glob(f"{name}-*")), "its files are left behind"


@pytest.fixture
def broker(spark: SparkSession, tmp_path: Path) -> Iterator[Broker]:
    running = Broker(spark, tmp_path / "broker")
    yield running
    running.close()


@pytest.mark.spark
def test_kafka_script_prints_the_facts(spark: SparkSession, broker: Broker, tmp_path: Path) -> None:
    """With the address of a broker it does so too, from topic to table and from topic to topic, and removes its topics."""
    connector = ("--connector", ",".join(connector_jars(spark)))
    add_connector(spark)
    topics = Topics(spark, broker.servers)
    for name in ("kafka-source", "kafka-sink"):
        result = run_script(name, tmp_path, broker.servers, *connector)
        assert result.returncode == 0, result.stderr
        check_printed(name, result.stdout)
        assert topics.read_new(but=()) is None, "its topics are left behind"
    check_topic_of_others_is_safe(spark, broker, topics)
    topics.close()


def check_topic_of_others_is_safe(spark: SparkSession, broker: Broker, topics: Topics) -> None:
    """What is there already is neither written to nor removed; that part of a script runs in the Spark of the tests."""
    topics.create("large-orders", 1)
    removals: list[Any] = []
    part = {
        "spark": spark,
        "ARGUMENTS": SimpleNamespace(broker=broker.servers),
        "atexit": SimpleNamespace(register=removals.append),
        "sys": sys,
        "Py4JJavaError": Py4JJavaError,
    }
    exec(CLIENT, part)
    with pytest.raises(SystemExit, match=r"cannot be made at .* Topic 'large-orders' already exists"):
        part["make_topic"]("large-orders", 1)
    assert not removals


def test_kafka_script_without_a_broker(tmp_path: Path) -> None:
    """Without an address, or with one where nobody listens, it says what to do, before any Spark is started."""
    for address, words in (((), "Give the address of a running"), (("127.0.0.1:9",), "Nobody answers at 127.0.0.1:9.")):
        result = run_script("kafka-sink", tmp_path, *address)
        assert result.returncode == 2 and result.stdout == ""
        usage, message = result.stderr.splitlines()
        assert words in message and "docker run" in message, usage


def run_script(name: str, tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    scenario = find_scenario(name)
    assert scenario is not None
    path = tmp_path / f"{name}.py"
    path.write_text(scenario_to_script(scenario), encoding="utf-8")
    java = str(find_java(tmp_path / "java").home)
    hidden = ("PYTHONPATH", "PYSPARK_PYTHON")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    # A quarter of the time; what the script does is the same.
    environment["JDK_JAVA_OPTIONS"] = " ".join(SHORT_LIVED)
    program = "import runpy, sys; sys.modules.update(planviz=None, scenarios=None); runpy.run_path(sys.argv.pop(1))"
    return subprocess.run(
        [sys.executable, "-c", program, path, *arguments],
        cwd=tmp_path,
        env={**environment, "JAVA_HOME": java, "SPARK_LOCAL_IP": "127.0.0.1", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def check_printed(name: str, printed: str) -> None:
    facts = json.loads(facts_path(name).read_text(encoding="utf-8"))
    assert facts["failure"] is None or f"[{facts['failure']}]" in printed
    batches = [{key: batch[key] for key in ("batch", "input", "watermark", "operators")} for batch in facts["batches"]]
    assert _figures(printed)[: len(batches)] == batches
    rows = [row for batch in facts["batches"] for row in batch["rows"] or ()]
    if shipped(name).query.output_mode == "Complete":
        rows = facts["batches"][-1]["rows"]
    if "+--" in printed and facts["failure"] is None:
        names, *table = _last_table(printed)
        # When a record came to a topic is of no fact.
        kept = [index for index, column in enumerate(names) if column != "timestamp" or "topic" not in names]
        expected = sorted(tuple(_cell(row.get(names[index])) for index in kept) for row in rows)
        assert sorted(tuple(row[index] for index in kept) for row in table)[: len(expected)] == expected


def _figures(printed: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in printed.splitlines():
        if match := BATCH.fullmatch(line):
            number, rows, watermark = match.groups()
            found.append({"batch": int(number), "input": int(rows), "watermark": watermark, "operators": []})
        elif match := STATE.fullmatch(line):
            figures = dict(zip(("total", "updated", "removed", "dropped"), map(int, match.groups()[1:]), strict=True))
            found[-1]["operators"].append({"name": match[1], **figures})
    return found


def _last_table(printed: str) -> list[tuple[str, ...]]:
    """The cells of the last table that Spark printed, its head first."""
    block = re.findall(r"(?:^[+|].*\n)+", printed, re.MULTILINE)[-1]
    lines = [line for line in block.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def _cell(value: Any) -> str:
    """A value as Spark prints it in a table."""
    if isinstance(value, dict):
        return "{" + ", ".join(map(_cell, value.values())) + "}"
    return {"None": "NULL", "True": "true", "False": "false"}.get(str(value), str(value))
