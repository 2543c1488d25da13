"""State of your own: how often, after what and with which timeout."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def _last(key, frames, state):
    import pandas as pd

    yield pd.DataFrame({"user": [key[0]]})


def twice(events, table):
    once = events.groupBy("user").applyInPandasWithState(_last, "user STRING", "n LONG", "append", "NoTimeout")
    return once.groupBy("user").applyInPandasWithState(_last, "user STRING", "n LONG", "append", "NoTimeout")


def after_aggregation(events, table):
    from pyspark.sql import functions as F

    counts = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes"), "user").count()
    return counts.groupBy("user").applyInPandasWithState(_last, "user STRING", "n LONG", "append", "NoTimeout")


def update_before_aggregation(events, table):
    users = events.groupBy("user").applyInPandasWithState(_last, "user STRING", "n LONG", "update", "NoTimeout")
    return users.groupBy("user").count()


def timeout_without_watermark(events, table):
    grouped = events.groupBy("user")
    return grouped.applyInPandasWithState(_last, "user STRING", "n LONG", "append", "EventTimeTimeout")


def timeout_before_aggregation(events, table):
    grouped = events.withWatermark("time", "10 minutes").groupBy("user")
    users = grouped.applyInPandasWithState(_last, "user STRING", "n LONG", "append", "EventTimeTimeout")
    return users.groupBy("user").count()


def before_join(events, table):
    users = events.groupBy("user").applyInPandasWithState(_last, "user STRING", "n LONG", "append", "NoTimeout")
    return users.join(events, "user")


THEME = Theme(
    "State of your own",
    (
        Operation(
            "applyInPandasWithState twice in one query",
            twice,
            "One such operator is allowed in a query.",
            "transformWithState, of which there may be several; or one function that does both.",
            scenario="transform-with-state",
        ),
        Operation(
            "applyInPandasWithState after an aggregation",
            after_aggregation,
            "Spark allows it before an aggregation, and not behind one.",
            "Do the aggregation in the function, or use transformWithState.",
            scenario="pandas-state",
        ),
        Operation(
            "An aggregation after applyInPandasWithState in update mode",
            update_before_aggregation,
            "Its rows may be replaced later, and the aggregation cannot take the old ones back.",
            "Operation mode append, which means that a row once given out is final.",
            mode="update",
            scenario="pandas-state",
        ),
        Operation(
            "Event-time timeout without a watermark",
            timeout_without_watermark,
            "The watermark is the clock of such a timeout.",
            "withWatermark before groupBy, or ProcessingTimeTimeout.",
            scenario="pandas-state",
        ),
        Operation(
            "An aggregation after a function with event-time timeout",
            timeout_before_aggregation,
            "A timeout gives out rows that are older than the watermark, and the aggregation would drop them.",
            "No timeout or ProcessingTimeTimeout, or transformWithState.",
            mode="update",
            scenario="transform-with-state",
        ),
        Operation(
            "applyInPandasWithState, then a join of two streams",
            before_join,
            "Several stateful operators in a row are allowed since Spark 3.4.",
            "Mind that a join without a time bound keeps every row.",
            scenario="join-unbounded",
        ),
    ),
)
