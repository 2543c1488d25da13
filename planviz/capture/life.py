"""One life of a scenario's query: how it is started, recorded and asked, in whatever process it runs."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery
from pyspark.sql.streaming.readwriter import DataStreamWriter

from planviz.capture.checkpoint import Checkpoint
from planviz.capture.kafka import Kafka
from planviz.capture.output import batch_file_rows
from planviz.capture.recorder import Recorder
from planviz.capture.refusal import record_refusal
from planviz.model import Failure, InputRows, Progress, RecordingWriter, Rows, Run, Scenario, read_progress


@dataclass(frozen=True, slots=True)
class Life:
    """What one life of the query needs; `arguments` are what its build function gets for each stream."""

    scenario: Scenario
    run: Run
    more: bool
    arguments: Mapping[str, Any]
    workspace: Path

    @property
    def checkpoint(self) -> Path:
        return self.workspace / "checkpoint"

    @property
    def output(self) -> Path:
        return self.workspace / "output"

    def start(self, spark: SparkSession, file: RecordingWriter) -> StreamingQuery | None:
        """The running query, or None if Spark refuses it: that is recorded then."""
        build = self.run.build or self.scenario.build
        arguments = dict(self.arguments)
        if "output" in inspect.signature(build).parameters:
            self.output.mkdir(exist_ok=True)
            arguments["output"] = str(self.output)
        writer: DataStreamWriter | None = None
        try:
            writer = build(spark, **arguments)
            query: StreamingQuery = writer.option("checkpointLocation", str(self.checkpoint)).start()
            return query
        except PySparkException as error:
            record_refusal(spark, file, self.scenario, writer, error, self.more)
            return None

    def recorder(self, query: StreamingQuery, file: RecordingWriter, kafka: Kafka | None = None) -> Recorder:
        def read_output(batch_id: int, progress: Progress | None) -> Rows | None:
            if kafka:
                return kafka.written(progress.sink_rows if progress else None)
            return batch_file_rows(self.output, batch_id)

        return Recorder(
            query,
            file,
            source_code=self.scenario.source_code,
            scenario=self.scenario.name,
            read_output=read_output,
            last_batch=self.run.batches - 1 if self.run.batches else None,
            more=self.more,
        )

    def record_death(self, file: RecordingWriter, checkpoint: Checkpoint, signal: int) -> None:
        """What is known of this life after its process was killed: the batches it had begun and not committed."""
        begun = checkpoint.open_batches()
        for batch_id in begun:
            texts = {"offset_log": checkpoint.offset_log(batch_id)}
            failure = f"its process was killed with signal {signal} in the middle of the batch"
            file.batch(batch_id, {}, texts, batch_file_rows(self.output, batch_id), {"failure": failure})
        where = f"in the middle of batch {begun[-1]}" if begun else "between two batches"
        file.end(Failure(f"The process was killed with signal {signal} {where}.", signal=signal), self.more)


class Lived(Protocol):
    """A query that runs, as the one who feeds it sees it."""

    def settle(self) -> None:
        """Wait until the query has worked off all that it sees. Raises if it fails."""

    def last_progress(self) -> Progress:
        """What the query reported last."""

    def progress(self) -> list[Progress]:
        """What the query reported lately, oldest first."""

    def input(self, batch_id: int, rows: InputRows) -> None:
        """Record what a source brought to a batch."""

    def catch_up(self) -> None:
        """Record every batch that is done."""

    def read_state(self) -> None:
        """Record the state after every batch that is done."""

    def check(self) -> None:
        """Raise if nothing more can come: the query failed, or its process is gone."""


@dataclass(frozen=True, slots=True)
class LivedHere:
    """A query of this process."""

    query: StreamingQuery
    recorder: Recorder

    def settle(self) -> None:
        self.query.processAllAvailable()

    def last_progress(self) -> Progress:
        event = self.query.lastProgress
        return read_progress(event.json) if event is not None else NO_PROGRESS

    def progress(self) -> list[Progress]:
        return [read_progress(event.json) for event in self.query.recentProgress]

    def input(self, batch_id: int, rows: InputRows) -> None:
        self.recorder.input(batch_id, rows)

    def catch_up(self) -> None:
        self.recorder.catch_up()

    def read_state(self) -> None:
        self.recorder.read_state()

    def check(self) -> None:
        failure = self.query.exception()
        if failure is not None:
            raise failure


NO_PROGRESS = read_progress('{"batchId": -1}')
"""What a query has reported before its first batch is done."""
