"""What is known of a query when it has started: who it is, how it runs, and the settings that shape it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from planviz.model import QueryInfo

CONF = (
    "spark.sql.shuffle.partitions",
    "spark.sql.session.timeZone",
    "spark.sql.adaptive.enabled",
    "spark.sql.streaming.stateStore.providerClass",
    "spark.sql.streaming.multipleWatermarkPolicy",
    "spark.sql.streaming.noDataMicroBatches.enabled",
    "spark.sql.streaming.minBatchesToRetain",
    "spark.sql.streaming.statefulOperator.allowMultiple",
    "spark.sql.streaming.aggregation.stateFormatVersion",
    "spark.sql.streaming.join.stateFormatVersion",
)
"""The settings which shape what a streaming query does."""


def query_info(
    spark: SparkSession, query: StreamingQuery, execution: Any, source_code: str, scenario: str
) -> QueryInfo:
    """Facts about a query, as it was started."""
    conf = {name: _setting(spark, name) for name in CONF}
    return QueryInfo(
        query_id=str(query.id),
        run_id=str(query.runId),
        name=query.name or "",
        engine=str(execution.getClass().getSimpleName()),
        trigger=str(execution.trigger()),
        sink=str(execution.sink().getClass().getSimpleName()),
        output_mode=str(execution.outputMode()),
        checkpoint=str(execution.resolvedCheckpointRoot()),
        spark_version=spark.version,
        master=str(spark.sparkContext.master),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
        conf={name: value for name, value in conf.items() if value is not None},
        source_code=source_code,
        scenario=scenario,
    )


def _setting(spark: SparkSession, name: str) -> str | None:
    """A setting's value or default, or None if this Spark does not know it."""
    try:
        return spark.conf.get(name)
    except PySparkException:
        return None
