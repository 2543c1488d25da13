"""Kafka for scenarios: a real broker that starts, serves and leaves nothing behind, or says why it cannot."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from planviz.capture.kafka import Kafka, KafkaUnavailable, broker, guard, jars
from planviz.model import Stream
from tests.processes import alive, descendants, wait_for
from tests.shipped import batch, shipped

pytestmark = pytest.mark.spark

ROWS = (
    {"partition": 0, "key": "a", "value": "1"},
    {"partition": 1, "key": "b", "value": "2"},
    {"partition": 1, "key": "c", "value": "3"},
)


@pytest.fixture
def kafka(spark: SparkSession, tmp_path: Path) -> Iterator[Kafka]:
    running = Kafka(spark, tmp_path / "kafka")
    yield running
    running.close()


def test_rows_reach_spark_and_come_back(kafka: Kafka, spark: SparkSession, tmp_path: Path) -> None:
    """What is fed is what Spark reads, by its own offsets; what Spark writes to another topic is read back once."""
    feed = kafka.feed("letters", Stream("kafka", (ROWS,)))
    feed.prepare(0)
    feed.release()
    read = spark.read.format("kafka").options(**feed.argument).load().selectExpr("CAST(key AS STRING) AS key", "value")
    assert sorted(row.key for row in read.collect()) == ["a", "b", "c"]
    assert [
        row["offset"] for row in feed.rows({"letters": {"0": 0, "1": 1}}, {"letters": {"0": 1, "1": 2}}, tmp_path)
    ] == [0, 1]
    assert kafka.written(None) is None, "only the topic that is fed is there"
    servers = feed.argument["kafka.bootstrap.servers"]
    read.write.format("kafka").option("kafka.bootstrap.servers", servers).option("topic", "copy").save()
    first, rest, nothing = (kafka.written(count) for count in (2, None, None))
    assert first and rest and nothing
    assert sorted(row["value"] for row in (*first.rows, *rest.rows)) == ["1", "2", "3"]
    assert (first.total, rest.total, nothing.total) == (2, 1, 0)


def test_broker_leaves_nothing_behind(spark: SparkSession, tmp_path: Path) -> None:
    """Closing Kafka ends the broker and what guards it."""
    before = set(descendants(os.getpid()))
    running = Kafka(spark, tmp_path / "kafka")
    started = set(descendants(os.getpid())) - before
    assert any("kafka.Kafka" in process.cmdline() for process in started)
    running.close()
    wait_for(lambda: not any(map(alive, started)))


def test_guarded_program_ends_with_its_parent() -> None:
    """If whoever started the broker is gone, its end of the pipe is closed, and the broker ends too."""
    sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
    guarded = subprocess.Popen([sys.executable, guard.__file__, *sleeper], stdin=subprocess.PIPE)
    assert guarded.stdin is not None
    wait_for(lambda: bool(descendants(guarded.pid)))
    children = descendants(guarded.pid)
    guarded.stdin.close()
    wait_for(lambda: not any(map(alive, children)) and guarded.poll() is not None)


def test_broker_that_does_not_start_is_explained(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker that dies at its start gives its own last words, and no endless wait."""
    monkeypatch.setattr(broker, "broker_class_path", lambda _spark: str(tmp_path))
    with pytest.raises(KafkaUnavailable, match=r"(?s)did not start.*kafka\.Kafka"):
        Kafka(spark, tmp_path / "kafka")


def test_what_maven_does_not_have_is_explained(spark: SparkSession) -> None:
    """If nothing can be fetched, the message names what was wanted and says that recordings open without it."""
    with pytest.raises(KafkaUnavailable, match=r"kafka_2\.13:0\.0\.0 could not be had.*opens without Kafka"):
        jars._fetch(spark, ("ivy://org.apache.kafka:kafka_2.13:0.0.0",))


def test_one_process_fetches_at_a_time(spark: SparkSession) -> None:
    """While one fetches from Maven, whoever else wants to waits: on a new machine two would spoil Ivy's cache."""
    with jars._alone(spark), pytest.raises(BlockingIOError):
        take_the_lock()
    take_the_lock()


def take_the_lock() -> None:
    with (Path.home() / ".ivy2.5.2" / "planviz.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_offsets_of_every_partition() -> None:
    """Each partition has a position of its own, and a backlog is worked off in portions of three."""
    sources = [each.progress.sources[0] for each in shipped("kafka-source").batches if each.progress]
    assert [source.end["orders"] for source in sources] == [
        {"0": 2, "1": 1}, {"0": 4, "1": 2}, {"0": 6, "1": 3}, {"0": 6, "1": 4}
    ]  # fmt: skip
    assert sources[1].latest["orders"] == {"0": 6, "1": 3}


@pytest.mark.parametrize("name", ["kafka-sink", "trigger-real-time"])
def test_output_read_from_the_topic_is_what_spark_counted(name: str) -> None:
    """Of each batch as many records are in the topic as Spark says it wrote, at positions that go on from the last."""
    positions: list[int] = []
    for each in shipped(name).batches:
        assert each.progress and each.output and each.progress.sink_rows == each.output.total
        positions += sorted(row["offset"] for row in each.output.rows)
    assert positions == list(range(len(positions))) and positions


def test_real_time_batches_take_rows_while_they_are_open() -> None:
    """At the start of batch 1 its rows were not there yet, and its logs were written all the same."""
    one = batch("trigger-real-time", 1)
    assert one.progress and one.offset_log and one.commit_log
    (source,) = one.progress.sources
    assert source.latest == source.start != source.end
    assert one.progress.durations["addBatch"] >= 5000
    assert shipped("trigger-real-time").query.trigger == "RealTimeTrigger(5000)"
