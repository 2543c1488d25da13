"""Two watermarks, policy min: the slowest stream decides."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, phones, sensors):
    from pyspark.sql import functions as F

    schema = "time TIMESTAMP, source STRING"
    fast = spark.readStream.schema(schema).json(phones).withWatermark("time", "10 seconds")
    slow = spark.readStream.schema(schema).json(sensors).withWatermark("time", "15 seconds")
    counts = fast.union(slow).groupBy(F.window("time", "10 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("two_watermarks")


PHONES = (
    (at("12:00:20", source="phone"),),
    (at("12:02:00", source="phone"),),
    (at("12:02:30", source="phone"),),
    (),
)
SENSORS = (
    (at("12:00:30", source="sensor"),),
    (at("12:02:10", source="sensor"),),
    (),
    (at("12:02:08", source="sensor"), at("12:02:25", source="sensor")),
)

SCENARIO = Scenario(
    name="slowest-stream",
    group="Event time",
    title="Two watermarks: the slowest stream decides",
    teaches="With several streams the global watermark is the smallest of theirs: one slow source holds all back.",
    lesson=(
        "Each stream has its own watermark: newest event time of that stream, minus its own delay. The query as a whole "
        "has one, and by default it is the smallest: nothing is closed as long as any stream may still bring rows for it. "
        "When one source falls silent, the global watermark stands still, results stop and the state grows, although the "
        "other stream runs on. Look here first when a query with two inputs writes nothing."
    ),
    concepts=("several watermarks", "min policy", "idle source"),
    streams={"phones": Stream("json", PHONES), "sensors": Stream("json", SENSORS)},
    build=build,
    event_time="time",
    watch=(
        Watch(1, "Phones stand at 12:00:10 (20 − 10), sensors at 12:00:15 (30 − 15). The smaller one holds: 12:00:10."),
        Watch(3, "Both moved on: phones to 12:01:50, sensors to 12:01:55. The windows of 12:00 are written."),
        Watch(4, "Phones bring 12:02:30, sensors are silent."),
        Watch(5, "The global watermark moved by five seconds only, to the sensors' 12:01:55: nothing is closed."),
        Watch(6, "Sensors bring 12:02:08. It is counted: the watermark waited for it."),
        Watch(
            7,
            "Sensors stand at 12:02:10 now, and so does the query: the window of 12:02:00 is written, with both its rows.",
        ),
    ),
    related=("fastest-stream", "watermark-append"),
)
