"""Timers of transformWithState are read from real checkpoints, and what became of each agrees with what Spark counted."""

import json
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from planviz.analysis.moment import Moments
from planviz.analysis.state_change import state_changes, timer_changes
from planviz.analysis.timers import DELETED, DUE, FIRED, GONE, SET, WAITING, ever_had_timers, find_timers, timers_unread
from planviz.analysis.why.next_to_close import next_to_close
from planviz.analysis.why.state_shrank import state_shrank
from planviz.capture.state import StateReader
from planviz.model import Batch, QueryInfo, Recording, Rows, StateRows
from tests.shipped import shipped

CLOCK = "$procTimers_keyToTimestamp"
ROCKSDB = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"


def told(batch_id: int) -> list[tuple[str, str, str]]:
    recording = shipped("transform-with-state")
    (timers,) = find_timers(recording, recording.batches[batch_id])
    return [(each.key["sensor"], Moments(recording).text(each.fires), each.fate) for each in timers.timers]


def by_clock(*timers: int, clock: int = 0, rows: int = 0, removed: int = 0, batch_id: int = 0) -> Batch:
    """A batch that began at that time and left these timers of one key."""
    stored = tuple({"key": {"k": 1}, "value": {"expiration_timestamp_ms": each}, "partition_id": 0} for each in timers)
    operator = {"operatorName": "transformWithStateExec", "numRowsRemoved": removed}
    progress = {"batchId": batch_id, "numInputRows": rows, "stateOperators": [operator]}
    log = f'v1\n{json.dumps({"batchWatermarkMs": 0, "batchTimestampMs": clock})}\n{{"logOffset":0}}'
    state = (StateRows(0, "transformWithStateExec", CLOCK, Rows(stored, len(stored))),)
    return Batch(batch_id, {}, json.dumps(progress), offset_log=log, state=state)


def test_timers_by_hand() -> None:
    """The watchdog's timers are those worked out by hand: moved with each ping, and the oven's fired."""
    assert told(0) == [("door", "12:00:30", SET), ("oven", "12:00:35", SET)]
    assert told(1) == [("door", "12:00:30", WAITING), ("oven", "12:00:35", WAITING)]
    assert told(2) == [("door", "12:00:30", DELETED), ("oven", "12:00:35", WAITING), ("door", "12:00:50", SET)]
    assert told(5) == [("oven", "12:00:35", FIRED), ("door", "12:01:10", WAITING)]


def test_fates_agree_with_sparks_counters() -> None:
    """As many timers were set as Spark registered, and as many went as it deleted: it deletes those that fired too."""
    recording = shipped("transform-with-state")
    for batch in recording.batches:
        (timers,) = find_timers(recording, batch)
        assert batch.progress is not None
        custom = batch.progress.operators[0].custom
        assert timers.count(SET) == custom["numRegisteredTimers"]
        assert timers.count(FIRED, DUE, DELETED) == custom["numDeletedTimers"]


def test_timers_are_no_rows_of_state() -> None:
    """Spark does not count timers as rows, so neither do the state's changes; a place never used is not shown."""
    recording = shipped("transform-with-state")
    for batch in recording.batches:
        (store,) = state_changes(recording, batch) or ()
        assert batch.progress is not None
        assert store.total == batch.progress.operators[0].rows_total
    assert not ever_had_timers(shipped("state-ttl"))


@pytest.mark.parametrize(
    ("clock", "rows", "fate"), [(99, 1, DELETED), (100, 1, DELETED), (101, 1, DUE), (101, 0, FIRED), (0, 0, GONE)]
)
def test_gone_timers_are_measured_by_the_batch_clock(clock: int, rows: int, fate: str) -> None:
    """A timer is due once the clock is past it; with new rows the code may have deleted it before it fired."""
    before, after = by_clock(100, clock=50), by_clock(clock=clock, rows=rows, batch_id=1)
    (timers,) = find_timers(Recording(QueryInfo(), (before, after)), after)
    assert [each.fate for each in timers.timers] == [fate]


def test_two_timers_of_one_key() -> None:
    """A key may have many timers: each has a fate of its own."""
    before, after = by_clock(100, 200, clock=50), by_clock(200, 300, clock=150, batch_id=1)
    (timers,) = find_timers(Recording(QueryInfo(), (before, after)), after)
    assert [(each.fires, each.fate) for each in timers.timers] == [(100, FIRED), (200, WAITING), (300, SET)]


def test_timers_that_were_not_read() -> None:
    """Where the timers before a batch are unknown none is called new; where its own are, that is said."""
    before, after = by_clock(100), by_clock(100, batch_id=1)
    unread = Batch(0, {}, before.progress_json, state=())
    (change,) = timer_changes(Recording(QueryInfo(), (unread, after)), after)
    assert not change.comparable
    counted = {"batchId": 0, "stateOperators": [{"customMetrics": {"numRegisteredTimers": 1}}]}
    old = Batch(0, {}, json.dumps(counted), state=())
    assert timers_unread(Recording(QueryInfo(), (old,)), old)
    assert not timers_unread(Recording(QueryInfo(), (before,)), before)


def test_timers_due_are_foretold() -> None:
    """Timers that are said to be due with the next watermark are those gone as due in the next batch, and no others."""
    recording = shipped("transform-with-state")
    foretold = []
    for batch, following in zip(recording.batches, recording.batches[1:], strict=False):
        sentence = next_to_close(recording, batch)
        (timers,) = find_timers(recording, following)
        assert (sentence.figures["due"] if sentence else 0) == timers.count(FIRED, DUE)
        foretold += [sentence.text] if sentence and sentence.figures["due"] else []
    assert len(foretold) == 1 and "With it the timer for 12:00:35 is due." in foretold[0]


def test_why_names_the_timer() -> None:
    """With timers known it is told that one fired, and when; or that none was due, so that a call removed the row."""
    recording = shipped("transform-with-state")
    sentence = state_shrank(recording, recording.batches[5])
    assert sentence is not None
    assert sentence.text == (
        "1 row left the state: the query's own code removed it when its timer for 12:00:35 fired, as the watermark has "
        "come to 12:00:40."
    )
    for clock, words in ((60, "in a call: no timer that waited was due"), (101, "in a call or when a timer fired")):
        before, after = by_clock(100, clock=50), by_clock(clock=clock, rows=1, removed=1, batch_id=1)
        called = state_shrank(Recording(QueryInfo(), (before, after)), after)
        assert called is not None and called.text.endswith(f"the query's own code removed it, {words}.")


@pytest.mark.spark
def test_clock_timers_of_a_real_query(spark: SparkSession, tmp_path: Path) -> None:
    """Timers, values, lists and maps are read from a real checkpoint; if timers cannot be, the rest is, and a note says why."""
    from pyspark.sql import Row
    from pyspark.sql.streaming import StatefulProcessor

    class Reminder(StatefulProcessor):
        def init(self, handle):
            self.handle, self.seen = handle, handle.getValueState("seen", "n INT")
            self.all, self.each = handle.getListState("all", "n INT"), handle.getMapState("each", "m STRING", "n INT")

        def handleInputRows(self, key, rows, timerValues):
            self.seen.update((len(list(rows)),))
            self.all.put([(2,)])
            self.each.updateValue(("x",), (3,))
            self.handle.registerTimer(4_102_444_800_000)
            yield Row(k=key[0])

        def close(self):
            pass

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rows.json").write_text('{"k": "a"}\n')
    checkpoint = str(tmp_path / "checkpoint")
    settings = {"stateStore.providerClass": ROCKSDB, "noDataMicroBatches.enabled": "false"}
    try:
        for name, value in settings.items():
            spark.conf.set(f"spark.sql.streaming.{name}", value)
        rows = spark.readStream.schema("k STRING").json(str(tmp_path / "in"))
        reminded = rows.groupBy("k").transformWithState(Reminder(), "k STRING", "Update", "ProcessingTime")
        query = reminded.writeStream.outputMode("update").format("noop").option("checkpointLocation", checkpoint)
        query.trigger(availableNow=True).start().awaitTermination()
    finally:
        for name in settings:
            spark.conf.unset(f"spark.sql.streaming.{name}")
    notes: list[str] = []
    reader = StateReader(spark, checkpoint, notes.append)
    variables, timers = reader.read(0)
    assert {row["variable"]: (row["key"], row["value"]) for row in variables.rows.rows} == {
        "seen": ({"k": "a"}, {"n": 1}),
        "all": ({"k": "a"}, {"n": 2}),
        "each": ({"k": "a", "map key": {"m": "x"}}, {"n": 3}),
    }
    assert timers.store == CLOCK
    assert [(row["key"], row["value"]) for row in timers.rows.rows] == [
        ({"k": "a"}, {"expiration_timestamp_ms": 4_102_444_800_000})
    ]
    frame = reader._frame

    def refuse(batch_id: int, operator_id: int, **options: str):
        # The state source of Spark before 4.0 knows no timers.
        return frame(
            batch_id, operator_id, **({"stateVarName": "no such"} if "readRegisteredTimers" in options else options)
        )

    reader._frame = refuse  # type: ignore[method-assign]
    assert reader.read(0) == (variables,)
    assert len(notes) == 1 and notes[0].startswith("The timers in the state after batch 0 could not be read: [")
