"""The query types of the output-mode matrix; each function's docstring is the name of its row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class QueryType:
    """A row of the matrix: the query, why it allows what it allows, and the scenario that shows it."""

    build: Callable[..., Any]
    why: str
    scenario: str


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


def deduplicated_within(events, table):
    """dropDuplicatesWithinWatermark"""
    return events.withWatermark("time", "10 minutes").dropDuplicatesWithinWatermark(["user"])


def counted_once(events, table):
    """An aggregation after dropDuplicates, with a watermark"""
    from pyspark.sql import functions as F

    once = events.withWatermark("time", "10 minutes").dropDuplicates(["user", "time"])
    return once.groupBy(F.window("time", "5 minutes")).count()


def limited(events, table):
    """limit"""
    return events.limit(10)


def sorted_counts(events, table):
    """Sort after an aggregation"""
    return events.groupBy("user").count().orderBy("count")


def with_table(events, table):
    """Stream–static inner join"""
    return events.join(table, "user")


def with_table_outer(events, table):
    """Stream–static outer join, the stream's rows kept"""
    return events.join(table, "user", "left_outer")


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


def semi_join(events, table):
    """Stream–stream left semi join with watermark and time bound"""
    from pyspark.sql import functions as F

    left = events.withWatermark("time", "10 minutes")
    right = left.selectExpr("time AS other_time", "user AS other")
    return left.join(
        right, F.expr("user = other AND other_time BETWEEN time AND time + INTERVAL 5 MINUTES"), "left_semi"
    )


def joined_then_counted(events, table):
    """An aggregation after a stream–stream join"""
    from pyspark.sql import functions as F

    left = events.withWatermark("time", "10 minutes")
    right = left.selectExpr("time AS other_time", "user AS other")
    pairs = left.join(right, F.expr("user = other AND other_time BETWEEN time AND time + INTERVAL 5 MINUTES"))
    return pairs.groupBy(F.window("time", "5 minutes")).count()


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


def transform(events, table):
    """transformWithState"""
    from pyspark.sql.streaming import StatefulProcessor

    class Remember(StatefulProcessor):
        def init(self, handle):
            self.last = handle.getValueState("last", "value INT")

        def handleInputRows(self, key, rows, timerValues):
            yield from ()

        def close(self):
            pass

    return events.groupBy("user").transformWithState(Remember(), "user STRING", "Update", "None")


def state_then_aggregation(events, table):
    """An aggregation after applyInPandasWithState, append operation mode"""
    grouped = events.groupBy("user")
    rows = grouped.applyInPandasWithState(_count_rows, "user STRING, rows LONG", "n LONG", "append", "NoTimeout")
    return rows.groupBy("user").sum("rows")


QUERY_TYPES = (
    QueryType(
        windowed,
        "Append writes a window when the watermark has reached its end, update whenever it changes; both let it go then. "
        "Complete writes all windows each time, so it never lets go of any.",
        "watermark-append",
    ),
    QueryType(
        grouped,
        "No count is ever final, so append is refused. Without a watermark on a grouping column no state is ever removed.",
        "words-update",
    ),
    QueryType(
        state_append,
        "A row once given out is final: that is append mode, and no other.",
        "pandas-state",
    ),
    QueryType(
        state_update,
        "A row may be replaced by a later one of the same key: that is update mode, and no other.",
        "pandas-state",
    ),
    QueryType(
        state_then_aggregation,
        "What follows is an aggregation without a watermark, and allows what such a one allows. In Spark 2.2 too an "
        "aggregation was allowed after operation mode append only.",
        "words-update",
    ),
    QueryType(
        transform,
        "Its rows are passed on as they are given out, in append and in update mode alike. It needs the RocksDB store.",
        "transform-with-state",
    ),
    QueryType(
        stateless,
        "Each row is written once. Complete is refused: the result table would be the whole input, kept for ever.",
        "lines-to-words",
    ),
    QueryType(
        session,
        "A session that grew or joined another would have to be taken back, which update mode cannot.",
        "session-windows",
    ),
    QueryType(
        chained,
        "The second aggregation needs final rows, and only append mode hands on final ones. Spark 2.2 refused it in every "
        "mode.",
        "chained-aggregations",
    ),
    QueryType(
        deduplicated,
        "A row is written when it is first seen, and never again: append and update are the same.",
        "dedup",
    ),
    QueryType(
        deduplicated_within,
        "As dropDuplicates, and an id is forgotten once the watermark has passed its expiry.",
        "dedup-within-watermark",
    ),
    QueryType(counted_once, "What goes out of dropDuplicates is final, so every mode may follow.", "dedup-watermark"),
    QueryType(
        limited, "A row once written cannot be taken back. Spark 2.2 refused limit in every mode.", "limit-append"
    ),
    QueryType(sorted_counts, "Only complete mode has the whole result table at hand in every batch.", "sort-complete"),
    QueryType(with_table, "No state and no aggregation: as with a filter.", "join-static-inner"),
    QueryType(with_table_outer, "The same, as long as the stream is the side that is kept.", "join-static-left"),
    QueryType(
        inner_join,
        "A pair is written when its second row comes, and is final. Spark 2.2 refused every join of two streams.",
        "join-inner",
    ),
    QueryType(
        outer_join,
        "A row without a partner is written when it is certain that none can come: in append mode only.",
        "join-left-outer",
    ),
    QueryType(semi_join, "A row is written once, when its first partner is there.", "join-semi"),
    QueryType(
        joined_then_counted,
        "A join hands on final rows, so an aggregation may follow. Complete is refused because of the join below it.",
        "join-inner",
    ),
)
