"""The same watermark in update mode."""

from planviz.model import Scenario, Stream, Watch
from scenarios.watermark_append import CLICKS


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("update").format("memory").queryName("watermark_update")


SCENARIO = Scenario(
    name="watermark-update",
    group="Event time",
    title="The same watermark in update mode",
    teaches="Update mode writes a window at each change and does not wait; the watermark only cleans up behind it.",
    lesson=(
        "The same rows as in append mode. Here a window is written as soon as it changes and again at each later change, "
        "so results are early and not final. The watermark closes windows at the same moment as in append mode, but then "
        "nothing is written: the last value is already out. This is condition A for cleaning up, met: the output mode is "
        "append or update."
    ),
    concepts=("watermark", "update mode", "state eviction", "late data", "clean-up condition A met"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "The window 12:00:15–12:00:20 is written at once, with count 1."),
        Watch(2, "12:00:10–12:00:15 is written with count 3, long before it is final."),
        Watch(4, "The window is closed and leaves the state. Nothing is written: there is nothing new to say."),
        Watch(5, "The late 12:00:10 is dropped here too: one row less, and no update."),
    ),
    related=("watermark-append", "watermark-complete", "words-update"),
)
