"""The query types of the output-mode matrix; each function's docstring is the name of its row."""

from __future__ import annotations


def stateless(events, table):
    """Select, filter, map: no aggregation"""
    return events.where("value > 10").select("user", "value")


def windowed(events, table):
    """Aggregation on event time with a watermark"""
    from pyspark.sql import functions as F

    return events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()


def grouped(events, table):
    """Other aggregations (no watermark, or not on its column)"""
    return events.groupBy("user").count()


def session(events, table):
    """Session windows with a watermark"""
    from pyspark.sql import functions as F

    return events.withWatermark("time", "10 minutes").groupBy(F.session_window("time", "5 minutes"), "user").count()


def chained(events, table):
    """An aggregation of an aggregation, with a watermark"""
    from pyspark.sql import functions as F

    fives = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()
    return fives.groupBy(F.window("window", "10 minutes")).count()


def deduplicated(events, table):
    """dropDuplicates"""
    return events.dropDuplicates(["user"])


def limited(events, table):
    """limit"""
    return events.limit(10)


def sorted_counts(events, table):
    """Sort after an aggregation"""
    return events.groupBy("user").count().orderBy("count")


def with_table(events, table):
    """Stream–static inner join"""
    return events.join(table, "user")


def inner_join(events, table):
    """Stream–stream inner join"""
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user")


def outer_join(events, table):
    """Stream–stream outer join with watermark and time bound"""
    from pyspark.sql import functions as F

    left = events.withWatermark("time", "10 minutes")
    right = left.selectExpr("time AS other_time", "user AS other")
    return left.join(
        right, F.expr("user = other AND other_time BETWEEN time AND time + INTERVAL 5 MINUTES"), "left_outer"
    )


def _count_rows(key, frames, state):
    import pandas as pd

    yield pd.DataFrame({"user": [key[0]], "rows": [sum(len(frame) for frame in frames)]})


def state_append(events, table):
    """applyInPandasWithState (flatMapGroupsWithState), append operation mode"""
    grouped = events.groupBy("user")
    return grouped.applyInPandasWithState(_count_rows, "user STRING, rows LONG", "n LONG", "append", "NoTimeout")


def state_update(events, table):
    """applyInPandasWithState (flatMapGroupsWithState), update operation mode"""
    grouped = events.groupBy("user")
    return grouped.applyInPandasWithState(_count_rows, "user STRING, rows LONG", "n LONG", "update", "NoTimeout")


def state_then_aggregation(events, table):
    """An aggregation after applyInPandasWithState, append operation mode"""
    grouped = events.groupBy("user")
    rows = grouped.applyInPandasWithState(_count_rows, "user STRING, rows LONG", "n LONG", "append", "NoTimeout")
    return rows.groupBy("user").sum("rows")


QUERY_TYPES = (
    windowed,
    grouped,
    state_append,
    state_update,
    state_then_aggregation,
    stateless,
    session,
    chained,
    deduplicated,
    limited,
    sorted_counts,
    with_table,
    inner_join,
    outer_join,
)
