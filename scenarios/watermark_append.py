"""A watermark in append mode: a window is written once, when it is final."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("watermark_append")


CLICKS = (
    (at("12:00:15"),),
    (at("12:00:10"), at("12:00:12"), at("12:00:14")),
    (at("12:00:25"),),
    (at("12:00:10"),),
)

SCENARIO = Scenario(
    name="watermark-append",
    group="Event time",
    title="A watermark in append mode",
    teaches="With a watermark Spark knows when a window is final: it is written once then, and leaves the state.",
    lesson=(
        "The watermark is the newest event time seen, minus ten seconds: Spark's promise to wait that long for late "
        "rows. It moves between batches, so the batch that brings a newer row still works with the old watermark. When "
        "it moved, Spark runs one more batch without any data, which writes the windows whose end the watermark has "
        "reached, and removes them. A row for such a window is dropped from then on. withWatermark stands before the "
        "groupBy and on the column the window is made of: that is what conditions C and D for cleaning up ask for."
    ),
    concepts=("watermark", "append mode", "no-data batch", "state eviction", "late data", "clean-up condition D met"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Nothing is written: the window 12:00:15–12:00:20 may still change. The watermark is still 1970."),
        Watch(1, "A batch without data: the watermark moved to 12:00:05, which closes nothing yet."),
        Watch(2, "Three rows, all older than the newest and all in time: their windows end after the watermark."),
        Watch(3, "12:00:25 comes in. Three windows are in the state, and the watermark is still 12:00:05."),
        Watch(
            4,
            "The watermark is 12:00:15: the window 12:00:10–12:00:15 is final. It is written with count 3, and leaves.",
        ),
        Watch(5, "Another 12:00:10: its window was written and is gone, so the row is dropped."),
    ),
    related=("watermark-update", "watermark-complete", "no-data-batches-off", "clean-up-d-broken"),
)
