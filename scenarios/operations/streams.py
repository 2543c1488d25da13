"""Two streams: which joins Spark can bring to an end."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def join(events, table):
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user")


def outer_without_bound(events, table):
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user", "left_outer")


def outer_update(events, table):
    from pyspark.sql import functions as F

    left = events.withWatermark("time", "10 minutes")
    right = left.selectExpr("time AS other_time", "user AS other")
    in_time = F.expr("user = other AND other_time BETWEEN time AND time + INTERVAL 5 MINUTES")
    return left.join(right, in_time, "left_outer")


def semi_without_bound(events, table):
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user", "left_semi")


def anti(events, table):
    from pyspark.sql import functions as F

    left = events.withWatermark("time", "10 minutes")
    right = left.selectExpr("time AS other_time", "user AS other")
    in_time = F.expr("user = other AND other_time BETWEEN time AND time + INTERVAL 5 MINUTES")
    return left.join(right, in_time, "left_anti")


def after_aggregation_update(events, table):
    from pyspark.sql import functions as F

    fives = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes"))
    return fives.count().join(fives.sum("value"), "window")


def cross(events, table):
    return events.crossJoin(events.selectExpr("user AS other"))


THEME = Theme(
    "Two streams",
    (
        Operation(
            "Join of two streams",
            join,
            "Both sides are kept in the state. (Inner and one-sided outer joins since Spark 2.3, full outer and semi since "
            "3.1.)",
            "Add watermarks and a condition on the times, or the state grows for ever.",
            once_refused=True,
            scenario="join-inner",
        ),
        Operation(
            "Outer join of two streams without a time bound",
            outer_without_bound,
            "Spark could never say that a row has no partner, so it could never write it.",
            "Watermarks on both sides and a condition on the times.",
            once_refused=True,
            scenario="join-left-outer",
        ),
        Operation(
            "Outer join of two streams in update mode",
            outer_update,
            "What becomes of a row that was written with nulls and then finds a partner is not defined.",
            "Append mode.",
            mode="update",
            once_refused=True,
            scenario="join-left-outer",
        ),
        Operation(
            "Semi join of two streams without a time bound",
            semi_without_bound,
            "Rows without a partner would be kept for ever, and Spark asks for a bound here.",
            "Watermarks on both sides and a condition on the times.",
            once_refused=True,
            scenario="join-semi",
        ),
        Operation(
            "Anti join of two streams",
            anti,
            "It is not there, though an outer join could do it.",
            "A left outer join with a time bound, and a filter for null.",
            once_refused=True,
            scenario="join-left-outer",
        ),
        Operation(
            "Join of two aggregations in update mode",
            after_aggregation_update,
            "The aggregations hand on windows that may be older than the watermark, and the join would drop them.",
            "Append mode.",
            mode="update",
            once_refused=True,
            scenario="chained-aggregations",
        ),
        Operation(
            "Cross join of two streams",
            cross,
            "It is accepted, and every row of both sides is kept for ever.",
            "A condition on the times, with watermarks, is what lets rows go.",
            once_refused=True,
            scenario="join-unbounded",
        ),
    ),
)
