"""Actions: they ask for all rows now, and a stream is never all there."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def count(events, table):
    return events.count()


def show(events, table):
    return events.show()


def foreach(events, table):
    return events.foreach(print)


def collect(events, table):
    return events.collect()


def head(events, table):
    return events.head(3)


def cache(events, table):
    return events.cache()


def checkpoint(events, table):
    return events.localCheckpoint()


def rdd(events, table):
    return events.rdd


def quantile(events, table):
    return events.approxQuantile("value", [0.5], 0.1)


def batch_write(events, table):
    return events.write.format("noop").mode("overwrite").save()


def stream_write_of_a_table(events, table):
    return table.writeStream


THEME = Theme(
    "Asking for everything at once",
    (
        Operation(
            "count() as an action",
            count,
            "A single number would have to be given before the stream ends.",
            "groupBy().count() is a stream of running counts.",
            once_refused=True,
            scenario="words-complete",
        ),
        Operation(
            "show()",
            show,
            "It runs a query at once and prints the result; a stream has no final one.",
            "The console sink prints every batch.",
            once_refused=True,
            scenario="console-sink",
        ),
        Operation(
            "foreach() as an action",
            foreach,
            "It would run over all rows now, and they are not all there.",
            "writeStream.foreach calls your code for each row as it comes.",
            once_refused=True,
            scenario="foreach-sink",
        ),
        Operation(
            "collect(), toPandas()",
            collect,
            "They ask for all rows of a table that never ends.",
            "The memory sink, or foreachBatch with a collect of one batch.",
            once_refused=True,
            scenario="foreach-batch",
        ),
        Operation(
            "head(), take(), first(), isEmpty()",
            head,
            "Even one row is an answer, and only a running query can give it.",
            "limit in append mode gives the first rows of the stream as a stream.",
            once_refused=True,
            scenario="limit-append",
        ),
        Operation(
            "cache(), persist()",
            cache,
            "What is kept would be the rows of this moment, and the next batch has others.",
            "persist the batch inside foreachBatch.",
            scenario="foreach-batch",
        ),
        Operation(
            "checkpoint(), localCheckpoint()",
            checkpoint,
            "They run the query at once, to cut its plan. (A stream's checkpointLocation is something else.)",
            "The checkpointLocation of the writer, which keeps offsets and state.",
            scenario="restart",
        ),
        Operation(
            "rdd",
            rdd,
            "An RDD is a plan for rows that can be read now.",
            "foreachBatch: the batch there is an ordinary DataFrame, with an rdd.",
            scenario="foreach-batch",
        ),
        Operation(
            "approxQuantile(), corr() and other statistics",
            quantile,
            "They are actions: their answer is a number, not a stream.",
            "percentile_approx, corr and the like as functions in groupBy().agg().",
        ),
        Operation(
            "write, the batch writer",
            batch_write,
            "write is for a DataFrame that is finished.",
            "writeStream, or foreachBatch, where each batch may use write.",
            once_refused=True,
            scenario="foreach-batch",
        ),
        Operation(
            "writeStream of a table",
            stream_write_of_a_table,
            "A table has no new rows to wait for.",
            "write; or read the same files with readStream.",
            once_refused=True,
            scenario="unbounded-table",
        ),
    ),
)
