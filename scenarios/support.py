"""What Spark allows on a stream and what it refuses, by trying it: query types × output modes, and single operations."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scenarios import operations, query_types
from scenarios.support_file import MODES


def try_everything(spark: Any, directory: Path) -> dict[str, Any]:
    """Every query type in every output mode, and every operation, tried on Spark."""
    bench = _Bench(spark, directory)
    return {
        "spark": spark.version,
        "matrix": [_row(bench, build) for build in query_types.QUERY_TYPES],
        "operations": [_operation(bench, operation) for operation in operations.OPERATIONS],
    }


class _Bench:
    """A stream without rows (nothing runs but Spark's checks) and a table, to try queries on."""

    def __init__(self, spark: Any, directory: Path) -> None:
        empty = directory / "empty"
        empty.mkdir(exist_ok=True)
        self.spark = spark
        self.empty = str(empty)
        self.events = spark.readStream.schema("time TIMESTAMP, user STRING, value INT").json(self.empty)
        self.table = spark.createDataFrame([("ann", 7)], "user STRING, age INT")

    def attempt(self, build: Callable[..., Any], mode: str) -> dict[str, Any]:
        """Whether Spark takes it, and if not its own words."""
        from pyspark.errors import PySparkException

        try:
            result = build(self.events, self.table)
            writer = result.writeStream if hasattr(result, "writeStream") else result
            if hasattr(writer, "outputMode"):
                self._start(writer.outputMode(mode))
        except PySparkException as error:
            from planviz.capture.refusal import refusal

            failure = refusal(error)
            return {"allowed": False, "error_class": failure.error_class, "message": failure.message}
        return {"allowed": True, "error_class": "", "message": ""}

    def _start(self, writer: Any) -> None:
        query = writer.format("noop").start()
        try:
            # Some checks are made by the query's own thread, before its first batch.
            if "Continuous" not in str(query._jsq.streamingQuery().trigger()):
                query.processAllAvailable()
        finally:
            query.stop()


def _row(bench: _Bench, build: Callable[..., Any]) -> dict[str, Any]:
    return {
        "type": inspect.getdoc(build),
        "code": _code(build),
        "modes": {mode: bench.attempt(build, mode) for mode in MODES},
    }


def _operation(bench: _Bench, operation: operations.Operation) -> dict[str, Any]:
    return {
        "title": operation.title,
        "code": _code(operation.build),
        "mode": operation.mode,
        "why": operation.why,
        "instead": operation.instead,
        "once_refused": operation.once_refused,
        **bench.attempt(operation.build, operation.mode),
    }


def _code(build: Callable[..., Any]) -> str:
    """The lines that make the query, without the function around them."""
    lines = textwrap.dedent(inspect.getsource(build)).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("def ")) + 1
    if lines[start].strip().startswith('"""'):
        start += 1
    body = textwrap.dedent("\n".join(lines[start:])).strip()
    return re.sub(r"^return ", "", body, flags=re.MULTILINE)
