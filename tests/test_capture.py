"""What is captured from a real Spark is what that Spark said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from planviz.capture import recorder as recorder_module
from planviz.capture.listener_py4j import Py4jListener
from planviz.capture.run import run_scenario
from planviz.model import Plan, Recording, read_recording
from scenarios import SCENARIOS, find_scenario, recording_path

pytestmark = pytest.mark.spark

CHAIN = (
    ("HashAggregate", "functions=[count(1)]"),
    ("StateStoreSave", "state info"),
    ("HashAggregate", "merge_count(1)"),
    ("StateStoreRestore", "state info"),
    ("HashAggregate", "merge_count(1)"),
    ("Exchange", "hashpartitioning"),
    ("HashAggregate", "partial_count(1)"),
)
"""The aggregation chain of IncrementalExecution, from the sink down: name, and what its text must say."""

BOUND = ("StreamingExecutionRelation", "StreamingDataSourceV2ScanRelation")

RUN_HERE = ("word-count", "file-copy", "animal-windows")


@pytest.fixture(scope="module")
def recordings(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Recording]:
    """The first scenarios, each run anew."""
    directory = tmp_path_factory.mktemp("runs")
    made = {}
    for name in RUN_HERE:
        scenario = find_scenario(name)
        assert scenario is not None
        run_scenario(spark, scenario, directory / name, directory)
        made[name] = read_recording(directory / name)
    return made


def facts(recording: Recording) -> list[dict[str, Any]]:
    """What must be the same whenever a scenario is run: no times, no ids."""
    return [
        {
            "batch": batch.id,
            "rows": batch.progress and batch.progress.input_rows,
            "watermark": batch.progress and batch.progress.watermark,
            "operators": batch.progress
            and [(o.rows_total, o.rows_updated, o.rows_removed, o.rows_dropped) for o in batch.progress.operators],
            "input": [each.rows.rows for each in batch.inputs],
            "output": batch.output and sorted(map(str, batch.output.rows)),
            "state": batch.state and [each.rows.rows for each in batch.state],
            "physical": [node.name for node in batch.plans["physical"]],
        }
        for batch in recording.batches
    ]


@pytest.mark.parametrize("name", ["word-count", "animal-windows"])
def test_the_aggregation_chain_of_every_batch(recordings: dict[str, Recording], name: str) -> None:
    """Every batch's executed plan holds partial → exchange → merge → restore → merge → save → final, node by node."""
    for batch in recordings[name].batches:
        plan = batch.plans["physical"]
        chain = _down_from(plan, "HashAggregate", len(CHAIN))
        for node, (operator, words) in zip(chain, CHAIN, strict=True):
            assert node.name == operator
            assert words in node.text
        assert chain[1].state is not None
        assert chain[1].state.version == batch.id
        assert chain[3].state == chain[3].state


def _down_from(plan: Plan, name: str, count: int) -> list[Any]:
    """`count` nodes from the first of that name downwards, along the first child."""
    node = plan.find(name)[0]
    chain = [node]
    while len(chain) < count:
        node = plan[node.children[0]]
        chain.append(node)
    return chain


@pytest.mark.parametrize("name", RUN_HERE)
def test_every_stage_of_every_batch(recordings: dict[str, Recording], name: str) -> None:
    """No batch lacks a plan, a progress or a log entry, no-data batches included; ids have no gap."""
    recording = recordings[name]
    assert recording.finished
    assert recording.failure is None
    assert recording.notes == ()
    assert recording.started is not None
    assert any("StreamingRelation" in node.name for node in recording.started)
    assert recording.bound is not None
    assert any(node.name in BOUND for node in recording.bound)
    assert [batch.id for batch in recording.batches] == list(range(len(recording.batches)))
    for batch in recording.batches:
        assert set(batch.plans) == {"parsed", "analyzed", "optimized", "spark", "physical"}
        assert batch.progress is not None
        assert batch.offset_log.startswith("v")
        assert batch.commit_log.startswith("v")
        assert batch.formatted.startswith("== Physical Plan ==")
        assert batch.problem == ""


def test_figures_equal_sparks(recordings: dict[str, Recording]) -> None:
    """Watermark, state rows, updated and dropped rows in plan metrics and state contents equal Spark's progress."""
    for batch in recordings["animal-windows"].batches:
        save = batch.plans["physical"].find("StateStoreSave")[0]
        assert batch.progress is not None
        operator = batch.progress.operators[0]
        assert save.metric("numTotalStateRows") == operator.rows_total
        assert save.metric("numUpdatedStateRows") == operator.rows_updated
        assert save.metric("numRemovedStateRows") == operator.rows_removed
        assert save.metric("numRowsDroppedByWatermark") == operator.rows_dropped
        assert save.state is not None
        assert save.state.eviction_watermark == batch.progress.watermark
        assert batch.state is not None
        assert batch.state[0].rows.total == operator.rows_total
        assert batch.output is not None
        assert batch.output.total == batch.progress.sink_rows
        assert batch.inputs[0].rows.total == batch.progress.input_rows


def test_the_animals_of_the_guide(recordings: dict[str, Recording]) -> None:
    """The dog/cat/owl/donkey run gives the figures worked out by hand: watermark, state, evicted, dropped."""
    seen = [
        (
            "none" if not batch.progress.watermark else _clock(batch.progress.watermark),
            batch.progress.operators[0].rows_total,
            batch.progress.operators[0].rows_removed,
            batch.progress.operators[0].rows_dropped,
        )
        for batch in recordings["animal-windows"].batches
        if batch.progress
    ]
    assert seen == [
        ("none", 4, 0, 0),  # dog and owl in 11:55 and in 12:00
        ("11:53", 4, 0, 0),
        ("11:53", 9, 0, 0),  # + 12:05 dog, owl, cat; 12:10 dog; 12:00 cat
        ("12:04", 9, 0, 0),  # 12:14 − 10 min
        ("12:04", 14, 0, 0),  # + 12:10 cat, owl; 12:15 cat, owl; 12:20 owl
        ("12:11", 9, 5, 0),  # dog and owl of 11:55, dog, owl and cat of 12:00 leave
        ("12:11", 11, 0, 2),  # donkey's two windows are closed; + 12:20 cat, 12:25 cat
        ("12:16", 8, 3, 0),  # dog, owl and cat of 12:05 leave
        ("12:16", 10, 0, 1),  # dog's 12:05 is closed; + 12:15 donkey, 12:20 donkey
    ]


def _clock(millis: int) -> str:
    minutes = millis // 60_000 % (24 * 60)
    return f"{minutes // 60}:{minutes % 60:02}"


@pytest.mark.parametrize("name", RUN_HERE)
def test_same_facts_every_time(recordings: dict[str, Recording], name: str) -> None:
    """A scenario that runs again gives the facts of its shipped recording."""
    assert facts(recordings[name]) == facts(read_recording(recording_path(name)))


def test_without_janino(
    spark: SparkSession, recordings: dict[str, Recording], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The py4j listener captures the same plans, state info and metrics as the compiled one."""
    monkeypatch.setattr(recorder_module, "listen", lambda spark, run_id, sink: Py4jListener(spark, run_id))
    scenario = find_scenario("word-count")
    assert scenario is not None
    run_scenario(spark, scenario, tmp_path / "slow", tmp_path)
    slow, fast = read_recording(tmp_path / "slow"), recordings["word-count"]
    assert [batch.id for batch in slow.batches] == [batch.id for batch in fast.batches]
    for one, other in zip(slow.batches, fast.batches, strict=True):
        for stage, plan in one.plans.items():
            assert [_shape(node) for node in plan] == [_shape(node) for node in other.plans[stage]]


def _shape(node: Any) -> tuple[Any, ...]:
    counts = {metric.key: metric.value for metric in node.metrics if "Rows" in metric.key}
    version = node.state.version if node.state else None
    return node.name, node.children, node.codegen, version, [column.name for column in node.output], counts


def test_scenarios_are_shipped() -> None:
    """Every scenario has a recording that opens."""
    for scenario in SCENARIOS:
        assert read_recording(recording_path(scenario.name)).query.scenario == scenario.name
