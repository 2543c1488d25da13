"""The same windows without a watermark."""

from planviz.model import Scenario, Stream, Watch
from scenarios.watermark_append import CLICKS


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("update").format("memory").queryName("no_watermark")


SCENARIO = Scenario(
    name="no-watermark",
    group="Event time",
    title="The same windows without a watermark",
    teaches="Without withWatermark no row is ever too late, and no window is ever final or forgotten.",
    lesson=(
        "The same rows and windows once more, with one line less: withWatermark is gone. Spark has no idea how late a row "
        "may be, so it takes every one, however old, and keeps every window in case one more comes. There is no batch "
        "without data either, since there is nothing to work off. Append mode would be refused. On a stream that runs for "
        "months the state grows for months."
    ),
    concepts=("no watermark", "update mode", "state grows", "late data"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    watch=(
        Watch(1, "Three older rows. Late or not is no question here: there is nothing to be late for."),
        Watch(2, "12:00:25 opens a third window, and the older two stay: nothing tells Spark that they are over."),
        Watch(
            3,
            "Another 12:00:10: with a watermark it was dropped. Here its window is counted up to 4 and written again.",
        ),
    ),
    tab="physics",
    related=("watermark-update", "tumbling-windows", "state-never-shrinks"),
)
