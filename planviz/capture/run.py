"""Runs a scenario on Spark, run by run and round by round, and records it."""

from __future__ import annotations

import contextlib
import inspect
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException, StreamingQueryException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery
from pyspark.sql.streaming.readwriter import DataStreamWriter

from planviz.capture.checkpoint import Checkpoint
from planviz.capture.feed import Feed, open_feed
from planviz.capture.kafka import Kafka
from planviz.capture.listener import warm_up
from planviz.capture.output import batch_file_rows
from planviz.capture.recorder import Recorder
from planviz.capture.refusal import record_refusal
from planviz.capture.row_limit import cut
from planviz.model import InputRows, Progress, RecordingWriter, Rows, Run, Scenario, read_progress

PATIENCE_SECONDS = 120
POLL_SECONDS = 0.02

OnRound = Callable[[int, int], None]
"""Called with the number of steps done and of all steps."""


class RunStopped(Exception):
    """The run was stopped by the user."""


def run_scenario(
    spark: SparkSession,
    scenario: Scenario,
    path: Path,
    directory: Path,
    on_round: OnRound = lambda _done, _all: None,
    stop: threading.Event | None = None,
) -> None:
    """Run the scenario to its end and record it at `path`; its files live below `directory` and are removed after."""
    workspace = Path(tempfile.mkdtemp(prefix=f"{scenario.name}-", dir=directory))
    previous = {name: spark.conf.get(name, None) for name in scenario.conf}
    with contextlib.ExitStack() as closing:
        closing.callback(shutil.rmtree, workspace, ignore_errors=True)
        kafka = Kafka(spark, workspace / "kafka") if scenario.needs_kafka else None
        if kafka:
            closing.callback(kafka.close)
        feeds = {name: open_feed(name, stream, workspace / name, kafka) for name, stream in scenario.streams.items()}
        for feed in feeds.values():
            closing.callback(feed.close)
        writer = RecordingWriter(path)
        closing.callback(writer.close)
        warm_up(spark)
        closing.callback(_restore, spark, previous)
        for name, value in scenario.conf.items():
            spark.conf.set(name, value)
        stage = _Stage(spark, scenario, feeds, kafka, workspace, writer, on_round, stop or threading.Event())
        for number, run in enumerate(scenario.runs):
            stage.play(run, more=number + 1 < len(scenario.runs))


@dataclass
class _Stage:
    """A scenario while it is played: what it needs, and how far it got."""

    spark: SparkSession
    scenario: Scenario
    feeds: Mapping[str, Feed]
    kafka: Kafka | None
    workspace: Path
    writer: RecordingWriter
    on_round: OnRound
    stop: threading.Event
    round: int = 0
    step: int = 0
    seen: set[int] = field(default_factory=set)

    def play(self, run: Run, more: bool) -> None:
        """One life of the query: start it, feed it, let it end, and record all that."""
        self.on_round(self.step, self.scenario.steps)
        for _ in range(run.waiting):
            self._feed()
        query = self._start(run, more)
        if query is None:
            return
        self.seen = set()
        try:
            with self._recorder(query, run, more) as recorder:
                # A failure is in the recording, which is what the user looks at.
                with contextlib.suppress(StreamingQueryException):
                    self._drive(run, query, recorder)
                query.stop()
        finally:
            query.stop()
        self._step(0 if run.batches else run.waiting)

    def _start(self, run: Run, more: bool) -> StreamingQuery | None:
        """The running query, or None if Spark refuses it: that is recorded then."""
        build = run.build or self.scenario.build
        arguments = {name: feed.argument for name, feed in self.feeds.items()}
        if "output" in inspect.signature(build).parameters:
            self._output.mkdir(exist_ok=True)
            arguments["output"] = str(self._output)
        writer: DataStreamWriter | None = None
        try:
            writer = build(self.spark, **arguments)
            query: StreamingQuery = writer.option("checkpointLocation", str(self._checkpoint_path)).start()
            return query
        except PySparkException as error:
            record_refusal(self.spark, self.writer, self.scenario, writer, error, more)
            return None

    def _recorder(self, query: StreamingQuery, run: Run, more: bool) -> Recorder:
        return Recorder(
            query,
            self.writer,
            source_code=self.scenario.source_code,
            scenario=self.scenario.name,
            read_output=self._read_output,
            last_batch=run.batches - 1 if run.batches else None,
            more=more,
        )

    def _read_output(self, batch_id: int, progress: Progress | None) -> Rows | None:
        if self.kafka:
            return self.kafka.written(progress.sink_rows if progress else None)
        return batch_file_rows(self._output, batch_id)

    def _drive(self, run: Run, query: StreamingQuery, recorder: Recorder) -> None:
        trigger = str(query._jsq.streamingQuery().trigger())
        if run.batches:
            # These write their logs when the rows are through: only then a batch or an epoch is done.
            log_decides = "Continuous" in trigger or "RealTime" in trigger
            self._wait_for_batches(query, run.batches, log_decides)
            if self.feeds:
                self._note(query, recorder)
        elif "AvailableNow" in trigger or "OneTime" in trigger:
            self._until(lambda: not query.isActive, query, "end by itself")
            self._note(query, recorder)
        else:
            # A socket source runs its first batch before any line came; a line sent now might slip into it or not.
            self._wait_until_processed(query)
            self._note(query, recorder)
            last = self.scenario.rounds if run.rounds is None else self.round + run.rounds
            while self.round < last:
                self._feed_live(query)
                if run.killed and self.round == last:
                    self._until(self._in_mid_batch, query, "begin the batch that is to be killed")
                    query.stop()
                    return
                self._wait_until_processed(query)
                self._note(query, recorder)
                self._step(1)

    def _feed_live(self, query: StreamingQuery) -> None:
        """Right after the query looked for data and found none it pauses: what is laid down then is seen as a whole."""
        query.processAllAvailable()
        self._feed()

    def _feed(self) -> None:
        feeds = [feed for name, feed in self.feeds.items() if self.round < len(self.scenario.streams[name].rounds)]
        for feed in feeds:
            feed.prepare(self.round)
        for feed in feeds:
            feed.release()
        self.round += 1

    def _wait_until_processed(self, query: StreamingQuery) -> None:
        """Wait until Spark has taken what was fed, and has run the no-data batches that follow from it."""
        self._until(lambda: all(f.arrived(_last_progress(query)) for f in self.feeds.values()), query, "take the input")
        query.processAllAvailable()

    def _wait_for_batches(self, query: StreamingQuery, batches: int, log_decides: bool) -> None:
        """Wait until so many batches are done, by the commit log or by the progress; feed a round to each while it is open."""
        checkpoint = Checkpoint(self.spark, str(self._checkpoint_path))

        def done() -> int:
            return len(checkpoint.committed()) if log_decides else _last_progress(query).batch_id + 1

        for count in range(1, batches + 1):
            self._feed()
            self._until(lambda count=count: done() >= count, query, f"run batch {count - 1}")  # type: ignore[misc]
            self._step(1)

    def _until(self, condition: Callable[[], bool], query: StreamingQuery, what: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if self.stop.wait(POLL_SECONDS):
                raise RunStopped
            failure = query.exception()
            if failure is not None:
                raise failure
            if time.monotonic() > deadline:
                raise TimeoutError(f"Spark did not {what} within {PATIENCE_SECONDS} s.")
        if self.stop.is_set():
            raise RunStopped

    def _in_mid_batch(self) -> bool:
        """Whether a batch is in the offset log, not in the commit log, and Spark is at work on it."""
        offsets, commits = (self._checkpoint_path / log for log in ("offsets", "commits"))
        begun = {entry.name for entry in offsets.iterdir() if entry.name.isdigit()}
        open_batches = begun - {entry.name for entry in commits.iterdir()}
        return bool(open_batches) and bool(self.spark.sparkContext.statusTracker().getActiveJobsIds())

    def _note(self, query: StreamingQuery, recorder: Recorder) -> None:
        """Record what only the runner knows, or what costs Spark jobs: input rows and state."""
        recorder.catch_up()
        for event in query.recentProgress:
            progress = read_progress(event.json)
            if progress.executed and progress.batch_id not in self.seen:
                self.seen.add(progress.batch_id)
                self._note_inputs(progress, recorder)
        recorder.read_state()

    def _note_inputs(self, progress: Progress, recorder: Recorder) -> None:
        """Which of the fed rows a batch read, by the offsets that Spark reports for it."""
        for index, source in enumerate(progress.sources):
            for name, feed in self.feeds.items():
                if feed.feeds(source.description):
                    log = self._checkpoint_path / "sources" / str(index)
                    rows: list[Any] = feed.rows(source.start, source.end, log)
                    recorder.input(progress.batch_id, InputRows(name, index, cut(rows)))

    def _step(self, count: int) -> None:
        self.step += count
        self.on_round(self.step, self.scenario.steps)

    @property
    def _output(self) -> Path:
        return self.workspace / "output"

    @property
    def _checkpoint_path(self) -> Path:
        return self.workspace / "checkpoint"


_NO_PROGRESS = read_progress('{"batchId": -1}')


def _last_progress(query: StreamingQuery) -> Progress:
    progress = query.lastProgress
    return read_progress(progress.json) if progress is not None else _NO_PROGRESS


def _restore(spark: SparkSession, settings: Mapping[str, str | None]) -> None:
    for name, value in settings.items():
        if value is None:
            spark.conf.unset(name)
        else:
            spark.conf.set(name, value)
