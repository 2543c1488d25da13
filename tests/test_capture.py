"""What is captured from a real Spark is what that Spark said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession, functions

import planviz
from planviz.capture import recorder as recorder_module
from planviz.capture.listener_py4j import Py4jListener
from planviz.capture.run import run_scenario
from planviz.model import Plan, Progress, Recording, Rows, read_recording
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


@pytest.fixture
def numbers(spark: SparkSession, tmp_path: Path) -> Iterator[Any]:
    """A stream of the numbers that are put into a directory, one file a batch."""
    directory = tmp_path / "numbers"
    directory.mkdir()

    def put(index: int, *values: int) -> None:
        hidden = directory / f".{index}"
        hidden.write_text("".join(f"{value}\n" for value in values))
        hidden.rename(directory / f"{index}.csv")

    put(0, 1, 2, 3)
    stream = spark.readStream.schema("n INT").option("maxFilesPerTrigger", 1).csv(str(directory))
    yield stream, put
    for query in spark.streams.active:
        query.stop()


def test_a_users_own_query_in_one_line(numbers: Any, tmp_path: Path) -> None:
    """`with planviz.record(query, path)` records batches of a query which goes on afterwards as if nothing was."""
    stream, put = numbers
    query = stream.groupBy((functions.col("n") % 2).alias("odd")).count().writeStream
    query = query.outputMode("update").format("memory").queryName("own").start()
    with planviz.record(query, tmp_path / "own.planviz.jsonl"):
        put(1, 4, 5)
        query.processAllAvailable()
    assert query.isActive
    recording = read_recording(tmp_path / "own.planviz.jsonl")
    assert recording.query.name == "own"
    assert "def test_a_users_own_query_in_one_line" in recording.query.source_code
    last = recording.batches[-1]
    assert len(last.plans["physical"].find("StateStoreSave")) == 1
    assert last.output is not None
    assert {(row["odd"], row["count"]) for row in last.output.rows} == {(0, 2), (1, 3)}


def test_a_query_started_again_goes_on_in_its_file(numbers: Any, tmp_path: Path) -> None:
    """Its second life on the checkpoint stands behind the first; taken up again within a life, nothing is there twice."""
    stream, put = numbers
    path = tmp_path / "again.planviz.jsonl"
    writer = stream.writeStream.format("noop").option("checkpointLocation", str(tmp_path / "checkpoint"))
    for numbers_of_a_life in ((1, 2), (3, 4)):
        query = writer.start()
        for number in numbers_of_a_life:
            with planviz.record(query, path):
                put(number, number)
                query.processAllAvailable()
        query.stop()
    recording = read_recording(path)
    assert [batch.id for batch in recording.batches] == [0, 1, 2, 3, 4]
    assert all(batch.plans["physical"].nodes for batch in recording.batches[1:]), (
        "batch 0 may be older than its recorder"
    )
    assert [run.query.run_id for run in recording.runs] == list(dict.fromkeys(b.run_id for b in recording.batches))
    assert len(recording.runs) == 2 and recording.finished
    assert list(tmp_path.glob("again*")) == [path]


def test_what_was_recorded_before_is_kept(numbers: Any, tmp_path: Path) -> None:
    """Another query's recording, or any other file, in that place gets another name, and the program is told which."""
    stream, put = numbers
    path = tmp_path / "place.planviz.jsonl"
    path.write_text("my notes\n")
    for name in ("first", "second"):
        query = stream.writeStream.format("memory").queryName(name).start()
        with pytest.warns(UserWarning, match=r"it is kept as place-\d\.planviz\.jsonl"), planviz.record(query, path):
            put(1, 1)
            query.processAllAvailable()
        query.stop()
    assert (tmp_path / "place-1.planviz.jsonl").read_text() == "my notes\n"
    names = [read_recording(each).query.name for each in (tmp_path / "place-2.planviz.jsonl", path)]
    assert names == ["first", "second"]


def test_one_recorder_for_a_file(numbers: Any, tmp_path: Path) -> None:
    """Asked for twice it is the same; two queries at once cannot have one file; a query that is over makes room."""
    stream, _ = numbers
    path = tmp_path / "one.planviz.jsonl"
    checkpoint = str(tmp_path / "checkpoint")
    writer = stream.writeStream.format("noop").option("checkpointLocation", checkpoint)
    query, other = writer.start(), stream.writeStream.format("noop").start()
    recorder = planviz.record(query, path)
    assert planviz.record(query, path) is recorder
    with pytest.raises(RuntimeError, match="is being written"):
        planviz.record(other, path)
    query.stop()
    again = planviz.record(writer.start(), path)
    assert recorder.stopped and again is not recorder
    again.stop()
    assert len(read_recording(path).runs) == 2


def test_a_query_that_fails(numbers: Any, tmp_path: Path) -> None:
    """The error becomes part of the recording, and what was captured before it stays."""
    stream, put = numbers
    bad = stream.select(functions.expr("assert_true(n < 100, 'too large a number')"), "n")
    query = bad.writeStream.format("memory").queryName("bad").start()
    recorder = planviz.record(query, tmp_path / "bad.planviz.jsonl")
    query.processAllAvailable()
    put(1, 1000)
    with pytest.raises(Exception, match="too large a number"):
        query.awaitTermination(120)
    recorder.stop()
    recording = read_recording(tmp_path / "bad.planviz.jsonl")
    assert recording.failure is not None
    assert "too large a number" in recording.failure.message
    assert recording.batches[0].progress is not None
    assert recording.batches[1].progress is None
    assert recording.batches[1].failure
    assert recording.batches[1].plans["physical"].nodes


def test_output_that_cannot_be_read(numbers: Any, tmp_path: Path) -> None:
    """If whoever knows the sink fails to read from it, the batch is recorded all the same, with a note."""

    def read_output(batch_id: int, progress: Progress | None) -> Rows | None:
        raise ConnectionError("the broker is gone")

    stream, _put = numbers
    query = stream.writeStream.format("noop").start()
    with recorder_module.Recorder(query, tmp_path / "run.planviz.jsonl", read_output=read_output) as recorder:
        query.processAllAvailable()
        recorder.catch_up()
        query.stop()
    recording = read_recording(tmp_path / "run.planviz.jsonl")
    assert recording.batches[0].progress is not None
    assert "The output of batch 0 could not be read: ConnectionError: the broker is gone" in recording.notes


def test_several_queries_at_once(numbers: Any, tmp_path: Path) -> None:
    """Two queries of one session are recorded at once, each to its own file and without the other's batches."""
    stream, put = numbers
    queries = {
        name: stream.where(f"n % 2 = {rest}").writeStream.format("memory").queryName(name).start()
        for name, rest in (("even", 0), ("odd", 1))
    }
    recorders = [planviz.record(query, tmp_path / name) for name, query in queries.items()]
    put(1, 10, 11, 13)
    for query in queries.values():
        query.processAllAvailable()
    for recorder in recorders:
        recorder.stop()
    for name, expected in (("even", {10}), ("odd", {11, 13})):
        recording = read_recording(tmp_path / name)
        assert recording.query.name == name
        last = recording.batches[-1]
        assert last.output is not None
        assert {row["n"] for row in last.output.rows} == expected


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
