"""Brings a scenario's input to Spark for real: over a socket, over Kafka, or as new files in a directory."""

from __future__ import annotations

import csv
import io
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import pyarrow
import pyarrow.parquet

from planviz.capture.kafka import Kafka
from planviz.model import KAFKA, Progress, Stream


class Feed(Protocol):
    """One stream of a scenario while it runs."""

    @property
    def argument(self) -> Any:
        """What the scenario's build function gets for this stream."""

    def prepare(self, round_number: int) -> None:
        """Make the rows of one round ready, where Spark does not see them yet."""

    def release(self) -> None:
        """Let Spark see what was prepared, in one stroke."""

    def arrived(self, progress: Progress) -> bool:
        """Whether Spark has taken all that was pushed so far, as a progress of the query tells."""

    def feeds(self, description: str) -> bool:
        """Whether that is Spark's name for the source which this feed serves."""

    def rows(self, start: Any, end: Any, log: Path) -> list[Any]:
        """The rows between two of Spark's offsets, as they were fed; `log` is the source's own log in the checkpoint."""

    def close(self) -> None:
        """Free what the feed holds."""


class SocketFeed:
    """A TCP server on this machine which sends a line for each row."""

    def __init__(self, stream: Stream, directory: Path) -> None:
        del directory
        self._rounds = stream.rounds
        self._sent: list[str] = []
        self._prepared: tuple[str, ...] = ()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._connection: socket.socket | None = None
        self._connected = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def argument(self) -> dict[str, str]:
        host, port = self._server.getsockname()
        return {"host": host, "port": str(port)}

    def prepare(self, round_number: int) -> None:
        self._prepared = self._rounds[round_number]

    def release(self) -> None:
        lines, self._prepared = self._prepared, ()
        if not lines:
            return
        if not self._connected.wait(timeout=60) or self._connection is None:
            raise TimeoutError("Spark did not connect to the scenario's socket within 60 s.")
        # One call, so that the round arrives as a whole.
        self._connection.sendall("".join(f"{line}\n" for line in lines).encode())
        self._sent += lines

    def arrived(self, progress: Progress) -> bool:
        ends = (source.end for source in progress.sources if self.feeds(source.description))
        return any(_as_index(end) >= len(self._sent) - 1 for end in ends)

    def feeds(self, description: str) -> bool:
        return "Socket" in description and self.argument["port"] in description

    def rows(self, start: Any, end: Any, log: Path) -> list[Any]:
        del log
        return [{"value": line} for line in self._sent[_as_index(start) + 1 : _as_index(end) + 1]]

    def close(self) -> None:
        self._server.close()
        if self._connection:
            self._connection.close()

    def _accept(self) -> None:
        try:
            # Spark first makes a connection only to see whether it can.
            while True:
                self._connection, _ = self._server.accept()
                self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._connected.set()
        except OSError:
            return


class FileFeed:
    """A directory that gets one new file a round."""

    def __init__(self, stream: Stream, directory: Path) -> None:
        self._stream = stream
        self._directory = directory
        self._directory.mkdir(parents=True)
        self._born = int(time.time())
        self._prepared: list[tuple[Path, Path]] = []
        self._files: dict[str, list[Any]] = {}

    @property
    def argument(self) -> str:
        return str(self._directory)

    def prepare(self, round_number: int) -> None:
        rows = self._stream.rounds[round_number]
        if not rows:
            return
        name = f"{round_number:04}.{self._stream.kind}"
        # Spark must never see half a file: it ignores hidden ones, and a rename is atomic.
        hidden = self._directory / f".{name}"
        hidden.write_bytes(FORMATS[self._stream.kind](rows))
        # Spark takes files by their age, so files that lie there together must differ in it.
        os.utime(hidden, (self._born + round_number, self._born + round_number))
        self._prepared.append((hidden, self._directory / name))
        self._files[name] = list(rows)

    def release(self) -> None:
        for hidden, visible in self._prepared:
            hidden.rename(visible)
        self._prepared.clear()

    def arrived(self, progress: Progress) -> bool:
        del progress
        return True

    def feeds(self, description: str) -> bool:
        return str(self._directory) in description

    def rows(self, start: Any, end: Any, log: Path) -> list[Any]:
        offsets = range(_log_offset(start) + 1, _log_offset(end) + 1)
        names = [name for offset in offsets for name in _files_in_log(log, offset)]
        rows = [row for name in names for row in self._files.get(name, ())]
        return [row if isinstance(row, Mapping) else {"value": row} for row in rows]

    def close(self) -> None:
        """The directory goes with the run's."""


def _as_json(rows: tuple[Any, ...]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _as_text(rows: tuple[Any, ...]) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def _as_parquet(rows: tuple[Any, ...]) -> bytes:
    content = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), content)
    return content.getvalue()


def _as_csv(rows: tuple[Any, ...]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


FORMATS: dict[str, Callable[[tuple[Any, ...]], bytes]] = {
    "json": _as_json,
    "text": _as_text,
    "csv": _as_csv,
    "parquet": _as_parquet,
}


def open_feed(name: str, stream: Stream, directory: Path, kafka: Kafka | None) -> Feed:
    """The feed for a stream's kind; `kafka` is there if any stream of the scenario needs it."""
    if kafka and stream.kind == KAFKA:
        return kafka.feed(name, stream)
    if stream.kind == "socket":
        return SocketFeed(stream, directory)
    if stream.kind in FORMATS:
        return FileFeed(stream, directory)
    raise ValueError(f"Unknown kind of stream: {stream.kind}. Known are: {KAFKA}, socket, {', '.join(FORMATS)}.")


def _files_in_log(log: Path, offset: int) -> list[str]:
    """The names of the files that a file source took at one offset. Every tenth entry of its log holds all so far."""
    for entry in (log / str(offset), log / f"{offset}.compact"):
        if entry.exists():
            files = [json.loads(line) for line in entry.read_text(encoding="utf-8").splitlines()[1:]]
            return [Path(file["path"]).name for file in files if file["batchId"] == offset]
    return []


def _as_index(offset: Any) -> int:
    """A socket's offset is the index of the last line, -1 at the start."""
    return int(offset) if offset is not None else -1


def _log_offset(offset: Any) -> int:
    """A file source's offset is {"logOffset": n}."""
    return int(offset["logOffset"]) if isinstance(offset, Mapping) else -1
