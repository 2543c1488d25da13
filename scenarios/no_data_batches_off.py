"""The watermark moves, and nothing happens until new data comes."""

from planviz.model import Scenario, Stream, Watch
from scenarios.watermark_append import CLICKS


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("no_data_batches_off")


SCENARIO = Scenario(
    name="no-data-batches-off",
    group="Event time",
    title="Without no-data batches: results wait for data",
    teaches="The batch without data is what writes a closed window in time; without it, the next data batch does.",
    lesson=(
        "The same query and rows as “A watermark in append mode”, with spark.sql.streaming.noDataMicroBatches.enabled "
        "set to false, which is how Spark worked up to 2.3. The watermark still moves, but the window that it closes "
        "is written only when some new row starts a batch. In a stream that falls silent the last results never come. "
        "And late rows have it easier: since Spark 3.4 a row is measured against the watermark of the batch before, so "
        "in the very batch that closes a window a row for it is still counted."
    ),
    concepts=("no-data batch", "watermark", "append mode"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    conf={"spark.sql.streaming.noDataMicroBatches.enabled": "false"},
    watch=(
        Watch(
            1, "No batch without data ran before this one, though the watermark had moved to 12:00:05.", tab="physics"
        ),
        Watch(
            2,
            "12:00:25 is the newest event: the next watermark, 12:00:15, will close 12:00:10–12:00:15. But no batch "
            "follows that could write it.",
            tab="physics",
        ),
        Watch(
            3,
            "Only now it is written, with count 4: the 12:00:10 that came meanwhile was measured against 12:00:05 "
            "(the dotted line) and still found its window open.",
            tab="physics",
        ),
    ),
    related=("watermark-append", "watermark-update", "future-event"),
)
