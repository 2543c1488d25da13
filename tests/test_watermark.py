"""Watermarks and delays are read from Spark's plan and logs."""

from dataclasses import replace

import pytest

from planviz.analysis.watermark import Delay, committed_watermark, find_delays, next_watermark, watermark
from tests.shipped import NAMES, shipped


@pytest.mark.parametrize("name", NAMES)
def test_next_watermark_comes_true(name: str) -> None:
    """What is foretold as the next batch's watermark is what Spark reports for that batch."""
    recording = shipped(name)
    for batch, following in zip(recording.batches, recording.batches[1:], strict=False):
        told = next_watermark(recording, batch)
        if told is not None and following.id == batch.id + 1 and following.progress:
            assert told.millis == watermark(following)


def test_delay_of_the_animals() -> None:
    """The delay is the one of withWatermark."""
    assert find_delays(shipped("animal-windows")) == (Delay("time", 600_000),)


def test_next_watermark_is_newest_minus_delay() -> None:
    """Spark's committed watermark is the newest event seen so far minus the delay."""
    recording = shipped("animal-windows")
    for batch in recording.batches:
        told = next_watermark(recording, batch)
        assert told is not None and told.newest is not None
        assert told.millis == told.newest - 600_000


def test_next_watermark_without_commit_log() -> None:
    """Where the commit log was not recorded, the rule itself gives what Spark committed."""
    recording = shipped("animal-windows")
    for batch in recording.batches:
        told = next_watermark(recording, replace(batch, commit_log=""))
        assert told is not None
        assert told.millis == committed_watermark(batch.commit_log)


def test_no_watermark() -> None:
    """A query without event time has none."""
    recording = shipped("word-count")
    assert find_delays(recording) == ()
    assert next_watermark(recording, recording.batches[2]) is None


@pytest.mark.parametrize("log", ["", "v1", "v1\n{}", "v1\nnot json", 'v1\n{"nextBatchWatermarkMs":"x"}', "v1\n[]"])
def test_odd_commit_logs(log: str) -> None:
    """A commit log of an older Spark, or a broken one, tells no watermark."""
    assert committed_watermark(log) is None
