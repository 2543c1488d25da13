"""Brings a scenario's input to Spark over a topic of a real broker."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planviz.capture.kafka.topics import Topics
from planviz.model import Progress, Stream


class KafkaFeed:
    """A topic named after the stream; a row names its partition (0 unless told), its key and its value."""

    def __init__(self, name: str, stream: Stream, servers: str, topics: Topics) -> None:
        self._topic = name
        self._rounds = stream.rounds
        self._servers = servers
        self._topics = topics
        self._prepared: tuple[Mapping[str, Any], ...] = ()
        rows = [row for rows in stream.rounds for row in rows]
        self._sent: list[list[Mapping[str, Any]]] = [[] for _ in range(1 + max(map(_partition, rows), default=0))]
        topics.create(name, len(self._sent))

    @property
    def argument(self) -> dict[str, str]:
        return {
            "kafka.bootstrap.servers": self._servers,
            "subscribe": self._topic,
            "startingOffsets": "earliest",
        }

    def prepare(self, round_number: int) -> None:
        self._prepared = self._rounds[round_number]

    def release(self) -> None:
        rows, self._prepared = self._prepared, ()
        self._topics.send(self._topic, rows)
        for row in rows:
            self._sent[_partition(row)].append(row)

    def arrived(self, progress: Progress) -> bool:
        ends = (self._ends(source.end) for source in progress.sources if self.feeds(source.description))
        return not any(self._sent) or [len(rows) for rows in self._sent] in ends

    def feeds(self, description: str) -> bool:
        return description.startswith("Kafka") and f"[{self._topic}]" in description

    def rows(self, start: Any, end: Any, log: Path) -> list[Any]:
        del log
        return [
            {"partition": number, "offset": offset, "key": rows[offset].get("key"), "value": rows[offset]["value"]}
            for number, (rows, first, last) in enumerate(
                zip(self._sent, self._ends(start), self._ends(end), strict=True)
            )
            for offset in range(first, min(last, len(rows)))
        ]

    def close(self) -> None:
        """The broker goes with the run."""

    def _ends(self, offset: Any) -> list[int]:
        """Spark's offset is {topic: {partition: position of the next record}}; there is none before the first batch."""
        positions = offset.get(self._topic, {}) if isinstance(offset, Mapping) else {}
        return [int(positions.get(str(number), 0)) for number in range(len(self._sent))]


def _partition(row: Mapping[str, Any]) -> int:
    return int(row.get("partition", 0))
