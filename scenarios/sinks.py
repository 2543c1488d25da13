"""The sinks of the table "sink and output mode": each is tried with a query that allows every mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sink:
    """A sink: how a query is given it, what it promises after a failure, and the scenario that shows that."""

    name: str
    give: Callable[[Any, str], Any]
    promise: str
    scenario: str


def to_files(writer: Any, directory: str) -> Any:
    return writer.format("parquet").option("path", f"{directory}/files")


def to_kafka(writer: Any, directory: str) -> Any:
    # No row is ever sent to it: the stream has none.
    return writer.format("kafka").option("kafka.bootstrap.servers", "127.0.0.1:9092").option("topic", "tried")


def to_foreach(writer: Any, directory: str) -> Any:
    return writer.foreach(print)


def to_foreach_batch(writer: Any, directory: str) -> Any:
    return writer.foreachBatch(lambda batch, batch_id: None)


def to_console(writer: Any, directory: str) -> Any:
    return writer.format("console")


def to_memory(writer: Any, directory: str) -> Any:
    return writer.format("memory").queryName("tried")


def to_nothing(writer: Any, directory: str) -> Any:
    return writer.format("noop")


NONE = Sink("None", to_nothing, "", "")
"""Takes every row in every mode, and keeps none: for trying what a query allows, whatever the sink."""

SINKS = (
    Sink("File", to_files, "Exactly once, by its log of finished batches", "file-sink-exactly-once"),
    Sink("Kafka", to_kafka, "At least once; what a failed batch has sent stays sent", "kafka-sink"),
    Sink("foreach", to_foreach, "At least once; the writer can recognise a repeated batch", "foreach-duplicates"),
    Sink(
        "foreachBatch",
        to_foreach_batch,
        "At least once; exactly once if a repeated write does no harm",
        "foreach-batch",
    ),
    Sink("Console", to_console, "None: for debugging", "console-sink"),
    Sink(
        "Memory",
        to_memory,
        "None; only in complete mode it can be started again on its checkpoint. (Spark 2.2's guide: append and complete only.)",
        "restart",
    ),
)
