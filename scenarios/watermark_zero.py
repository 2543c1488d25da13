"""A watermark with delay zero: nobody is waited for."""

from planviz.model import Scenario, Stream, Watch
from scenarios.watermark_append import CLICKS


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
        "be, and a row that comes out of order and belongs to a window that ended is lost. The rows are those of “A watermark "
        "in append mode”, where only the last one was too late. Order within one batch does not matter, since the "
        "watermark moves only between batches: the same rows in fewer batches may lose fewer."
    ),
    concepts=("watermark delay", "late data", "append mode"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    watch=(
        Watch(
            1,
            "The watermark is 12:00:15, the newest event time itself. Ten seconds of patience would make it 12:00:05.",
        ),
        Watch(
            2,
            "Three rows of 12:00:10–12:00:15 come one batch too late: dropped, as one, since they were added up first.",
        ),
        Watch(
            4, "The watermark is 12:00:25, and 12:00:15–12:00:20 is written at once: with a delay it would still wait."
        ),
        Watch(5, "Another 12:00:10, dropped. Four of six rows are lost in all; with ten seconds of delay it was one."),
    ),
    related=("watermark-append", "future-event"),
)
