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
        "set to false, which is how Spark worked up to 2.3. The watermark still moves, but the window that it closes is "
        "written only when some new row starts a batch. In a stream that falls silent the last results never come. And late rows have it easier: "
        "a window that nobody closed yet still takes them."
    ),
    concepts=("no-data batch", "watermark", "append mode"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    conf={"spark.sql.streaming.noDataMicroBatches.enabled": "false"},
    watch=(
        Watch(2, "12:00:25 closes the window 12:00:10–12:00:15, but no batch follows that could write it."),
        Watch(3, "Only now it is written, with count 4: the 12:00:10 that came meanwhile still found its window open."),
    ),
    related=("watermark-append",),
)
