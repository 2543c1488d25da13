"""A watermark with delay zero: nobody is waited for."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "0 seconds").groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("watermark_zero")


SCENARIO = Scenario(
    name="watermark-zero",
    group="Event time",
    title="Delay zero: results at once, late rows lost",
    teaches="The delay is the trade between how soon a result is final and how late a row may be.",
    lesson=(
        "With a delay of zero the watermark stands at the newest event time itself. Windows are written as early as can "
        "be, and the first row that comes out of order and belongs to a window that ended is lost. Order within one batch "
        "does not matter, since the watermark moves only between batches: the same rows in fewer batches may lose fewer."
    ),
    concepts=("watermark delay", "late data", "append mode"),
    streams={
        "clicks": Stream(
            "json",
            (
                (at("12:00:06"), at("12:00:03")),
                (at("12:00:04"), at("12:00:07")),
                (at("12:00:11"),),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "12:00:03 comes after 12:00:06 in the same batch: it is counted, the watermark is still 1970."),
        Watch(1, "The watermark is 12:00:06 and 12:00:00–12:00:05 is written with count 1."),
        Watch(2, "12:00:04 is two seconds behind and one batch too late: dropped. 12:00:07 is counted."),
        Watch(5, "The window 12:00:05–12:00:10 is written with count 2: 12:00:06 and 12:00:07."),
    ),
    related=("watermark-append", "future-event"),
)
