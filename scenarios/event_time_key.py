"""Clean-up condition B, met: the group is by the event time itself."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, clicks):
    seen = spark.readStream.schema("time TIMESTAMP, page STRING").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy("time").count()
    return counts.writeStream.outputMode("append").format("memory").queryName("event_time_key")


VISITS = (
    (at("12:00:10", page="home"), at("12:00:10", page="cart")),
    (at("12:00:25", page="home"),),
    (at("12:00:40", page="cart"),),
)

SCENARIO = Scenario(
    name="event-time-key",
    group="Event time",
    title="Condition B, met: group by the event time",
    teaches="State can be cleaned up if the grouping key holds the event time, as a window or as it is.",
    lesson=(
        "Condition B for cleaning up: the aggregation must have the event-time column, or a window on it, among its "
        "grouping keys. Only then can Spark tell from the key alone that no row will come for it any more. Here the "
        "key is the time itself, which is as good as a window: a group leaves as soon as the watermark has reached its "
        "time."
    ),
    concepts=("watermark", "state eviction", "clean-up condition B met"),
    streams={"clicks": Stream("json", VISITS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two rows of the same second: one group with count 2.", tab="state"),
        Watch(3, "The watermark is 12:00:15: the group 12:00:10 is written with count 2, and removed.", tab="output"),
        Watch(5, "12:00:25 follows: the state holds one row again. It does not grow.", tab="state"),
    ),
    related=("clean-up-b-broken", "watermark-append", "tumbling-windows"),
)
