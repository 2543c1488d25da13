"""Aggregations that Spark refuses, and those it has learnt to accept."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def several(events, table):
    from pyspark.sql import functions as F

    fives = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()
    return fives.groupBy(F.window("window", "10 minutes")).sum("count")


def several_update(events, table):
    return events.groupBy("user").count().groupBy("count").count()


def several_complete(events, table):
    from pyspark.sql import functions as F

    fives = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()
    return fives.groupBy(F.window("window", "10 minutes")).sum("count")


def append_without_watermark(events, table):
    return events.groupBy("user").count()


def complete_without_aggregation(events, table):
    return events.where("value > 10")


def count_distinct(events, table):
    from pyspark.sql import functions as F

    return events.groupBy().agg(F.count_distinct("user"))


def pivot(events, table):
    return events.groupBy("user").pivot("value").count()


def session_update(events, table):
    from pyspark.sql import functions as F

    return events.withWatermark("time", "10 minutes").groupBy(F.session_window("time", "5 minutes"), "user").count()


def rollup(events, table):
    return events.rollup("user").count()


def apply_in_pandas(events, table):
    return events.groupBy("user").applyInPandas(lambda rows: rows.tail(1), events.schema)


def subquery(events, table):
    events.createOrReplaceTempView("events")
    return events.sparkSession.sql("SELECT * FROM events WHERE value > (SELECT avg(value) FROM events)")


THEME = Theme(
    "Aggregations",
    (
        Operation(
            "Several aggregations in a row",
            several,
            "The first hands a window on when it is final, and the second counts on. (Since Spark 3.4.)",
            "Append mode and a watermark are needed. In Spark 2.2 a second query on the first one's output was the only "
            "way.",
            once_refused=True,
            scenario="chained-aggregations",
        ),
        Operation(
            "Several aggregations in update mode",
            several_update,
            "The first would hand on counts that change again, and the second cannot take the old ones back.",
            "Append mode with windows and a watermark.",
            mode="update",
            once_refused=True,
            scenario="chained-aggregations",
        ),
        Operation(
            "Several aggregations in complete mode",
            several_complete,
            "The first would hand on its whole result in every batch, and the second would count it again each time.",
            "Append mode with windows and a watermark.",
            mode="complete",
            once_refused=True,
            scenario="chained-aggregations",
        ),
        Operation(
            "Append mode with an aggregation without watermark",
            append_without_watermark,
            "Append writes final rows only, and without a watermark no count is ever final.",
            "Update or complete mode, or a window with a watermark.",
            once_refused=True,
            scenario="words-append",
        ),
        Operation(
            "Complete mode without an aggregation",
            complete_without_aggregation,
            "The result table would be the whole input, kept for ever.",
            "Append mode.",
            mode="complete",
            once_refused=True,
            scenario="words-complete",
        ),
        Operation(
            "Session windows in update mode",
            session_update,
            "A session that grew or joined another would have to be taken back from the sink.",
            "Append mode; a session is written when it is over.",
            mode="update",
            scenario="session-windows",
        ),
        Operation(
            "count(distinct …)",
            count_distinct,
            "Every value of every group would have to be kept in the state.",
            "approx_count_distinct, or dropDuplicates first and count then.",
            mode="update",
            once_refused=True,
            scenario="dedup",
        ),
        Operation(
            "pivot",
            pivot,
            "It runs a query first to find the columns. With given values it is two aggregations in a row.",
            "A sum for each column: sum(if(value = 1, 1, 0)).",
            mode="update",
        ),
        Operation(
            "A subquery on a stream",
            subquery,
            "It would have to give its one value before the stream ends.",
            "A join of the stream with its own aggregation in append mode, or foreachBatch.",
            scenario="foreach-batch",
        ),
        Operation(
            "rollup, cube",
            rollup,
            "Spark makes each row one for every level, and groups as usual.",
            "Mind the state: every level has its own keys.",
            mode="update",
        ),
        Operation(
            "groupBy().applyInPandas()",
            apply_in_pandas,
            "It is accepted, and runs on each batch for itself: a group has the rows of this batch only.",
            "applyInPandasWithState or transformWithState remember the group between batches.",
            scenario="pandas-state",
        ),
    ),
)
