"""One wrong clock: an event from the future."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, readings):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP, sensor STRING").option("maxFilesPerTrigger", 1).json(readings)
    counts = seen.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("future_event")


SCENARIO = Scenario(
    name="future-event",
    group="Event time",
    title="An event from the future makes everything late",
    teaches="One row with a wrong clock pushes the watermark ahead for good, and all honest rows are dropped.",
    lesson=(
        "The watermark follows the newest event time, whoever sent it, and never goes back. One sensor with a wrong clock "
        "sends a row from ten hours ahead: the watermark jumps, all open windows are closed, and from now on every row with "
        "the right time is late. The query looks healthy: it reads, commits and writes nothing. It stays so after a "
        "restart, since the watermark is in the checkpoint. Filter impossible times before withWatermark."
    ),
    concepts=("watermark", "clock skew", "dropped rows"),
    streams={
        "readings": Stream(
            "json",
            (
                (at("12:01", sensor="a"), at("12:03", sensor="b")),
                (at("12:04", sensor="a"), at("22:00", sensor="b")),
                (at("12:06", sensor="a"), at("12:07", sensor="b"), at("12:08", sensor="a")),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two rows of 12:00–12:05, in time.", tab="physics"),
        Watch(2, "Sensor b claims it is 22:00. Its row is accepted: no row is ever too early.", tab="physics"),
        Watch(
            3,
            "The watermark is 21:50: the window 12:00–12:05 is closed and written with count 3, though more rows for "
            "it may come.",
            tab="output",
        ),
        Watch(
            4,
            "Three honest rows of 12:05–12:10, and all are dropped. Spark counts them as one, since it adds up the "
            "rows of a window before it looks at their time.",
            tab="physics",
        ),
    ),
    related=("watermark-append", "fastest-stream", "watermark-zero"),
)
