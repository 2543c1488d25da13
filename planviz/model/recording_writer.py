"""Writes a recording file, record by record, each flushed as it is written."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from planviz.model.recording import Failure, InputRows, QueryInfo, Rows, StateRows
from planviz.model.recording_file import FORMAT, VERSION
from planviz.model.textpool import Encoded, Template, TextPool, template_from_json


class RecordingWriter:
    """Appends one query's records to a file, each flushed as it is written. Safe to use from several threads.

    `go_on`: add to what another writer left there, however that one ended; what it wrote in full is kept.
    """

    def __init__(self, path: str | Path, go_on: bool = False) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._pool = TextPool()
        self._lock = threading.Lock()
        if go_on:
            _cut_torn_line(self.path)
            for template in _templates(self.path):
                self._pool.add(template)
        self._file: IO[str] = self.path.open("a" if go_on else "w", encoding="utf-8")
        if not go_on:
            self._write({"format": FORMAT, "version": VERSION})

    def query(self, info: QueryInfo) -> None:
        self._write({"r": "query", **asdict(info)})

    def started(self, nodes: list[dict[str, Any]]) -> None:
        """The query as it was handed over: its leaves stand for sources."""
        self._write({"r": "started", "nodes": nodes})

    def bound(self, nodes: list[dict[str, Any]]) -> None:
        """The query as it runs: its leaves are bound to sources that are there."""
        self._write({"r": "bound", "nodes": nodes})

    def batch(
        self,
        batch_id: int,
        stages: Mapping[str, list[dict[str, Any]]],
        texts: Mapping[str, str],
        output: Rows | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """One micro-batch: its plans by stage as JSON nodes, its texts by name (see TEXTS), and plain facts."""
        with self._lock:
            record: dict[str, Any] = {"r": "batch", "id": batch_id, **(facts or {})}
            record["plans"] = {stage: self._encode(_dump(nodes)) for stage, nodes in stages.items()}
            record |= {name: self._encode(text) for name, text in texts.items() if text}
            if output is not None:
                record["output"] = _rows_to_json(output)
            self._append(record)

    def input(self, batch_id: int, rows: InputRows) -> None:
        self._write(
            {"r": "input", "batch": batch_id, "stream": rows.stream, "source": rows.source, **_rows_to_json(rows.rows)}
        )

    def state(self, batch_id: int, stores: Iterable[StateRows]) -> None:
        """The content of every store after a batch; no store at all means that the query keeps no state."""
        content = [
            {"op": s.operator_id, "operator": s.operator, "store": s.store, **_rows_to_json(s.rows)} for s in stores
        ]
        self._write({"r": "state", "batch": batch_id, "stores": content})

    def note(self, text: str) -> None:
        self._write({"r": "note", "text": text})

    def end(self, failure: Failure | None = None, more: bool = False) -> None:
        """The query ended; `more`: it will be started again on its checkpoint."""
        self._write({"r": "end", "error": asdict(failure) if failure else None, **({"more": True} if more else {})})

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _write(self, record: Mapping[str, Any]) -> None:
        with self._lock:
            self._append(record)

    def _encode(self, text: str) -> Encoded:
        known = len(self._pool.templates)
        encoded = self._pool.encode(text)
        for template in self._pool.templates[known:]:
            self._append({"r": "template", "pieces": template.pieces, "slots": template.slots, "first": template.first})
        return encoded

    def _append(self, record: Mapping[str, Any]) -> None:
        if not self._file.closed:
            self._file.write(_dump(record) + "\n")
            self._file.flush()


def _cut_torn_line(path: Path) -> None:
    """Take off a last line that its writer did not live to finish."""
    with path.open("rb+") as file:
        file.truncate(file.read().rfind(b"\n") + 1)


def _templates(path: Path) -> list[Template]:
    """The texts that records of the file refer to by their number."""
    records = (json.loads(line) for line in path.read_bytes().splitlines())
    return [template_from_json(record) for record in records if record.get("r") == "template"]


def _rows_to_json(rows: Rows) -> dict[str, Any]:
    return {"rows": rows.rows, "total": rows.total}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
