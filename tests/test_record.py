"""`planviz.record`: any query of one's own, in one line; what fails is told, and nothing recorded before is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession, functions

import planviz
from planviz.capture.recorder import Recorder
from planviz.model import Progress, Rows, read_recording

pytestmark = pytest.mark.spark


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
    with Recorder(query, tmp_path / "run.planviz.jsonl", read_output=read_output) as recorder:
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
