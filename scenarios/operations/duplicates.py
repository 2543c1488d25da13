"""Ways to drop duplicates."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def distinct(events, table):
    return events.distinct()


def select_distinct(events, table):
    events.createOrReplaceTempView("events")
    return events.sparkSession.sql("SELECT DISTINCT user FROM events")


def after_aggregation(events, table):
    from pyspark.sql import functions as F

    counts = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes"), "user").count()
    return counts.dropDuplicates(["user"])


def window_after_aggregation_update(events, table):
    from pyspark.sql import functions as F

    counts = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes"), "user").count()
    return counts.dropDuplicates(["user", "window"])


def within_watermark_without_one(events, table):
    return events.dropDuplicatesWithinWatermark(["user"])


THEME = Theme(
    "Deduplication",
    (
        Operation(
            "distinct",
            distinct,
            "It is dropDuplicates on all columns: every row ever seen is kept in the state. (The guide to Spark 2.2 listed "
            "it as unsupported.)",
            "Better dropDuplicates on an id, with a watermark, or dropDuplicatesWithinWatermark.",
            once_refused=True,
            scenario="dedup",
        ),
        Operation(
            "SELECT DISTINCT in append mode",
            select_distinct,
            "In SQL it is an aggregation by all columns, and append mode wants a watermark for that.",
            "dropDuplicates, which is another operator; or update mode.",
            scenario="dedup",
        ),
        Operation(
            "dropDuplicates after an aggregation",
            after_aggregation,
            "Several stateful operators in a row are allowed since Spark 3.4.",
            "Append mode is the one that makes sense: the aggregation hands a row on when it is final.",
            once_refused=True,
            scenario="chained-aggregations",
        ),
        Operation(
            "dropDuplicates with a window, after an aggregation in update mode",
            window_after_aggregation_update,
            "The aggregation hands on windows that may be older than the watermark, and the deduplication would drop them.",
            "Append mode.",
            mode="update",
            once_refused=True,
            scenario="dedup-watermark",
        ),
        Operation(
            "dropDuplicatesWithinWatermark without a watermark",
            within_watermark_without_one,
            "The watermark tells how long an id is remembered.",
            "withWatermark before it, or plain dropDuplicates.",
            scenario="dedup-within-watermark",
        ),
    ),
)
