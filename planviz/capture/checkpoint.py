"""Reads what a running query wrote to its checkpoint: the offset log and the commit log."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from py4j.protocol import Py4JError
from pyspark.sql import SparkSession


class Checkpoint:
    """A checkpoint directory, on the local disk or on any file system Hadoop knows."""

    def __init__(self, spark: SparkSession, location: str) -> None:
        self._spark = spark
        self.location = location
        self.local = local_path(location)

    def exists(self) -> bool:
        """Whether the checkpoint is still there; a temporary one goes with its query."""
        return self._exists("offsets")

    def offset_log(self, batch_id: int) -> str:
        """The offset log's entry, or "" if there is none (yet)."""
        return self._read(f"offsets/{batch_id}")

    def commit_log(self, batch_id: int) -> str:
        """The commit log's entry, or "" if there is none (yet)."""
        return self._read(f"commits/{batch_id}")

    def committed(self) -> list[int]:
        """The ids of all batches in the commit log; only of a checkpoint on the local disk."""
        return self._ids("commits")

    def open_batches(self) -> list[int]:
        """The ids of all batches that were begun and not committed; only of a checkpoint on the local disk."""
        return sorted(set(self._ids("offsets")) - set(self._ids("commits")))

    def has_state(self) -> bool:
        """Whether the query keeps state."""
        return self._exists("state")

    def _ids(self, log: str) -> list[int]:
        names = (entry.name for entry in (self.local / log).glob("*")) if self.local else iter(())
        return sorted(int(name) for name in names if name.isdigit())

    def _exists(self, name: str) -> bool:
        if self.local:
            return (self.local / name).is_dir()
        try:
            system, path = self._hadoop(name)
            return bool(system.exists(path))
        except Py4JError:
            return False

    def _read(self, name: str) -> str:
        if self.local:
            try:
                return (self.local / name).read_text(encoding="utf-8", errors="replace")
            except OSError:
                return ""
        try:
            system, path = self._hadoop(name)
            stream = system.open(path)
            try:
                return str(self._jvm().org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
            finally:
                stream.close()
        except Py4JError:
            return ""

    def _hadoop(self, name: str) -> tuple[Any, Any]:
        path = self._jvm().org.apache.hadoop.fs.Path(f"{self.location}/{name}")
        return path.getFileSystem(self._spark.sparkContext._jsc.hadoopConfiguration()), path

    def _jvm(self) -> Any:
        return self._spark.sparkContext._jvm


def local_path(location: str) -> Path | None:
    """The path of a location on the local disk, or None if it is elsewhere."""
    parsed = urlparse(location)
    return Path(unquote(parsed.path)) if parsed.scheme in ("", "file") else None
