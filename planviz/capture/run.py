"""Runs a scenario on Spark, run by run and round by round, and records it."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.errors import StreamingQueryException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from planviz.capture.checkpoint import Checkpoint
from planviz.capture.doomed import Doomed, LifeOver
from planviz.capture.feed import Feed, open_feed
from planviz.capture.kafka import Kafka
from planviz.capture.life import Life, Lived, LivedHere
from planviz.capture.listener import warm_up
from planviz.capture.patience import Patience
from planviz.capture.row_limit import cut
from planviz.model import InputRows, Progress, RecordingWriter, Run, Scenario

OnRound = Callable[[int, int], None]
"""Called with the number of steps done and of all steps."""


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
        patience = Patience(stop or threading.Event())
        stage = _Stage(spark, scenario, feeds, kafka, workspace, RecordingWriter(path), on_round, patience)
        # Whichever writer it has by then: a killed run takes the file over and gives it back.
        closing.callback(lambda: stage.writer.close())
        warm_up(spark)
        closing.callback(_restore, spark, previous)
        for name, value in scenario.conf.items():
            spark.conf.set(name, value)
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
    patience: Patience
    round: int = 0
    step: int = 0
    seen: set[int] = field(default_factory=set)

    def play(self, run: Run, more: bool) -> None:
        """One life of the query: start it, feed it, let it end, and record all that."""
        self.on_round(self.step, self.scenario.steps)
        for _ in range(run.waiting):
            self._feed()
        self.seen = set()
        arguments = {name: feed.argument for name, feed in self.feeds.items()}
        life = Life(self.scenario, run, more, arguments, self.workspace)
        if run.killed:
            self._play_and_kill(life)
        else:
            self._play_here(life)
        self._step(0 if run.batches else run.waiting)

    def _play_here(self, life: Life) -> None:
        query = life.start(self.spark, self.writer)
        if query is None:
            return
        try:
            with life.recorder(query, self.writer, self.kafka) as recorder:
                # A failure is in the recording, which is what the user looks at.
                with contextlib.suppress(StreamingQueryException):
                    self._drive(life, query, LivedHere(query, recorder))
                query.stop()
        finally:
            query.stop()

    def _play_and_kill(self, life: Life) -> None:
        """The same in a process of its own, which is killed in the middle of the batch that the last round brings."""
        checkpoint = Checkpoint(self.spark, str(life.checkpoint))
        signal = 0
        with (
            self._recording_lent() as path,
            Doomed(self.spark, life, path, self.patience) as doomed,
            contextlib.suppress(LifeOver),
        ):
            doomed.begin()
            self._feed_rounds(life, doomed)
            self.patience.until(
                lambda: bool(checkpoint.open_batches()) and doomed.at_work(), "begin the batch that is to be killed"
            )
            signal = doomed.kill()
        if signal:
            life.record_death(self.writer, checkpoint, signal)
        self._step(1)

    @contextlib.contextmanager
    def _recording_lent(self) -> Iterator[Path]:
        """The recording, for another process to write: what that one has flushed is what is gone on with."""
        self.writer.close()
        at_end = False
        try:
            yield self.writer.path
            at_end = True
        finally:
            self.writer = RecordingWriter(self.writer.path, go_on=True)
            if not at_end:
                # Whoever leaves early does not come back to start the query again.
                self.writer.end()

    def _drive(self, life: Life, query: StreamingQuery, lived: LivedHere) -> None:
        trigger = str(query._jsq.streamingQuery().trigger())
        if life.run.batches:
            # These write their logs when the rows are through: only then a batch or an epoch is done.
            self._wait_for_batches(life, lived, log_decides="Continuous" in trigger or "RealTime" in trigger)
            if self.feeds:
                self._note(life, lived)
        elif "AvailableNow" in trigger or "OneTime" in trigger:
            self.patience.until(lambda: not query.isActive, "end by itself", lived.check)
            self._note(life, lived)
        else:
            self._feed_rounds(life, lived)

    def _feed_rounds(self, life: Life, lived: Lived) -> None:
        """Feed the rounds of a run, each when the one before is worked off; the last one of a killed run is only fed."""
        # A socket source runs its first batch before any line came; a line sent now might slip into it or not.
        self._wait_until_processed(lived)
        self._note(life, lived)
        run = life.run
        last = self.scenario.rounds if run.rounds is None else self.round + run.rounds
        while self.round < last:
            # Right after the query looked for data and found none it pauses: what is laid down then is seen as a whole.
            lived.settle()
            self._feed()
            if run.killed and self.round == last:
                return
            self._wait_until_processed(lived)
            self._note(life, lived)
            self._step(1)

    def _feed(self) -> None:
        feeds = [feed for name, feed in self.feeds.items() if self.round < len(self.scenario.streams[name].rounds)]
        for feed in feeds:
            feed.prepare(self.round)
        for feed in feeds:
            feed.release()
        self.round += 1

    def _wait_until_processed(self, lived: Lived) -> None:
        """Wait until Spark has taken what was fed, and has run the no-data batches that follow from it."""
        self.patience.until(
            lambda: all(feed.arrived(lived.last_progress()) for feed in self.feeds.values()),
            "take the input",
            lived.check,
        )
        lived.settle()

    def _wait_for_batches(self, life: Life, lived: Lived, log_decides: bool) -> None:
        """Wait until so many batches are done, by the commit log or the progress; feed a round to each while it is open."""
        checkpoint = Checkpoint(self.spark, str(life.checkpoint))

        def done() -> int:
            return len(checkpoint.committed()) if log_decides else lived.last_progress().batch_id + 1

        for count in range(1, life.run.batches + 1):
            self._feed()
            self.patience.until(lambda count=count: done() >= count, f"run batch {count - 1}", lived.check)  # type: ignore[misc]
            self._step(1)

    def _note(self, life: Life, lived: Lived) -> None:
        """Record what only the runner knows, or what costs Spark jobs: input rows and state."""
        lived.catch_up()
        for progress in lived.progress():
            if progress.executed and progress.batch_id not in self.seen:
                self.seen.add(progress.batch_id)
                self._note_inputs(progress, life, lived)
        lived.read_state()

    def _note_inputs(self, progress: Progress, life: Life, lived: Lived) -> None:
        """Which of the fed rows a batch read, by the offsets that Spark reports for it."""
        for index, source in enumerate(progress.sources):
            for name, feed in self.feeds.items():
                if feed.feeds(source.description):
                    log = life.checkpoint / "sources" / str(index)
                    rows: list[Any] = feed.rows(source.start, source.end, log)
                    lived.input(progress.batch_id, InputRows(name, index, cut(rows)))

    def _step(self, count: int) -> None:
        self.step += count
        self.on_round(self.step, self.scenario.steps)


def _restore(spark: SparkSession, settings: Mapping[str, str | None]) -> None:
    for name, value in settings.items():
        if value is None:
            spark.conf.unset(name)
        else:
            spark.conf.set(name, value)
