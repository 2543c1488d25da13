"""What the scenarios on sources, sinks, modes, triggers, recovery and monitoring claim is in their recordings."""

import pytest

from planviz.analysis.sink_log import sink_files
from scenarios import SCENARIOS
from tests.shipped import batch, leaves, operators, out, plan_text, shipped, state


def test_stateless_rows_go_out_once_each() -> None:
    """Four long words, none, three: and “the” twice, since nothing is remembered."""
    assert out("lines-to-words", 0, "word") == [("not",), ("question",), ("that",), ("the",)]
    assert out("lines-to-words", 1, "word") == []
    assert ("the",) in out("lines-to-words", 2, "word")


def test_sources() -> None:
    """A bad number is null, Parquet reads two columns, rate loses none, rate-micro-batch gives four a batch."""
    assert out("csv-orders", 1, "id", "price", "ok") == [(3, None, False), (4, 60.5, True)]
    assert "ReadSchema: struct<sensor:string,celsius:double>" in plan_text("parquet-readings", 0)
    assert "GreaterThan(celsius,30.0)" in plan_text("parquet-readings", 0)
    ticks = [row["value"] for each in shipped("rate-source").batches if each.output for row in each.output.rows]
    assert ticks == list(range(0, 2 * len(ticks), 2)) and ticks
    assert out("rate-micro-batch", 1, "value", "timestamp") == [(n, "2024-01-01 12:01:00") for n in (4, 5, 6, 7)]


def test_sinks() -> None:
    """Console keeps no rows but counts them; foreach and foreachBatch wrote what they say."""
    assert batch("console-sink", 1).output is None
    progress = batch("console-sink", 1).progress
    assert progress and progress.sink_rows == 2
    assert out("foreach-sink", 0, "item") == [("milk",), ("tea",)]
    assert out("foreach-batch", 0, "item") == [("desk",)]


def test_output_modes_on_the_same_words() -> None:
    """Append is refused, update writes what changed, complete writes all, and both keep the same state."""
    failure = shipped("words-append").failure
    assert failure and failure.error_class == "STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION"
    assert [len(out("words-update", n, "word")) for n in range(3)] == [2, 3, 1]
    assert [len(out("words-complete", n, "word")) for n in range(3)] == [2, 4, 4]
    assert [state("words-update", n)[0] for n in range(3)] == [state("words-complete", n)[0] for n in range(3)]


def test_triggers() -> None:
    """The backlog is one batch by default and for once, three for availableNow; an interval spaces batches apart."""
    assert len(batch("trigger-default", 0).inputs[0].rows.rows) == 5
    assert len(shipped("trigger-once").batches) == 2
    assert [each.run_id for each in shipped("trigger-available-now").batches].count(
        shipped("trigger-available-now").runs[0].query.run_id
    ) == 3
    starts = [each.progress.timestamp for each in shipped("trigger-interval").batches if each.progress]
    assert all(start is not None and start % 2000 < 500 for start in starts[1:])
    assert starts[1] != starts[2]
    for each in shipped("trigger-falling-behind").batches:
        assert each.progress and each.progress.durations["triggerExecution"] > 1000
    assert shipped("trigger-continuous").query.engine == "ContinuousExecution"
    assert all(each.offset_log and each.commit_log for each in shipped("trigger-continuous").batches)
    failure = shipped("real-time-refused").failure
    assert failure and failure.error_class == "STREAMING_REAL_TIME_MODE.INPUT_STREAM_NOT_SUPPORTED"


def test_restart_goes_on() -> None:
    """The query id stays, the run id changes, and the count goes on."""
    first, second = shipped("restart").runs
    assert first.query.query_id == second.query.query_id
    assert first.query.run_id != second.query.run_id
    assert out("restart", 3, "word", "count") == [("blue", 1), ("green", 2), ("red", 3)]


def test_killed_batch_runs_again_from_its_logged_offsets() -> None:
    """Run 1 was killed with signal 9: of its batch 1 only the logged offsets are left, and red is counted once."""
    first, second = shipped("kill-mid-batch").runs
    assert first.failure and first.failure.signal == 9 and second.failure is None
    repeated = batch("kill-mid-batch", 1)
    (killed,) = repeated.attempts
    assert [batch("kill-mid-batch", 0).run_id, killed.run_id] == [first.query.run_id] * 2
    assert repeated.run_id == second.query.run_id
    assert killed.offset_log and killed.offset_log == repeated.offset_log
    assert not killed.commit_log and killed.progress is None and not killed.plans
    assert repeated.commit_log and repeated.progress and "walCommit" not in repeated.progress.durations
    assert out("kill-mid-batch", 1, "word", "count") == [("green", 1), ("red", 2), ("slow", 1)]


def test_exactly_once_and_at_least_once() -> None:
    """After the same failure the file sink has each order once, and foreach has order 3 twice."""
    assert [out("file-sink-exactly-once", n, "id") for n in range(3)] == [[(1,), (2,)], [(3,), (4,), (5,)], [(6,)]]
    assert out("foreach-duplicates", 1, "id") == [(3,), (3,), (4,), (5,)]
    for name in ("file-sink-exactly-once", "foreach-duplicates"):
        assert "PythonException" in batch(name, 1).attempts[0].failure


def test_changed_query_is_refused() -> None:
    """The second run fails because the state's key is another one."""
    failure = shipped("changed-query").failure
    assert failure and failure.error_class == "STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE"


def test_sorting_and_limit() -> None:
    """Sorting a stream is refused, sorting a complete result works, limit(3) lets three rows out in all."""
    assert shipped("sort-refused").failure is not None
    output = batch("sort-complete", 1).output
    assert output and [row["name"] for row in output.rows] == ["ann", "bob", "eve"]
    assert [len(out("limit-append", n, "value")) for n in range(3)] == [2, 1, 0]


def test_monitoring_tells_the_same_by_each_api() -> None:
    """lastProgress, recentProgress and the listener agree with the recorded progress."""
    told = out("monitor-progress", 2, "api", "batch", "rows")
    assert told == [("lastProgress", 1, 1), ("recentProgress", 0, 2), ("recentProgress", 1, 1)]
    assert out("monitor-listener", 2, "event", "batch", "rows") == [
        ("progress", 0, 2),
        ("progress", 1, 1),
        ("started", None, None),
    ]
    for name in ("monitor-progress", "monitor-listener"):
        assert [each.progress.input_rows for each in shipped(name).batches if each.progress] == [2, 1, 3]
    assert out("monitor-status", 0, "active", "isTriggerActive", "message") == [(True, True, "Processing new data")]


def test_a_stream_is_a_table_that_grows() -> None:
    """After every batch the stream's counts are those of the same query on all files so far."""
    for number in range(3):
        rows = out("unbounded-table", number, "stream", "table")
        assert rows and all(stream == table for stream, table in rows)
    assert ("green", 3) in out("unbounded-table", 2, "word", "stream")
    assert [len(batch("unbounded-table", number).inputs[0].rows.rows) for number in range(3)] == [2, 1, 1]


def test_the_loop_has_all_its_steps() -> None:
    """Spark reports a duration for each of the six steps, and both logs have the batch."""
    for each in shipped("the-loop").batches:
        assert each.progress
        assert {"latestOffset", "walCommit", "getBatch", "queryPlanning", "addBatch", "commitOffsets"} <= set(
            each.progress.durations
        )
        assert each.offset_log and each.commit_log


def test_the_plan_of_a_batch_has_its_own_leaves() -> None:
    """StreamingRelation is bound to a source, then becomes files, or nothing where that brought nothing; the optimizer drops that side."""
    assert leaves("plan-stages", 0, "started") == ["StreamingRelation"] * 2
    assert leaves("plan-stages", 0, "bound") == ["StreamingExecutionRelation"] * 2
    assert operators("plan-stages", 0, "parsed")[-1] == "LogicalRelation"
    assert "LocalRelation" in operators("plan-stages", 1, "parsed")
    assert (len(operators("plan-stages", 0)), len(operators("plan-stages", 1))) == (7, 3)
    assert "note" not in plan_text("plan-stages", 0)


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_a_query_that_runs_is_bound_to_its_sources(name: str) -> None:
    """The plan that every batch starts from has the sink on top, and each of its streams has found its source."""
    recording = shipped(name)
    assert (recording.bound is None) == (not recording.batches)
    if recording.bound:
        assert recording.bound[0].name.startswith("WriteTo")
        assert not [node for node in recording.bound if node.name.startswith("StreamingRelation")]


def test_the_file_sink_lists_its_files() -> None:
    """Each batch of a file sink has its entry in the sink's log, with one file; other sinks have no log."""
    for name in ("file-copy", "file-sink-exactly-once"):
        logs = [each.sink_log for each in shipped(name).batches]
        assert all(log.startswith("v1\n") for log in logs)
        files = [file for log in logs for file in sink_files(log)]
        assert len({file.name for file in files}) == len(logs)
        assert all(file.action == "add" and file.size for file in files)
    assert not batch("foreach-sink", 0).sink_log
    assert sink_files("v1\nnot a file\n[]\n{}") == ()
