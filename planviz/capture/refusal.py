"""Records a query that Spark refused to start: the plan it was given, and Spark's own error."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.readwriter import DataStreamWriter

from planviz.capture.listener import describe_plan
from planviz.model import Failure, QueryInfo, RecordingWriter, Scenario


def record_refusal(
    spark: SparkSession,
    file: RecordingWriter,
    scenario: Scenario,
    writer: DataStreamWriter | None,
    error: PySparkException,
    more: bool,
) -> None:
    """A recording without batches; `writer` is None if not even the query could be built."""
    file.query(
        QueryInfo(
            spark_version=spark.version,
            master=str(spark.sparkContext.master),
            started_at=datetime.now(UTC).isoformat(timespec="seconds"),
            source_code=scenario.source_code,
            scenario=scenario.name,
        )
    )
    if writer is not None:
        file.started(describe_plan(spark, writer._df._jdf.queryExecution().analyzed()))
    file.note("There are no batches: Spark refused the query before its first one.")
    file.end(refusal(error), more)


def refusal(error: PySparkException) -> Failure:
    """Spark's words and error class, without the plan that it prints after them.

    What a query's own thread found is told without the class, but the words may begin with it.
    """
    words = re.split(r";\n|\n=== Streaming Query ===", str(error))[0].strip()
    named = re.match(r"\[([A-Z\d_.]+)\]", words)
    return Failure(words, error.getCondition() or (named[1] if named else ""))
