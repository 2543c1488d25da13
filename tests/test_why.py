"""The sentences about a batch rest on Spark's own figures."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from planviz.analysis.watermark import watermark
from planviz.analysis.why import RULES, explain
from planviz.analysis.why.backlog_left import backlog_left
from planviz.analysis.why.batch_failed import batch_failed
from planviz.analysis.why.falling_behind import falling_behind
from planviz.analysis.why.next_to_close import next_to_close
from planviz.analysis.why.no_data_batch import no_data_batch
from planviz.analysis.why.nothing_written import nothing_written
from planviz.analysis.why.rows_dropped import rows_dropped
from planviz.analysis.why.state_grew import state_grew
from planviz.analysis.why.state_shrank import state_shrank
from planviz.model import Batch, QueryInfo, Recording
from tests.shipped import NAMES, counted_twice, shipped

FORETOLD = (["stateStoreSave"], ["dedupe"], ["dedupeWithinWatermark"], ["symmetricHashJoin"])
"""The operators which remove by the watermark alone; of others the user's own code decides."""


def texts(name: str, batch_id: int) -> list[str]:
    recording = shipped(name)
    return [sentence.text for sentence in explain(recording, recording.batches[batch_id])]


def lone(progress: Mapping[str, Any], trigger: str = "ProcessingTimeTrigger(0)") -> tuple[Recording, Batch]:
    batch = Batch(0, {}, json.dumps({"batchId": 0, **progress}))
    return Recording(QueryInfo(trigger=trigger, output_mode="Append"), (batch,)), batch


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_sparks(name: str) -> None:
    """Dropped, removed and state rows in the sentences are the counters of Spark's progress, in every batch."""
    recording = shipped(name)
    for batch in recording.batches:
        operators = batch.progress.operators if batch.progress else ()
        dropped, shrank, grew = (rule(recording, batch) for rule in (rows_dropped, state_shrank, state_grew))
        assert (dropped.figures["dropped"] if dropped else 0) == sum(each.rows_dropped for each in operators)
        assert (shrank.figures["removed"] if shrank else 0) == sum(each.rows_removed for each in operators)
        if grew and not counted_twice(batch):
            assert grew.figures["now"] == sum(each.rows_total for each in operators)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_foretold_comes_true(name: str) -> None:
    """The watermark foretold is the next batch's, and the rows that it closes are those Spark removes there."""
    recording = shipped(name)
    for batch, following in zip(recording.batches, recording.batches[1:], strict=False):
        told = next_to_close(recording, batch)
        if told is None or following.progress is None:
            continue
        assert told.figures["watermark"] == watermark(following)
        if not following.has_data and [each.name for each in following.progress.operators] in FORETOLD:
            assert told.figures["closing"] == following.progress.operators[0].rows_removed


@pytest.mark.parametrize("name", NAMES)
def test_every_batch_has_a_sentence(name: str) -> None:
    """Each batch of each shipped recording is explained by at least one sentence, each of which ends properly."""
    recording = shipped(name)
    for batch in recording.batches:
        sentences = explain(recording, batch)
        assert sentences
        assert all(sentence.text.endswith(".") and "None" not in sentence.text for sentence in sentences)


def test_watermark_at_the_end_closes() -> None:
    """A window goes when the watermark is exactly its end, as Spark compares with ≤."""
    recording = shipped("animal-windows")
    batch = replace(recording.batches[4], commit_log='v1\n{"nextBatchWatermarkMs":1704111300000}')
    told = next_to_close(recording, batch)
    assert told is not None
    assert told.figures["closing"] == 8


def test_no_data_batch_of_the_animals() -> None:
    """Batch 5 ran without data because the watermark moved; it closed two windows and wrote nothing."""
    assert texts("animal-windows", 5) == [
        "No data came: Spark ran this batch because the watermark moved from 12:04 to 12:11, to work off what that closes.",
        "5 rows left the state, because the watermark has come to 12:11 and windows 11:55–12:05 and 12:00–12:10 are over.",
        "Nothing was written: in update mode only changed rows are, and without data none changed.",
        "Window 12:05–12:15 goes once an event of 12:25 or later has come.",
    ]


@pytest.mark.parametrize(
    ("name", "batch_id", "start", "end"),
    [
        ("animal-windows", 6, "1 row came too late and was dropped: everything up to the watermark 12:11 is closed",
         "the oldest event of this batch is 12:04. Spark counts 2: a row for each of its windows."),
        ("animal-windows", 8, "1 row came too late for one of its windows, and was counted in the other: ",
         "the oldest event of this batch is 12:10."),
        ("future-event", 4, "3 rows came too late and were dropped: ",
         "Spark counts 1: it adds up the rows of a window and key before it looks at their time."),
        ("chained-aggregations", 2, "10 rows came too late and were dropped: ",
         "Spark counts 2: it adds up the rows of a window and key before it looks at their time."),
        ("dedup-watermark", 4, "1 row came too late and was dropped: ", "the oldest event of this batch is 12:00:10."),
    ],
)  # fmt: skip
def test_late_rows_are_counted_as_people_do(name: str, batch_id: int, start: str, end: str) -> None:
    """Rows that came too late are told as rows, and why Spark's own count is another one."""
    first = texts(name, batch_id)[0]
    assert first.startswith(start)
    assert first.endswith(end)


def test_late_rows_that_are_not_known() -> None:
    """Without the rows themselves only Spark's count is told, and what it counts."""
    recording = shipped("future-event")
    told = rows_dropped(recording, replace(recording.batches[4], inputs=()))
    assert told is not None
    assert told.text.startswith("1 row was dropped as too late: everything up to the watermark 21:50 is closed")
    assert told.text.endswith("Spark counts rows of the same window and key as one.")


def test_filter_in_the_scan() -> None:
    """Where Spark counts fewer rows than the file has, the sentence tells that the scan left them out."""
    assert texts("file-copy", 0)[1:] == [
        "Spark counts 2 of the 3 rows as read: the filter was handed to the scan, which left the rest out."
    ]
    assert len(texts("file-copy", 2)) == 1


def test_sort_runs_twice() -> None:
    """A sort above an aggregation doubles Spark's counts, and says so; a sort without state below does not matter."""
    assert any("there are doubled" in text for text in texts("sort-complete", 0))
    assert not any("there are doubled" in text for text in texts("words-complete", 0))


def test_rows_of_a_failed_attempt() -> None:
    """Rows that a failed attempt left at a foreach sink are told apart; the file sink has none."""
    assert texts("foreach-duplicates", 1)[0].startswith(
        "The sink has 4 rows of this batch, though this run gave it 3: the attempt that failed had already written 1"
    )
    assert not any("already written" in text for text in texts("file-sink-exactly-once", 1))


def test_outer_rows() -> None:
    """The rows that a join lets out when it gives them up are told from those that just leave."""
    assert any(
        text.endswith("2 of them were written with nulls, as they had found no partner.")
        for text in texts("join-left-outer", 3)
    )
    assert not any("nulls" in text for text in texts("join-semi", 3))


def test_watermark_stays() -> None:
    """Batch 8 brought nothing newer than 12:26, so the watermark stays."""
    assert any(
        text
        == "The watermark stays at 12:16: the newest event of this batch, 12:20, is not newer than what was seen before (12:26)."
        for text in texts("animal-windows", 8)
    )


def test_empty_start() -> None:
    """The first batch of a socket runs before any line came."""
    assert texts("word-count", 0) == ["The first batch ran before the source had anything to give."]


def test_all_filtered() -> None:
    """A batch whose rows were all filtered out says so."""
    assert texts("file-copy", 1)[0] == "Nothing was written: none of the 2 rows that came in got through the query."


def test_limit_reached() -> None:
    """A batch behind a limit that earlier batches used up says so."""
    assert "Nothing was written: the limit was reached by earlier batches." in texts("limit-append", 2)


def test_join_without_time_limit() -> None:
    """Rows of a join stay for ever only if the plan has no predicate for their side, be it on rows or on the key."""
    assert any("neither side a time limit" in text for text in texts("join-unbounded", 0))
    assert not any("for ever" in text for text in texts("join-left-outer", 0))


def test_failure() -> None:
    """A failed batch gives the first line of its error, and what a restart does."""
    batch = Batch(3, {}, failure="boom\n\tat x")
    sentence = batch_failed(Recording(QueryInfo(), (batch,)), batch)
    assert sentence is not None
    assert sentence.text.startswith("This batch failed: boom. It is not in the commit log")


def test_falling_behind() -> None:
    """A batch that took longer than the trigger's interval says so, and where the time went."""
    recording, batch = lone({"durationMs": {"triggerExecution": 1500, "addBatch": 1400}}, "ProcessingTimeTrigger(1000)")
    sentence = falling_behind(recording, batch)
    assert sentence is not None
    assert "took 1.5 s, longer than the trigger's interval of 1 s" in sentence.text
    assert "“run and write” (1.4 s)" in sentence.text
    assert falling_behind(*lone({"durationMs": {"triggerExecution": 900}}, "ProcessingTimeTrigger(1000)")) is None


def test_backlog() -> None:
    """What waits in Kafka is summed over its partitions."""
    offsets = {
        "startOffset": {"t": {"0": 0, "1": 0}},
        "endOffset": {"t": {"0": 5, "1": 5}},
        "latestOffset": {"t": {"0": 9, "1": 6}},
    }
    sentence = backlog_left(*lone({"sources": [{"description": "KafkaV2[Subscribe[t]]", **offsets}]}))
    assert sentence is not None
    assert sentence.text == "5 records are still waiting in the source; this batch took 10."


@pytest.mark.parametrize(
    "progress", [{}, {"durationMs": {}}, {"stateOperators": [{}]}, {"eventTime": {"watermark": "odd"}}]
)
def test_sparse_progress(progress: dict[str, Any]) -> None:
    """No rule fails on a progress that lacks nearly everything."""
    recording, batch = lone(progress)
    for rule in RULES:
        rule(recording, batch)


def test_no_progress() -> None:
    """Of a batch which Spark did not report on, just that is said."""
    batch = Batch(4, {})
    (sentence,) = explain(Recording(QueryInfo(), (batch,)), batch)
    assert "did not report on this batch" in sentence.text
    assert no_data_batch(Recording(QueryInfo(), (batch,)), batch) is None
    assert nothing_written(Recording(QueryInfo(), (batch,)), batch) is None


def test_rows_that_leave_are_told_apart() -> None:
    """Only what the watermark closed is put down to it: not a session that grew, nor what the user's code removed."""
    cases = {
        ("session-windows", 2): "session 12:08–12:13 was joined with another",
        ("session-windows", 4): "because the watermark has come to 12:20",
        ("transform-with-state", 5): "the query's own code removed it when its timer for 12:00:35 fired",
        ("state-ttl", 2): "its time to live was over",
    }
    for (name, batch_id), words in cases.items():
        recording = shipped(name)
        told = state_shrank(recording, recording.batches[batch_id])
        assert told is not None
        assert words in told.text
