"""Watermarks, continuous processing and schemas: what must be said before the first row."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def watermark_on_text(events, table):
    return events.withWatermark("user", "10 minutes").groupBy("user").count()


def second_watermark(events, table):
    from pyspark.sql import functions as F

    marked = events.withColumn("seen", F.current_timestamp()).withWatermark("time", "10 minutes")
    return marked.withWatermark("seen", "1 minute").groupBy(F.window("time", "5 minutes")).count()


def watermark_after(events, table):
    from pyspark.sql import functions as F

    return events.groupBy(F.window("time", "5 minutes")).count().withWatermark("window", "10 minutes")


def watermark_on_table(events, table):
    from pyspark.sql import functions as F

    times = table.withColumn("time", F.current_timestamp())
    return events.join(times.withWatermark("time", "10 minutes").select("user"), "user")


def continuous_aggregation(events, table):
    ticks = events.sparkSession.readStream.format("rate").load()
    return ticks.groupBy("value").count().writeStream.trigger(continuous="1 second")


def continuous_duplicates(events, table):
    ticks = events.sparkSession.readStream.format("rate").load()
    return ticks.dropDuplicates(["value"]).writeStream.trigger(continuous="1 second")


def continuous_now(events, table):
    from pyspark.sql import functions as F

    ticks = events.sparkSession.readStream.format("rate").load()
    return ticks.withColumn("now", F.current_timestamp()).writeStream.trigger(continuous="1 second")


def continuous_files(events, table):
    return events.writeStream.trigger(continuous="1 second")


def continuous_batches(events, table):
    ticks = events.sparkSession.readStream.format("rate").load()
    return ticks.writeStream.trigger(continuous="1 second").foreachBatch(lambda batch, batch_id: None)


def no_schema(events, table):
    return events.sparkSession.readStream.json("/tmp")


WATERMARKS = Theme(
    "Watermarks and schemas",
    (
        Operation(
            "A watermark on a column that is no timestamp",
            watermark_on_text,
            "The watermark is a time: newest value minus delay.",
            "to_timestamp first.",
            mode="update",
            once_refused=True,
        ),
        Operation(
            "A second watermark, on another column of the same stream",
            second_watermark,
            "One column of a stream carries the watermark: the later call takes it away from the first, and the window has "
            "none any more.",
            "One withWatermark, on the column that the window is made of.",
            scenario="clean-up-c-broken",
        ),
        Operation(
            "withWatermark after the aggregation",
            watermark_after,
            "The aggregation stands below it and knows of no watermark.",
            "withWatermark before groupBy.",
            once_refused=True,
            scenario="clean-up-d-broken",
        ),
        Operation(
            "withWatermark on a table",
            watermark_on_table,
            "It is accepted and ignored: a table has no late rows.",
            "Leave it out.",
        ),
        Operation(
            "A file stream without a schema",
            no_schema,
            "The query is planned before there is a file to look at.",
            "Give the schema, or set spark.sql.streaming.schemaInference and have a file there.",
            once_refused=True,
            scenario="csv-orders",
        ),
    ),
)

CONTINUOUS = Theme(
    "The continuous trigger",
    (
        Operation(
            "An aggregation with the continuous trigger",
            continuous_aggregation,
            "Continuous processing has no batches at whose end state could be saved.",
            "A micro-batch trigger.",
            mode="update",
            scenario="trigger-continuous",
        ),
        Operation(
            "Deduplication with the continuous trigger",
            continuous_duplicates,
            "It needs state as well. Only maps and filters are allowed.",
            "A micro-batch trigger.",
            scenario="trigger-continuous",
        ),
        Operation(
            "current_timestamp() with the continuous trigger",
            continuous_now,
            "In a micro-batch it is the time of the batch; here there is none.",
            "The timestamp that the source gives.",
            scenario="trigger-continuous",
        ),
        Operation(
            "A file source with the continuous trigger",
            continuous_files,
            "The source must be able to hand rows on without batches; rate, socket and Kafka are.",
            "A micro-batch trigger.",
            scenario="trigger-continuous",
        ),
        Operation(
            "foreachBatch with the continuous trigger",
            continuous_batches,
            "There is no batch to hand over.",
            "foreach, which gets rows; or a micro-batch trigger.",
            scenario="foreach-sink",
            own_sink=True,
        ),
    ),
)
