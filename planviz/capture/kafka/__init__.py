"""Kafka for a scenario: a real broker on this machine, Spark's connector to it, and the rows that go in and come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from planviz.capture.kafka.broker import Broker
from planviz.capture.kafka.feed import KafkaFeed
from planviz.capture.kafka.jars import KafkaUnavailable, add_connector
from planviz.capture.kafka.topics import Topics
from planviz.capture.row_limit import cut
from planviz.model import Rows, Stream

__all__ = ["Kafka", "KafkaUnavailable", "add_connector"]


class Kafka:
    """A broker and what is in it, for one run of a scenario."""

    def __init__(self, spark: SparkSession, directory: Path) -> None:
        """Fetch what is not here yet, start the broker and connect to it. Raises KafkaUnavailable."""
        add_connector(spark)
        self._broker = Broker(spark, directory)
        self._topics = Topics(spark, self._broker.servers)
        self._fed: list[str] = []
        self._unasked: list[dict[str, Any]] = []

    def feed(self, name: str, stream: Stream) -> KafkaFeed:
        """A topic for a stream of the scenario."""
        self._fed.append(name)
        return KafkaFeed(name, stream, self._broker.servers, self._topics)

    def written(self, count: int | None) -> Rows | None:
        """The oldest records not asked for yet, of topics that are not fed; as many as Spark counted, or all.

        None if there is no such topic.
        """
        new = self._topics.read_new(but=self._fed)
        if new is None:
            return None
        self._unasked += sorted(new, key=lambda record: (record["timestamp"], record["partition"], record["offset"]))
        end = len(self._unasked) if count is None else count
        rows, self._unasked = self._unasked[:end], self._unasked[end:]
        return cut(rows)

    def close(self) -> None:
        """End the broker, and with it all that is in it."""
        self._topics.close()
        self._broker.close()
