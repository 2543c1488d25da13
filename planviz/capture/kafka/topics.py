"""Writes to and reads from the topics of a broker, with Kafka's own client in Spark's JVM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pyspark.sql import SparkSession

POLL_MILLIS = 1000
_TEXT = "org.apache.kafka.common.serialization.String"


class Topics:
    """The topics of one broker; use it from one thread at a time."""

    def __init__(self, spark: SparkSession, servers: str) -> None:
        jvm = spark.sparkContext._jvm
        assert jvm is not None
        self._jvm: Any = jvm
        self._gateway: Any = spark.sparkContext._gateway
        self._kafka = jvm.org.apache.kafka
        self._admin = self._kafka.clients.admin.Admin.create(self._properties(servers))
        # A round of rows is sent as one request, so that a batch gets all of them or none.
        self._producer = self._kafka.clients.producer.KafkaProducer(
            self._properties(servers, linger_ms=60_000, key_serializer="Serializer", value_serializer="Serializer")
        )
        self._consumer = self._kafka.clients.consumer.KafkaConsumer(
            self._properties(servers, key_deserializer="Deserializer", value_deserializer="Deserializer")
        )
        self._read: dict[tuple[str, int], int] = {}

    def create(self, topic: str, partitions: int) -> None:
        """Make a new topic and wait until it is there."""
        new = self._kafka.clients.admin.NewTopic(topic, partitions, self._short(1))
        self._admin.createTopics(self._jvm.java.util.List.of(new)).all().get()

    def send(self, topic: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Send rows with partition, key and value, and wait until the broker has them."""
        record = self._kafka.clients.producer.ProducerRecord
        for row in rows:
            self._producer.send(record(topic, row.get("partition", 0), row.get("key"), row["value"]))
        self._producer.flush()

    def read_new(self, but: Sequence[str]) -> list[dict[str, Any]] | None:
        """What came into all topics but these since this was last asked, by partition; None if there are no others."""
        places = self._partitions(but)
        return [row for place in places for row in self._read_partition(place)] if places else None

    def close(self) -> None:
        """Leave the broker."""
        for client in (self._producer, self._consumer, self._admin):
            client.close()

    def _partitions(self, but: Sequence[str]) -> list[Any]:
        infos = [info for topic in self._consumer.listTopics().values() for info in topic]
        places = sorted((str(info.topic()), int(info.partition())) for info in infos)
        # Kafka keeps its own affairs in topics that begin with two underscores.
        others = [place for place in places if place[0] not in but and not place[0].startswith("__")]
        return [self._kafka.common.TopicPartition(topic, partition) for topic, partition in others]

    def _read_partition(self, place: Any) -> list[dict[str, Any]]:
        key = (str(place.topic()), int(place.partition()))
        only = self._jvm.java.util.List.of(place)
        self._consumer.assign(only)
        self._consumer.seek(place, self._read.get(key, 0))
        end = self._consumer.endOffsets(only).get(place)
        rows: list[dict[str, Any]] = []
        while self._consumer.position(place) < end:
            for record in self._consumer.poll(self._jvm.java.time.Duration.ofMillis(POLL_MILLIS)).iterator():
                rows.append({"topic": key[0], "partition": key[1], "offset": record.offset(), **_content(record)})
        self._read[key] = end
        return rows

    def _properties(self, servers: str, **settings: Any) -> Any:
        properties = self._jvm.java.util.Properties()
        properties.setProperty("bootstrap.servers", servers)
        for name, value in settings.items():
            text = f"{_TEXT}{value}" if name.endswith("serializer") else str(value)
            properties.setProperty(name.replace("_", "."), text)
        return properties

    def _short(self, number: int) -> Any:
        return self._jvm.java.lang.Short.valueOf(str(number))


def _content(record: Any) -> dict[str, Any]:
    written = datetime.fromtimestamp(record.timestamp() / 1000, UTC).isoformat(timespec="milliseconds")
    return {"timestamp": written.replace("+00:00", "Z"), "key": record.key(), "value": record.value()}
