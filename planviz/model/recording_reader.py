"""Reads a recording file, also while it is being written."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from planviz.model.plan import Plan, plan_from_json
from planviz.model.recording import (
    Batch,
    Failure,
    InputRows,
    LazyPlans,
    QueryInfo,
    QueryRun,
    Recording,
    Rows,
    StateRows,
)
from planviz.model.recording_file import FORMAT, TEXTS, VERSION, RecordingError
from planviz.model.textpool import Encoded, TextPool, template_from_json

HEAD_LINES = 4
"""In how many of its first lines a recording tells of its query."""


@dataclass
class _Parts:
    """What has been read so far."""

    query: QueryInfo = field(default_factory=QueryInfo)
    pool: TextPool = field(default_factory=TextPool)
    started: Plan | None = None
    bound: Plan | None = None
    batches: dict[int, dict[str, Any]] = field(default_factory=dict)
    inputs: dict[int, list[InputRows]] = field(default_factory=dict)
    state: dict[int, tuple[StateRows, ...]] = field(default_factory=dict)
    attempts: dict[int, tuple[Batch, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    runs: list[QueryRun] = field(default_factory=list)
    failure: Failure | None = None
    finished: bool = False


class RecordingReader:
    """Reads a recording, and reads on when the file has grown: `refresh` costs only what is new."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._offset = 0
        self._parts = _Parts()
        self._header_seen = False
        self._made: dict[int, Batch] = {}

    def refresh(self) -> Recording:
        """The recording as it is now. Raises RecordingError with a message for the user."""
        for line in self._new_lines():
            self._take(line)
        if not self._header_seen:
            raise RecordingError(f"{self.path.name} is empty: nothing was recorded in it.")
        return self._recording()

    def _new_lines(self) -> list[bytes]:
        """The complete lines that were not read yet; a torn last line is left for later."""
        try:
            with self.path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except OSError as error:
            raise RecordingError(f"{self.path} cannot be read: {error.strerror}.") from error
        complete = data.rfind(b"\n") + 1
        self._offset += complete
        return data[:complete].splitlines()

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
        except ValueError as error:
            if not self._header_seen:
                raise RecordingError(
                    f"{self.path.name} is not a planviz recording: its first line is not JSON."
                ) from error
            self._parts.notes.append("One line of the file is damaged and was left out.")
            return
        if not self._header_seen:
            self._check_header(record)
            return
        try:
            _TAKE.get(record.get("r"), _ignore)(self._parts, record)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            self._parts.notes.append("One record of the file has an unexpected form and was left out.")

    def _check_header(self, record: Any) -> None:
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise RecordingError(f"{self.path.name} is not a planviz recording: its first line does not say so.")
        version = record.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise RecordingError(
                f"{self.path.name} was written in format {version}; this planviz reads up to {VERSION}. Update planviz to open it."
            )
        self._header_seen = True

    def _recording(self) -> Recording:
        parts = self._parts
        ids = sorted(parts.batches.keys() | parts.inputs.keys())
        return Recording(
            query=parts.query,
            batches=tuple(self._batch(batch_id) for batch_id in ids if batch_id in parts.batches),
            started=parts.started,
            bound=parts.bound,
            failure=parts.failure,
            finished=parts.finished,
            notes=tuple(dict.fromkeys(parts.notes)),
            runs=tuple(parts.runs),
        )

    def _batch(self, batch_id: int) -> Batch:
        """The batch, made once unless its state, its input or another attempt came later."""
        made = self._made.get(batch_id)
        state, inputs = self._parts.state.get(batch_id), self._parts.inputs.get(batch_id, ())
        attempts = self._parts.attempts.get(batch_id, ())
        if made is None or made.state is not state or len(made.inputs) != len(inputs) or made.attempts is not attempts:
            made = self._made[batch_id] = _make_batch(self._parts, batch_id)
        return made


def read_recording(path: str | Path) -> Recording:
    """The recording in a file. Raises RecordingError with a message for the user."""
    return RecordingReader(path).refresh()


def _make_batch(parts: _Parts, batch_id: int) -> Batch:
    record = parts.batches[batch_id]
    texts = {name: parts.pool.decode(record[name]) if name in record else "" for name in TEXTS}
    output = record.get("output")
    micros = record.get("captureMicros")
    return Batch(
        id=batch_id,
        plans=LazyPlans({stage: _Decoder(parts.pool, encoded) for stage, encoded in record["plans"].items()}),
        progress_json=texts["progress"],
        formatted=texts["formatted"],
        offset_log=texts["offset_log"],
        commit_log=texts["commit_log"],
        sink_log=texts["sink_log"],
        inputs=tuple(parts.inputs.get(batch_id, ())),
        output=_rows_from_json(output) if output is not None else None,
        state=parts.state.get(batch_id),
        execution_id=record.get("executionId"),
        capture_ms=micros / 1000 if micros is not None else None,
        failure=record.get("failure") or "",
        problem=record.get("problem") or "",
        run_id=record["run"],
        attempts=parts.attempts.get(batch_id, ()),
    )


@dataclass(frozen=True, slots=True)
class _Decoder:
    """Decodes one plan when it is asked for."""

    pool: TextPool
    encoded: Encoded

    def __call__(self) -> Plan:
        return plan_from_json(json.loads(self.pool.decode(self.encoded)))


def read_query(path: str | Path) -> QueryInfo:
    """What the head of a recording says of its query, however long the file is; empty if it says nothing (yet)."""
    try:
        with Path(path).open("rb") as file:
            for line in itertools.islice(file, HEAD_LINES):
                record = json.loads(line)
                if record.get("r") == "query":
                    return _query(record)
    except (OSError, ValueError, AttributeError, TypeError):
        pass
    return QueryInfo()


def _query(record: Mapping[str, Any]) -> QueryInfo:
    known = {f.name for f in fields(QueryInfo)}
    return QueryInfo(**{name: value for name, value in record.items() if name in known})


def _take_query(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.query = _query(record)
    # A run may have been left and taken up again while it lasted.
    if not parts.runs or parts.runs[-1].query.run_id != parts.query.run_id:
        parts.runs.append(QueryRun(parts.query))
    parts.failure, parts.finished = None, False


def _take_started(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.started = plan_from_json(record["nodes"])


def _take_bound(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.bound = plan_from_json(record["nodes"])


def _take_template(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.pool.add(template_from_json(record))


def _take_batch(parts: _Parts, record: dict[str, Any]) -> None:
    batch_id = int(record["id"])
    if parts.batches.get(batch_id, {}).get("run", parts.query.run_id) != parts.query.run_id:
        parts.attempts[batch_id] = (*parts.attempts.get(batch_id, ()), _make_batch(parts, batch_id))
        parts.inputs.pop(batch_id, None)
        parts.state.pop(batch_id, None)
    parts.batches[batch_id] = {**record, "run": parts.query.run_id}


def _take_input(parts: _Parts, record: Mapping[str, Any]) -> None:
    rows = InputRows(record["stream"], record["source"], _rows_from_json(record))
    parts.inputs.setdefault(record["batch"], []).append(rows)


def _take_state(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.state[record["batch"]] = tuple(
        StateRows(store["op"], store["operator"], store["store"], _rows_from_json(store)) for store in record["stores"]
    )


def _take_note(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.notes.append(record["text"])


def _take_end(parts: _Parts, record: Mapping[str, Any]) -> None:
    parts.finished = not record.get("more")
    error = record.get("error")
    parts.failure = _failure_from_json(error) if error else None
    if parts.runs:
        parts.runs[-1] = QueryRun(parts.runs[-1].query, parts.failure)


def _failure_from_json(error: Mapping[str, Any]) -> Failure:
    return Failure(error["message"], error.get("error_class", ""), error.get("signal"))


def _ignore(parts: _Parts, record: Mapping[str, Any]) -> None:
    """A kind of record this version does not know is passed over."""


_TAKE = {
    "query": _take_query,
    "started": _take_started,
    "bound": _take_bound,
    "template": _take_template,
    "batch": _take_batch,
    "input": _take_input,
    "state": _take_state,
    "note": _take_note,
    "end": _take_end,
}


def _rows_from_json(record: Mapping[str, Any]) -> Rows:
    return Rows(tuple(record["rows"]), record["total"])
