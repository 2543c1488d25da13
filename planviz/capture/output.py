"""Reads what a batch wrote: to a file sink with its log, to the memory sink, or to files named after the batch."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow.csv
import pyarrow.parquet
from py4j.protocol import Py4JError

from planviz.capture.checkpoint import local_path
from planviz.capture.row_limit import ROW_LIMIT, cut
from planviz.model import Rows

FORMATS: dict[str, Callable[[Path], Iterable[dict[str, Any]]]] = {
    ".parquet": lambda path: pyarrow.parquet.read_table(path).to_pylist(),
    ".json": lambda path: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()],
    ".jsonl": lambda path: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()],
    ".csv": lambda path: pyarrow.csv.read_csv(path).to_pylist(),
    ".txt": lambda path: [{"value": line} for line in path.read_text(encoding="utf-8").splitlines()],
}


def file_sink_rows(sink: Any, batch_id: int) -> Rows | None:
    """The rows of the files that the batch added, or None if the sink is not a local file sink we can read."""
    directory = _directory(sink)
    if directory is None:
        return None
    rows: list[dict[str, Any]] = []
    for path in _added_files(directory / "_spark_metadata", batch_id):
        reader = FORMATS.get(path.suffix)
        if reader is None:
            return None
        rows += reader(path)
    return cut([json.loads(json.dumps(row, default=str)) for row in rows])


def file_sink_log(sink: Any, batch_id: int) -> str:
    """The batch's entry in the log of a local file sink, as written; every tenth names the files of all batches so far."""
    directory = _directory(sink)
    if directory is None:
        return ""
    entries = (directory / "_spark_metadata" / f"{batch_id}{kind}" for kind in ("", ".compact"))
    return next((entry.read_text(encoding="utf-8") for entry in entries if entry.exists()), "")


def batch_file_rows(directory: Path, batch_id: int) -> Rows | None:
    """The rows of `batch-<id>.jsonl`, which a scenario's foreach or foreachBatch writes; None if it has no such place."""
    if not directory.is_dir():
        return None
    path = directory / f"batch-{batch_id}.jsonl"
    rows = list(FORMATS[".jsonl"](path)) if path.exists() else []
    return cut(rows)


def memory_sink_rows(sink: Any, batch_id: int) -> Rows | None:
    """The rows that the memory sink got from one batch or epoch, or None if it is another sink."""
    if sink.getClass().getSimpleName() != "MemorySink":
        return None
    since, after = sink.dataSinceBatch(batch_id - 1), sink.dataSinceBatch(batch_id)
    total = since.size() - after.size()
    return Rows(tuple(json.loads(since.apply(index).json()) for index in range(min(total, ROW_LIMIT))), total)


def _added_files(log: Path, batch_id: int) -> list[Path]:
    """The files of one batch. Every tenth entry is compacted: it names the files of all batches so far."""
    entry = log / str(batch_id)
    if entry.exists():
        return _files_in(entry)
    compacted = log / f"{batch_id}.compact"
    if not compacted.exists():
        return []
    earlier = {file for each in log.iterdir() if _batch_of(each) < batch_id for file in _files_in(each)}
    return [file for file in _files_in(compacted) if file not in earlier]


def _batch_of(entry: Path) -> float:
    name = entry.name.removesuffix(".compact")
    return int(name) if name.isdigit() else math.inf


def _files_in(entry: Path) -> list[Path]:
    """The local files which one entry of the log names; its first line is a version."""
    paths = (local_path(json.loads(line)["path"]) for line in entry.read_text(encoding="utf-8").splitlines()[1:])
    return [path for path in paths if path is not None]


def _directory(sink: Any) -> Path | None:
    """Where a file sink writes: its text is FileSink[path]."""
    try:
        text = str(sink.toString())
    except Py4JError:
        return None
    return local_path(text[len("FileSink[") : -1]) if text.startswith("FileSink[") else None
