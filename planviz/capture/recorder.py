"""Records a running query: every micro-batch's plans, progress, logs, output and state, to one file."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from py4j.protocol import Py4JError
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from planviz.capture.checkpoint import Checkpoint
from planviz.capture.listener import Listener, listen
from planviz.capture.output import file_sink_log, file_sink_rows, memory_sink_rows
from planviz.capture.query_info import query_info
from planviz.capture.state import StateReader, StateUnreadable
from planviz.model import Failure, InputRows, Progress, Recording, RecordingWriter, Rows, read_progress

POLL_MILLIS = 200

OnBatch = Callable[[int], None]

ReadOutput = Callable[[int, Progress | None], Rows | None]
"""The rows that a batch wrote to a place only the caller knows of, or None."""


class Recorder:
    """Follows one query until it ends or `stop` is called. Never changes the query, never fails it.

    `file` is a path, or a writer that already holds earlier runs of the same query and is left open (`more`: there is
    another run to come). `earlier` is what a file at that path holds of the same query: it is gone on with. Batches after
    `last_batch` are left out.
    """

    def __init__(
        self,
        query: StreamingQuery,
        file: str | Path | RecordingWriter,
        source_code: str = "",
        scenario: str = "",
        on_batch: OnBatch | None = None,
        read_output: ReadOutput | None = None,
        last_batch: int | None = None,
        more: bool = False,
        earlier: Recording | None = None,
    ) -> None:
        execution = _execution(query)
        self.query = query
        self._spark = _session()
        self._on_batch = on_batch or (lambda _batch: None)
        self._checkpoint = Checkpoint(self._spark, str(execution.resolvedCheckpointRoot()))
        self._execution = execution
        self._sink = execution.sink()
        self._bound = False
        self._keep_open = isinstance(file, RecordingWriter)
        self._writer = file if isinstance(file, RecordingWriter) else RecordingWriter(file, earlier is not None)
        self._state = StateReader(self._spark, self._checkpoint.location, self._writer.note)
        self.path = self._writer.path
        self._read_output = read_output or (lambda _batch, _progress: None)
        self._last_batch = last_batch
        self._more = more
        self._continuous = execution.getClass().getSimpleName() == "ContinuousExecution"
        # Such an engine writes its logs by and by, after it has told of the batch.
        self._logs_late = "AsyncProgressTracking" in execution.getClass().getSimpleName()
        self._pending: dict[int, dict[str, Any]] = {}
        self._waiting_for_logs: dict[int, str] = {}
        # A query may be recorded a second time while it runs.
        batches = earlier.batches if earlier else ()
        self._written = {batch.id for batch in batches if batch.run_id == str(query.runId)}
        self._state_read = set(self._written)
        self._failure: Failure | None = None
        self._stopping = threading.Event()
        self._caught_up = threading.Event()
        self._listener: Listener = listen(self._spark, str(query.runId), self._sink)
        self._writer.query(query_info(self._spark, query, execution, source_code, scenario))
        self._writer.started(self._listener.describe(execution.analyzedPlan()))
        self._backfill()
        self._thread = threading.Thread(target=self._follow, name=f"planviz {query.runId}", daemon=True)
        self._thread.start()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Whoever leaves early does not come back to start the query again.
        self._more = self._more and kind is None
        self.stop()

    @property
    def batches(self) -> frozenset[int]:
        """The ids of the batches recorded so far."""
        return frozenset(self._written)

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._stopping.is_set()

    def input(self, batch_id: int, rows: InputRows) -> None:
        """Add what a source brought to a batch; Spark itself does not keep it."""
        self._writer.input(batch_id, rows)

    def read_state(self) -> None:
        """Record the state's content after each batch that has none yet. Runs Spark jobs: call it when it may cost."""
        for batch_id in sorted(self._written - self._state_read):
            self._state_read.add(batch_id)
            try:
                self._writer.state(batch_id, self._state.read(batch_id) if self._checkpoint.has_state() else ())
            except StateUnreadable as problem:
                self._writer.note(f"The state after batch {batch_id} could not be read: {problem}")

    def catch_up(self) -> None:
        """Wait until every event that Spark has posted so far is in the file."""
        self._listener.drain()
        self._caught_up.clear()
        self._listener.mark()
        while not self._caught_up.wait(0.2) and self._thread.is_alive():
            pass

    def stop(self, read_state: bool = True) -> Path:
        """Write what is left and close the file; the query goes on if it still runs. Returns the file's path.

        Reading the state's content runs one small Spark job for each batch and store.
        """
        if self._stopping.is_set():
            return self.path
        with contextlib.suppress(Py4JError, OSError):
            self._listener.drain()
        self._stopping.set()
        self._thread.join()
        try:
            self._listener.detach()
            if read_state and self._checkpoint.exists():
                self.read_state()
            elif read_state and self._state_read != self._written:
                self._writer.note("State contents are missing: the query's temporary checkpoint went with the query.")
        except (Py4JError, OSError) as error:
            self._writer.note(f"Spark was gone before the state could be read: {type(error).__name__}")
        self._writer.end(self._failure, self._more)
        if not self._keep_open:
            self._writer.close()
        return self.path

    def _follow(self) -> None:
        """Take records off the listener until asked to stop and none is left."""
        while True:
            try:
                record = self._listener.poll(1 if self._stopping.is_set() else POLL_MILLIS)
                if record is not None:
                    self._take(record)
                elif self._stopping.is_set():
                    break
                self._write_logged()
            except (Py4JError, OSError) as error:
                self._failure = Failure(f"The Spark driver is gone: {type(error).__name__}")
                break
        self._write_logged(at_last=True)
        for batch_id in sorted(self._pending):
            if self._continuous:
                self._write_epochs(self._pending[batch_id])
            else:
                self._write_batch(batch_id, progress="")

    def _take(self, record: dict[str, Any]) -> None:
        kind = record["record"]
        if kind in ("batch", "progress") and self._is_beyond(record):
            return
        if kind == "batch":
            self._pending[record["batchId"]] = record
        elif kind == "progress":
            progress = read_progress(record["json"])
            if progress.batch_id in self._pending or (progress.executed and progress.batch_id not in self._written):
                self._waiting_for_logs[progress.batch_id] = record["json"]
                self._write_logged(at_last=not self._logs_late)
        elif kind == "terminated" and record["error"]:
            self._failure = Failure(record["error"], record.get("errorClass") or "")
        elif kind == "mark":
            self._write_logged(at_last=True)
            self._caught_up.set()
        elif kind == "problem":
            self._writer.note(f"One event could not be captured: {record['text']}")

    def _write_logged(self, at_last: bool = False) -> None:
        """Write the batches whose commit is in the log by now; at last those too for which nobody waits any longer."""
        for batch_id in sorted(self._waiting_for_logs):
            if at_last or self._checkpoint.commit_log(batch_id):
                self._write_batch(batch_id, self._waiting_for_logs.pop(batch_id))

    def _write_batch(self, batch_id: int, progress: str) -> None:
        record = self._pending.pop(batch_id, {})
        output = record.get("output")
        texts = {
            "progress": progress,
            "offset_log": self._checkpoint.offset_log(batch_id),
            "commit_log": self._checkpoint.commit_log(batch_id),
            "sink_log": file_sink_log(self._sink, batch_id),
            "formatted": record.get("formatted", ""),
        }
        facts = {
            name: record[name] for name in ("executionId", "captureMicros", "failure", "problem") if record.get(name)
        }
        rows = Rows(tuple(output["rows"]), output["total"]) if output else file_sink_rows(self._sink, batch_id)
        if rows is None:
            rows = self._output_elsewhere(batch_id, progress)
        self._write_bound()
        self._writer.batch(batch_id, record.get("stages", {}), texts, rows, facts)
        self._written.add(batch_id)
        if not progress:
            # It was never committed, so it left no state.
            self._state_read.add(batch_id)
        self._on_batch(batch_id)

    def _write_bound(self) -> None:
        """The plan that Spark makes in the query's own thread before its first batch: not there until a batch is."""
        if not self._bound:
            self._bound = True
            try:
                self._writer.bound(self._listener.describe(self._execution.logicalPlan()))
            except (Py4JError, OSError) as error:
                self._writer.note(f"The plan bound to its sources could not be read: {type(error).__name__}")

    def _output_elsewhere(self, batch_id: int, progress: str) -> Rows | None:
        """What the caller can read of a batch's output; a reader that fails must not end the recording."""
        try:
            return self._read_output(batch_id, read_progress(progress) if progress else None)
        except Exception as error:
            self._writer.note(f"The output of batch {batch_id} could not be read: {type(error).__name__}: {error}")
            return None

    def _write_epochs(self, record: dict[str, Any]) -> None:
        """A continuous query is one long execution, known when it ends; its epochs are in the checkpoint's logs."""
        for epoch in self._checkpoint.committed()[: None if self._last_batch is None else self._last_batch + 1]:
            rows = memory_sink_rows(self._sink, epoch)
            output = {"rows": rows.rows, "total": rows.total} if rows else None
            self._pending[epoch] = {**record, "output": output, "failure": None}
            self._write_batch(epoch, progress="")
        self._writer.note(
            "Progress is missing: Spark reports none for the epochs of a continuous query. Its epochs are told by the "
            "offset log and the commit log."
        )

    def _is_beyond(self, record: dict[str, Any]) -> bool:
        if self._last_batch is None:
            return False
        batch_id = record["batchId"] if "batchId" in record else read_progress(record["json"]).batch_id
        return int(batch_id) > self._last_batch

    def _backfill(self) -> None:
        """Batches which ran before the recorder came have a progress, but their plans are gone."""
        for progress in self.query.recentProgress:
            if "addBatch" in (progress.durationMs or {}) and progress.batchId not in self._written:
                self._write_batch(progress.batchId, progress.json)


def _session() -> SparkSession:
    session = SparkSession.getActiveSession() or SparkSession._instantiatedSession
    if session is None:
        raise RuntimeError("There is no SparkSession in this program, so there is no query to record.")
    return session


def _execution(query: StreamingQuery) -> Any:
    """The StreamExecution behind a query; newer Sparks wrap it."""
    handle = query._jsq
    return handle.streamingQuery() if "Wrapper" in handle.getClass().getSimpleName() else handle
