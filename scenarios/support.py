"""What Spark allows on a stream and what it refuses, by trying it: query types, sources, sinks and single operations."""

from __future__ import annotations

import contextlib
import inspect
import re
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scenarios import operations, query_types, sinks, sources
from scenarios.support_file import ENGINES, MODES

_TRIGGERS = dict(
    zip(ENGINES, ({"availableNow": True}, {"continuous": "1 second"}, {"realTime": "5 seconds"}), strict=True)
)


def try_everything(spark: Any, directory: Path) -> dict[str, Any]:
    """Every query type in every output mode, every source on every engine, and every operation, tried on Spark."""
    from planviz.capture.kafka import Kafka

    kafka = Kafka(spark, directory / "kafka")
    bench = _Bench(spark, directory, kafka)
    try:
        read = [_source(bench, source) for source in sources.SOURCES]
    finally:
        kafka.close()
    return {
        "spark": spark.version,
        "matrix": [_row(bench, query_type) for query_type in query_types.QUERY_TYPES],
        "sources": read,
        "sinks": [_sink(bench, sink) for sink in sinks.SINKS],
        "operations": [_operation(bench, theme, each) for theme in operations.THEMES for each in theme.operations],
    }


class _Bench:
    """A stream without rows (nothing runs but Spark's checks) and a table to try queries on; and places to read from."""

    def __init__(self, spark: Any, directory: Path, kafka: Any) -> None:
        empty = directory / "empty"
        empty.mkdir(exist_ok=True)
        self.spark = spark
        self.kafka = kafka
        self.directory = str(directory)
        self.events = spark.readStream.schema("time TIMESTAMP, user STRING, value INT").json(str(empty))
        self.table = spark.createDataFrame([("ann", 7)], "user STRING, age INT")

    def attempt(self, build: Callable[..., Any], mode: str, sink: sinks.Sink | None = None) -> dict[str, Any]:
        """Whether Spark takes it, and if not its own words; a query without a sink of its own is tried with none."""

        def attempt() -> None:
            result = build(self.events, self.table)
            writer = result.writeStream if hasattr(result, "writeStream") else result
            if hasattr(writer, "outputMode"):
                modest = writer.outputMode(mode)
                self._start(sink.give(modest, self.directory) if sink else modest)

        return _answer(attempt)

    def read(self, source: sources.Source, engine: str) -> dict[str, Any]:
        """Whether an engine takes the source: it does if it finishes a batch, or an epoch."""
        from planviz.capture.checkpoint import Checkpoint
        from planviz.capture.feed import open_feed
        from planviz.capture.patience import Patience

        place = Path(tempfile.mkdtemp(dir=self.directory))
        checkpoint = Checkpoint(self.spark, str(place / "checkpoint"))

        def attempt(given: Any = None) -> None:
            # The one sink that every engine takes; what it prints is of no interest.
            writer = source.read(self.spark, given).writeStream.format("console").trigger(**_TRIGGERS[engine])
            query = writer.outputMode("update").option("checkpointLocation", checkpoint.location).start()
            try:
                Patience().until(lambda: bool(checkpoint.committed()) or not query.isActive, "read the source")
                failure = query.exception()
                if failure:
                    raise failure
            finally:
                query.stop()

        if source.stream is None:
            return _answer(attempt)
        with contextlib.closing(open_feed(engine, source.stream, place / "fed", self.kafka)) as feed:
            feed.prepare(0)
            feed.release()
            return _answer(lambda: attempt(feed.argument))

    def _start(self, writer: Any) -> None:
        # A checkpoint of its own, since the memory sink would otherwise be asked to recover.
        query = writer.option("checkpointLocation", tempfile.mkdtemp(dir=self.directory)).start()
        try:
            # Some checks are made by the query's own thread, before its first batch.
            if "Continuous" not in str(query._jsq.streamingQuery().trigger()):
                query.processAllAvailable()
        finally:
            query.stop()


def _answer(attempt: Callable[[], None]) -> dict[str, Any]:
    """What Spark said to it."""
    from pyspark.errors import PySparkException

    try:
        attempt()
    except PySparkException as error:
        from planviz.capture.refusal import refusal

        failure = refusal(error)
        return {"allowed": False, "error_class": failure.error_class, "message": failure.message}
    return {"allowed": True, "error_class": "", "message": ""}


def _row(bench: _Bench, query_type: query_types.QueryType) -> dict[str, Any]:
    return {
        "type": inspect.getdoc(query_type.build),
        "code": _code(query_type.build),
        "why": query_type.why,
        "scenario": query_type.scenario,
        "modes": {mode: bench.attempt(query_type.build, mode, sinks.NONE) for mode in MODES},
    }


def _source(bench: _Bench, source: sources.Source) -> dict[str, Any]:
    return {
        "source": source.name,
        "promise": source.promise,
        "code": _code(source.read),
        "why": source.why,
        "scenario": source.scenario,
        "engines": {engine: bench.read(source, engine) for engine in ENGINES},
    }


def _sink(bench: _Bench, sink: sinks.Sink) -> dict[str, Any]:
    return {
        "sink": sink.name,
        "promise": sink.promise,
        "scenario": sink.scenario,
        "modes": {mode: bench.attempt(_records, mode, sink) for mode in MODES},
    }


def _records(events: Any, table: Any) -> Any:
    """An aggregation that allows every mode, with the column that Kafka asks for."""
    return query_types.windowed(events, table).selectExpr("*", "CAST(count AS STRING) AS value")


def _operation(bench: _Bench, theme: operations.Theme, operation: operations.Operation) -> dict[str, Any]:
    return {
        "theme": theme.title,
        "title": operation.title,
        "code": _code(operation.build),
        "mode": operation.mode,
        "why": operation.why,
        "instead": operation.instead,
        "once_refused": operation.once_refused,
        "scenario": operation.scenario,
        **bench.attempt(operation.build, operation.mode, None if operation.own_sink else sinks.NONE),
    }


def _code(build: Callable[..., Any]) -> str:
    """The lines that make the query, without the function around them."""
    lines = textwrap.dedent(inspect.getsource(build)).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("def ")) + 1
    if lines[start].strip().startswith('"""'):
        start += 1
    body = textwrap.dedent("\n".join(lines[start:])).strip()
    return re.sub(r"^return ", "", body, flags=re.MULTILINE)
