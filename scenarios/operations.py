"""The gallery of single operations on a stream: each is tried on Spark; why it is so, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operation:
    """Something people try on a stream. `once_refused`: Spark 2.2 refused it, whatever Spark says today."""

    title: str
    build: Callable[..., Any]
    why: str
    instead: str
    mode: str = "append"
    once_refused: bool = False


def sort(events, table):
    return events.orderBy("value")


def limit_append(events, table):
    return events.limit(10)


def limit_update(events, table):
    return events.limit(10)


def distinct(events, table):
    return events.distinct()


def several_aggregations(events, table):
    from pyspark.sql import functions as F

    fives = events.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()
    return fives.groupBy(F.window("window", "10 minutes")).sum("count")


def several_aggregations_update(events, table):
    return events.groupBy("user").count().groupBy("count").count()


def stream_stream_join(events, table):
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user")


def complete_without_aggregation(events, table):
    return events.where("value > 10")


def append_without_watermark(events, table):
    return events.groupBy("user").count()


def count_distinct(events, table):
    from pyspark.sql import functions as F

    return events.groupBy().agg(F.count_distinct("user"))


def count_action(events, table):
    return events.count()


def show_action(events, table):
    return events.show()


def foreach_action(events, table):
    return events.foreach(print)


def collect_action(events, table):
    return events.collect()


def batch_write(events, table):
    return events.write.format("noop").mode("overwrite").save()


def right_outer_static(events, table):
    return events.join(table, "user", "right_outer")


def static_left_outer(events, table):
    return table.join(events, "user", "left_outer")


def full_outer_static(events, table):
    return events.join(table, "user", "full_outer")


def outer_without_bound(events, table):
    other = events.selectExpr("user", "value AS other")
    return events.join(other, "user", "left_outer")


def row_number(events, table):
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    by_user = Window.partitionBy("user").orderBy("time")
    return events.withColumn("number", F.row_number().over(by_user))


def within_watermark_without_one(events, table):
    return events.dropDuplicatesWithinWatermark(["user"])


def union_with_table(events, table):
    return events.select("user").union(table.select("user"))


def except_stream(events, table):
    return table.select("user").exceptAll(events.select("user"))


def no_schema(events, table):
    return events.sparkSession.readStream.json("/tmp")


def continuous_aggregation(events, table):
    ticks = events.sparkSession.readStream.format("rate").load()
    return ticks.groupBy("value").count().writeStream.trigger(continuous="1 second")


OPERATIONS = (
    Operation(
        "Several aggregations in a row",
        several_aggregations,
        "The first hands a window on when it is final, and the second counts on.",
        "Append mode and a watermark are needed. In Spark 2.2 a second query on the first one's output was the only way.",
        once_refused=True,
    ),
    Operation(
        "limit, take the first rows",
        limit_append,
        "A counter in the state knows how many rows went out.",
        "Note that it ends the output for good: the first ten rows of the stream, not of each batch.",
        once_refused=True,
    ),
    Operation(
        "distinct",
        distinct,
        "It is dropDuplicates on all columns: every row ever seen is kept in the state.",
        "Better dropDuplicates on an id, with a watermark, or dropDuplicatesWithinWatermark.",
        once_refused=True,
    ),
    Operation(
        "Join of two streams",
        stream_stream_join,
        "Both sides are kept in the state since Spark 2.3.",
        "Add watermarks and a condition on the times, or the state grows for ever.",
        once_refused=True,
    ),
    Operation(
        "Sort",
        sort,
        "An endless input has no order: the smallest row may be the next to come.",
        "Sort the result of an aggregation in complete mode, or sort each batch in foreachBatch.",
        once_refused=True,
    ),
    Operation(
        "Outer join, the table on the outer side",
        right_outer_static,
        "Whether a row of the table has no partner is known only at the end of the stream.",
        "Turn the join round: the stream must be on the side that is kept.",
        once_refused=True,
    ),
    Operation(
        "Left outer join, the stream on the right",
        static_left_outer,
        "The same join, written the other way round: the table is on the side that is kept.",
        "Use right_outer, so that the stream's rows are the ones that are kept.",
        once_refused=True,
    ),
    Operation(
        "Full outer join with a table",
        full_outer_static,
        "Half of it would be the join above: rows of the table without a partner.",
        "A left outer join for the stream's side, and a batch query for the other.",
        once_refused=True,
    ),
    Operation(
        "count() as an action",
        count_action,
        "A single number would have to be given before the stream ends.",
        "groupBy().count() is a stream of running counts.",
        once_refused=True,
    ),
    Operation(
        "show()",
        show_action,
        "It runs a query at once and prints the result; a stream has no final one.",
        "The console sink prints every batch.",
        once_refused=True,
    ),
    Operation(
        "foreach() as an action",
        foreach_action,
        "It would run over all rows now, and they are not all there.",
        "writeStream.foreach calls your code for each row as it comes.",
        once_refused=True,
    ),
    Operation(
        "collect()",
        collect_action,
        "It asks for all rows of a table that never ends.",
        "The memory sink, or foreachBatch with a collect of one batch.",
    ),
    Operation(
        "write, the batch writer",
        batch_write,
        "write is for a DataFrame that is finished.",
        "writeStream, or foreachBatch, where each batch may use write.",
    ),
    Operation(
        "Append mode with an aggregation without watermark",
        append_without_watermark,
        "Append writes final rows only, and without a watermark no count is ever final.",
        "Update or complete mode, or a window with a watermark.",
    ),
    Operation(
        "Complete mode without an aggregation",
        complete_without_aggregation,
        "The result table would be the whole input, kept for ever.",
        "Append mode.",
        mode="complete",
    ),
    Operation(
        "limit in update mode",
        limit_update,
        "A row once written may have to be taken back.",
        "limit works in append mode.",
        mode="update",
    ),
    Operation(
        "Several aggregations in update mode",
        several_aggregations_update,
        "The first would hand on counts that change again, and the second cannot take the old ones back.",
        "Append mode with windows and a watermark.",
        mode="update",
    ),
    Operation(
        "count(distinct …)",
        count_distinct,
        "Every value of every group would have to be kept in the state.",
        "approx_count_distinct, or dropDuplicates first and count then.",
        mode="update",
    ),
    Operation(
        "Outer join of two streams without a time bound",
        outer_without_bound,
        "Spark could never say that a row has no partner, so it could never write it.",
        "Watermarks on both sides and a condition on the times.",
    ),
    Operation(
        "Window functions that are not time windows",
        row_number,
        "Numbering the rows of a user needs all of them, in order.",
        "applyInPandasWithState or transformWithState, with a counter in the state.",
    ),
    Operation(
        "dropDuplicatesWithinWatermark without a watermark",
        within_watermark_without_one,
        "The watermark tells how long an id is remembered.",
        "withWatermark before it, or plain dropDuplicates.",
    ),
    Operation(
        "Union of a stream and a table",
        union_with_table,
        "The table's rows would belong to every batch, or to none.",
        "Read the table as a stream too, or add it in foreachBatch.",
    ),
    Operation(
        "Except with a stream on the right",
        except_stream,
        "Whether a row is missing from the stream is known only at its end.",
        "A left anti join of the stream with the table, the stream on the left.",
    ),
    Operation(
        "A file stream without a schema",
        no_schema,
        "The query is planned before there is a file to look at.",
        "Give the schema, or set spark.sql.streaming.schemaInference and have a file there.",
    ),
    Operation(
        "An aggregation with the continuous trigger",
        continuous_aggregation,
        "Continuous processing has no batches at whose end state could be saved.",
        "A micro-batch trigger.",
        mode="update",
    ),
)
