"""What Spark allows on a stream and what it refuses, by trying it: query types × output modes, and single operations."""

from __future__ import annotations

import inspect
import re
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scenarios import operations, query_types, sinks
from scenarios.support_file import MODES


def try_everything(spark: Any, directory: Path) -> dict[str, Any]:
    """Every query type in every output mode, and every operation, tried on Spark."""
    from planviz.capture.kafka import add_connector

    add_connector(spark)
    bench = _Bench(spark, directory)
    return {
        "spark": spark.version,
        "matrix": [_row(bench, query_type) for query_type in query_types.QUERY_TYPES],
        "sinks": [_sink(bench, sink) for sink in sinks.SINKS],
        "operations": [_operation(bench, theme, each) for theme in operations.THEMES for each in theme.operations],
    }


class _Bench:
    """A stream without rows (nothing runs but Spark's checks) and a table, to try queries on."""

    def __init__(self, spark: Any, directory: Path) -> None:
        empty = directory / "empty"
        empty.mkdir(exist_ok=True)
        self.directory = str(directory)
        self.events = spark.readStream.schema("time TIMESTAMP, user STRING, value INT").json(str(empty))
        self.table = spark.createDataFrame([("ann", 7)], "user STRING, age INT")

    def attempt(self, build: Callable[..., Any], mode: str, sink: sinks.Sink | None = None) -> dict[str, Any]:
        """Whether Spark takes it, and if not its own words; a query without a sink of its own is tried with none."""
        from pyspark.errors import PySparkException

        try:
            result = build(self.events, self.table)
            writer = result.writeStream if hasattr(result, "writeStream") else result
            if hasattr(writer, "outputMode"):
                modest = writer.outputMode(mode)
                self._start(sink.give(modest, self.directory) if sink else modest)
        except PySparkException as error:
            from planviz.capture.refusal import refusal

            failure = refusal(error)
            return {"allowed": False, "error_class": failure.error_class, "message": failure.message}
        return {"allowed": True, "error_class": "", "message": ""}

    def _start(self, writer: Any) -> None:
        # A checkpoint of its own, since the memory sink would otherwise be asked to recover.
        query = writer.option("checkpointLocation", tempfile.mkdtemp(dir=self.directory)).start()
        try:
            # Some checks are made by the query's own thread, before its first batch.
            if "Continuous" not in str(query._jsq.streamingQuery().trigger()):
                query.processAllAvailable()
        finally:
            query.stop()


def _row(bench: _Bench, query_type: query_types.QueryType) -> dict[str, Any]:
    return {
        "type": inspect.getdoc(query_type.build),
        "code": _code(query_type.build),
        "why": query_type.why,
        "scenario": query_type.scenario,
        "modes": {mode: bench.attempt(query_type.build, mode, sinks.NONE) for mode in MODES},
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
