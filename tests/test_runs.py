"""A recording of a query that was started more than once holds every run, and every attempt at a batch."""

from __future__ import annotations

from pathlib import Path

from planviz.model import Failure, QueryInfo, RecordingReader, RecordingWriter


def test_second_attempt_takes_the_place_of_the_first(tmp_path: Path) -> None:
    """A batch that ran again is shown as it ended; the attempt before it is kept, with its run and its failure."""
    path = tmp_path / "run.planviz.jsonl"
    writer, reader = RecordingWriter(path), RecordingReader(path)
    writer.query(QueryInfo(query_id="q", run_id="first"))
    writer.batch(0, {}, {"commit_log": "v1"})
    writer.batch(1, {}, {"offset_log": "v1\n7"}, facts={"failure": "killed"})
    writer.end(Failure("killed"), more=True)
    between = reader.refresh()
    assert not between.finished
    assert [batch.attempts for batch in between.batches] == [(), ()]
    writer.query(QueryInfo(query_id="q", run_id="second"))
    writer.batch(1, {}, {"offset_log": "v1\n7", "commit_log": "v1"})
    writer.end()
    recording = reader.refresh()
    assert recording.finished and recording.failure is None
    assert [(run.query.run_id, run.failure) for run in recording.runs] == [
        ("first", Failure("killed")),
        ("second", None),
    ]
    first, second = recording.batches
    assert (first.run_id, first.attempts) == ("first", ())
    assert (second.run_id, second.failure, second.commit_log) == ("second", "", "v1")
    assert [(each.run_id, each.failure, each.commit_log) for each in second.attempts] == [("first", "killed", "")]


def test_same_batch_twice_in_one_run_is_no_attempt(tmp_path: Path) -> None:
    """Only another run can try a batch again: the same run's second word on it replaces the first."""
    path = tmp_path / "run.planviz.jsonl"
    writer = RecordingWriter(path)
    writer.query(QueryInfo(run_id="only"))
    writer.batch(0, {}, {})
    writer.batch(0, {}, {"commit_log": "v1"})
    (batch,) = RecordingReader(path).refresh().batches
    assert batch.attempts == () and batch.commit_log == "v1"
