"""The loop of a batch: its six steps, its durations, and the rhythm of triggers."""

import json
from xml.etree import ElementTree

import pytest

from planviz.analysis.epochs import EPOCH_STEPS, epoch_values, is_continuous
from planviz.analysis.loop import STEPS, StepTime, batch_time, triggers
from planviz.analysis.loop_values import step_values
from planviz.analysis.sink_words import sink_words
from planviz.analysis.trigger_words import trigger_interval, trigger_text, trigger_words
from planviz.model import Batch, QueryInfo, Recording
from planviz.render.loop_svg import loop_to_svg
from planviz.render.trigger_figure import trigger_figure
from tests.shipped import NAMES, shipped


def timed(batch_id: int, start: str, millis: int, **durations: int) -> Batch:
    progress = {"batchId": batch_id, "timestamp": start, "batchDuration": millis}
    return Batch(batch_id, {}, json.dumps({**progress, "durationMs": {"triggerExecution": millis, **durations}}))


@pytest.mark.parametrize("name", NAMES)
def test_steps_and_rest_make_the_total(name: str) -> None:
    """The six steps and the rest add up to what Spark gives as the whole."""
    for batch in shipped(name).batches:
        time = batch_time(batch)
        if time is not None and time.total is not None and batch.progress:
            assert sum(step.millis or 0 for step in time.steps) + time.other >= time.total
            assert batch.progress.durations["addBatch"] == time.steps[4].millis


def test_steps_of_older_versions() -> None:
    """Older names of the same steps are known, and names of no step are kept apart."""
    time = batch_time(timed(0, "2024-01-01T00:00:00Z", 100, getOffset=7, addBatch=80, strange=3))
    assert time is not None
    assert [step.millis for step in time.steps] == [7, None, None, None, 80, None]
    assert (time.other, time.extra) == (13, (("strange", 3),))


def test_values_of_the_animals() -> None:
    """Each step shows what this very batch did."""
    recording = shipped("animal-windows")
    assert step_values(recording, recording.batches[4]) == (
        ("Files: 1 → 2",),
        ('offsets/4: {"logOffset":2}', "watermark 12:04"),
        ("Scan json", "4 rows read"),
        ("12 physical operators", "state: operator 0 from version 4"),
        ("8 rows written", "state: 8 updated, 0 removed"),
        ("commits/4", "next watermark 12:11"),
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_loop_is_drawn(name: str, theme: str) -> None:
    """The picture of any batch of any shipped recording is well-formed XML."""
    recording = shipped(name)
    for batch in recording.batches:
        time = batch_time(batch)
        steps = time.steps if time else tuple(StepTime(kind, None) for kind in STEPS)
        ElementTree.fromstring(loop_to_svg(time, step_values(recording, batch), steps, theme))


def test_nothing_recorded() -> None:
    """A batch of which nothing is known gives a loop that says so, with hostile text escaped."""
    batch = Batch(3, {}, failure="<b>&\x00\n]]>")
    recording = Recording(QueryInfo(), (batch,))
    steps = tuple(StepTime(kind, None) for kind in STEPS)
    svg = loop_to_svg(None, step_values(recording, batch), steps, "light")
    ElementTree.fromstring(svg)
    assert "<b>" not in svg
    assert "commits/3 was not written" in svg


def test_epoch_has_steps_of_its_own() -> None:
    """A continuous query has no loop of six steps: its four are told from its logs and its output."""
    recording = shipped("trigger-continuous")
    epoch = recording.batches[2]
    assert is_continuous(recording)
    assert not is_continuous(shipped("rate-source"))
    values = epoch_values(recording, epoch)
    assert values[0] == ("continuous, an epoch every 1 s",)
    assert values[1][0].startswith("partition 0: value ")
    assert epoch.output is not None
    assert values[3] == ("commits/2", f"{epoch.output.total} rows written")
    svg = loop_to_svg(None, values, tuple(StepTime(kind, None) for kind in EPOCH_STEPS), "light", "epoch")
    ElementTree.fromstring(svg)
    assert "next epoch" in svg
    assert "next batch" not in svg


@pytest.mark.parametrize(
    ("trigger", "interval", "words"),
    [
        ("ProcessingTimeTrigger(2000)", 2000, "every 2 s"),
        ("ProcessingTimeTrigger(0)", None, "as fast as possible"),
        ("AvailableNowTrigger", None, "available now"),
        ("OneTimeTrigger", None, "once"),
        ("ContinuousTrigger(1000)", None, "continuous, an epoch every 1 s"),
        ("RealTimeTrigger(300000)", None, "real time, batches of 5 min"),
        ("", None, ""),
    ],
)
def test_trigger_is_told_in_words(trigger: str, interval: int | None, words: str) -> None:
    """Only a trigger with an interval has one, and every known trigger is told as people say it."""
    assert trigger_interval(trigger) == interval
    assert trigger_words(trigger) == words
    assert bool(trigger_text(trigger)) == bool(trigger)


@pytest.mark.parametrize(
    ("sink", "words"),
    [
        ("MemorySink", "memory"),
        ("FileSink[file:/tmp/out]", "files"),
        ("FileStreamSink", "files"),
        ("ForeachBatchSink", "foreachBatch"),
        ("ForeachWriterTable(org.apache.spark.sql.Thing@1a2b)", "foreach"),
        ("org.apache.spark.sql.execution.streaming.ConsoleTable$@4f2a", "console"),
        ("org.example.MySink@4f2a", "MySink"),
        ("", ""),
    ],
)
def test_sink_is_told_in_words(sink: str, words: str) -> None:
    """A sink is called as a query names it; an unknown one keeps its class's name, without package and object."""
    assert sink_words(sink) == words


def test_falling_behind() -> None:
    """A batch longer than the interval is behind by what it overran, and idle time is what is left before the next."""
    batches = (
        timed(0, "2024-01-01T00:00:00Z", 400),
        timed(1, "2024-01-01T00:00:01Z", 1500),
        timed(2, "2024-01-01T00:00:02.5Z", 10),
    )
    rhythm = triggers(batches, 1000)
    assert [(each.idle, each.behind) for each in rhythm] == [(600, 0), (0, 500), (None, 0)]
    names = [trace.name for trace in trigger_figure(rhythm, 1000, 1, "light").data]
    assert names == ["running", "beyond the interval", "idle"]
