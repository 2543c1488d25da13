"""Operations that need an order of the rows, or all of them, to pick some."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def sort(events, table):
    return events.orderBy("value")


def sort_within(events, table):
    return events.sortWithinPartitions("value")


def limit_append(events, table):
    return events.limit(10)


def limit_update(events, table):
    return events.limit(10)


def offset(events, table):
    return events.offset(10)


def sample(events, table):
    return events.sample(0.1)


def row_number(events, table):
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    by_user = Window.partitionBy("user").orderBy("time")
    return events.withColumn("number", F.row_number().over(by_user))


def increasing_id(events, table):
    from pyspark.sql import functions as F

    return events.withColumn("id", F.monotonically_increasing_id())


THEME = Theme(
    "Order, picking and numbering",
    (
        Operation(
            "limit, take the first rows",
            limit_append,
            "A counter in the state knows how many rows went out. (Since Spark 2.4.)",
            "Note that it ends the output for good: the first ten rows of the stream, not of each batch.",
            once_refused=True,
            scenario="limit-append",
        ),
        Operation(
            "limit in update mode",
            limit_update,
            "A row once written may have to be taken back.",
            "limit works in append mode.",
            mode="update",
            once_refused=True,
            scenario="limit-append",
        ),
        Operation(
            "Sort",
            sort,
            "An endless input has no order: the smallest row may be the next to come.",
            "Sort the result of an aggregation in complete mode, or sort each batch in foreachBatch.",
            once_refused=True,
            scenario="sort-complete",
        ),
        Operation(
            "sortWithinPartitions",
            sort_within,
            "For Spark's check it is a sort like any other, though each batch could be sorted.",
            "foreachBatch, where the batch may be sorted as you like.",
            once_refused=True,
            scenario="foreach-batch",
        ),
        Operation(
            "offset, skip the first rows",
            offset,
            "There is no counter in the state for it, as there is for limit.",
            "Filter by something in the row, such as its time.",
        ),
        Operation(
            "sample",
            sample,
            "Spark's check refuses it, though each batch could be sampled.",
            "where with a hash or with rand(): rand() < 0.1.",
            once_refused=True,
        ),
        Operation(
            "Window functions that are not time windows",
            row_number,
            "Numbering the rows of a user needs all of them, in order.",
            "applyInPandasWithState or transformWithState, with a counter in the state.",
            once_refused=True,
            scenario="pandas-state",
        ),
        Operation(
            "monotonically_increasing_id",
            increasing_id,
            "The numbers begin anew in every batch: they would not be unique.",
            "uuid(), or a number that the source gives, such as Kafka's offset.",
        ),
    ),
)
