"""Tumbling windows without a watermark."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, visits):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP, page STRING").option("maxFilesPerTrigger", 1).json(visits)
    counts = seen.groupBy(F.window("time", "10 minutes")).count()
    return counts.writeStream.outputMode("update").format("memory").queryName("tumbling_windows")


SCENARIO = Scenario(
    name="tumbling-windows",
    group="Event time",
    title="Tumbling windows: every row in one bucket",
    teaches="Rows are counted by when they happened, not by when they arrive: the window is part of the group's key.",
    lesson=(
        "Each row carries the time it happened at, its event time. window(time, 10 minutes) cuts time into buckets that "
        "touch and do not overlap, and the bucket becomes part of the grouping key, like any other column. So a row that "
        "arrives late simply updates the bucket it belongs to. The price: without a watermark Spark must keep every "
        "bucket for ever, because a row for it might still come."
    ),
    concepts=("event time", "tumbling window", "late data", "update mode", "state grows"),
    streams={
        "visits": Stream(
            "json",
            (
                (at("12:02", page="home"), at("12:07", page="cart")),
                (at("12:13", page="home"), at("12:09", page="pay")),
                (at("12:24", page="home"), at("12:01", page="home")),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Both rows fall into 12:00–12:10: one row of state, with count 2.", tab="state"),
        Watch(
            1,
            "12:09 comes together with 12:13 and still counts where it belongs: 12:00–12:10 goes to 3.",
            tab="physics",
        ),
        Watch(
            2,
            "12:01 comes 23 minutes late and is counted as well. Three windows are kept, and none ever leaves.",
            tab="state",
        ),
    ),
    tab="physics",
    related=("animal-windows", "watermark-update", "session-windows"),
)
