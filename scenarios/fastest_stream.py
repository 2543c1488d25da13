"""Two watermarks, policy max: the fastest stream decides."""

from planviz.model import Scenario, Stream, Watch
from scenarios.slowest_stream import PHONES, SENSORS


def build(spark, phones, sensors):
    from pyspark.sql import functions as F

    schema = "time TIMESTAMP, source STRING"
    fast = spark.readStream.schema(schema).json(phones).withWatermark("time", "10 seconds")
    slow = spark.readStream.schema(schema).json(sensors).withWatermark("time", "15 seconds")
    counts = fast.union(slow).groupBy(F.window("time", "10 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("two_watermarks")


SCENARIO = Scenario(
    name="fastest-stream",
    group="Event time",
    title="Two watermarks: the fastest stream decides",
    teaches="With the policy max results do not wait for a slow stream, and what it brings too late is dropped.",
    lesson=(
        "The same query and the same rows with spark.sql.streaming.multipleWatermarkPolicy set to max. The global "
        "watermark follows the stream that is furthest ahead. Results come as early as the fastest stream allows; rows of "
        "the slower one that fall behind it are lost without a word in the output. The number of dropped rows is the only "
        "trace."
    ),
    concepts=("several watermarks", "max policy", "dropped rows"),
    streams={"phones": Stream("json", PHONES), "sensors": Stream("json", SENSORS)},
    build=build,
    event_time="time",
    conf={"spark.sql.streaming.multipleWatermarkPolicy": "max"},
    watch=(
        Watch(1, "The larger one holds: 12:00:15, the sensors'."),
        Watch(5, "Phones pulled the watermark to 12:02:20: the windows of 12:02:00 and 12:02:10 are written at once."),
        Watch(
            6, "The sensors' 12:02:08 comes too late: its window is closed, and the row is dropped. 12:02:25 counts."
        ),
    ),
    related=("slowest-stream", "future-event"),
)
