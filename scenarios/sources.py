"""The sources of the table "source and engine": each is read by every engine that Spark has for streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from planviz.model import KAFKA, Stream


@dataclass(frozen=True, slots=True)
class Source:
    """A source: how it is read, what becomes of its rows after a failure, why, and the scenario that shows it.

    `read(spark, given)` gets what a scenario's build function gets for such a stream.
    """

    name: str
    read: Callable[..., Any]
    promise: str
    why: str
    scenario: str
    stream: Stream | None = None


def from_files(spark, given):
    return spark.readStream.schema("value STRING").json(given)


def from_kafka(spark, given):
    return spark.readStream.format("kafka").options(**given).load()


def from_socket(spark, given):
    return spark.readStream.format("socket").options(**given).load()


def from_rate(spark, given):
    return spark.readStream.format("rate").option("rowsPerSecond", 10).load()


def from_rate_micro_batch(spark, given):
    return spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 4).load()


def from_python(spark, given):
    from pyspark.sql.datasource import DataSource, SimpleDataSourceStreamReader

    class OneRow(SimpleDataSourceStreamReader):
        def initialOffset(self):
            return {"row": 0}

        def read(self, start):
            return self.readBetweenOffsets(start, {"row": 1}), {"row": 1}

        def readBetweenOffsets(self, start, end):
            return iter([("a row",)] * (end["row"] - start["row"]))

    class Own(DataSource):
        @classmethod
        def name(cls):
            return "own"

        def schema(self):
            return "value STRING"

        def simpleStreamReader(self, schema):
            return OneRow()

    spark.dataSource.register(Own)
    return spark.readStream.format("own").load()


SOURCES = (
    Source(
        "Files: text, csv, json, parquet …",
        from_files,
        "Can be read again: the log of files says which belong to a batch",
        "Whether there are new files can only be found out by listing the directory, batch by batch. How much one batch takes "
        "is limited by maxFilesPerTrigger or maxBytesPerTrigger.",
        "file-copy",
        Stream("json", (({"value": "a row"},),)),
    ),
    Source(
        "Kafka",
        from_kafka,
        "Can be read again: records stay at their offsets, as long as Kafka keeps them",
        "A reader can stay at the end of a partition and take each record as it comes, so every engine can read it. How much "
        "one batch takes is limited by maxOffsetsPerTrigger.",
        "kafka-source",
        Stream(KAFKA, (({"value": "a row"},),)),
    ),
    Source(
        "Socket",
        from_socket,
        "Cannot be read again: what was lost in a failure stays lost",
        "Lines come when they come, so an engine without batches can read it too. For trying things out only.",
        "word-count",
        # A round without a line: a source that is refused never connects, so nothing could be sent.
        Stream("socket", ((),)),
    ),
    Source(
        "Rate",
        from_rate,
        "Can be read again: a row follows from the time",
        "It makes a row when its time has come, with batches or without. For trying things out only.",
        "rate-source",
    ),
    Source(
        "Rate per micro-batch",
        from_rate_micro_batch,
        "Can be read again: a row follows from its number",
        "Its rows are made for a batch, so there must be one. For trying things out only.",
        "rate-micro-batch",
    ),
    Source(
        "Your own, in Python",
        from_python,
        "Can be read again if readBetweenOffsets gives the same rows again",
        "Spark asks a source in Python batch by batch. (Since Spark 4.0.)",
        "python-source",
    ),
)
