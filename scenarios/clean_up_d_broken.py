"""Clean-up condition D, broken: the watermark comes after the aggregation."""

from planviz.model import Scenario, Stream
from scenarios.watermark_append import CLICKS


def build(spark, clicks):
    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.groupBy("time").count().withWatermark("time", "10 seconds")
    return counts.writeStream.outputMode("append").format("memory").queryName("clean_up_d_broken")


SCENARIO = Scenario(
    name="clean-up-d-broken",
    group="Event time",
    title="Condition D, broken: the watermark comes too late",
    teaches="withWatermark must stand before the aggregation whose state it shall clean up.",
    lesson=(
        "Condition D for cleaning up. A plan is read from the source to the sink: the aggregation comes first here, and "
        "there the column time carries no watermark yet. For Spark it is an aggregation without a watermark, and in append "
        "mode it is refused. Move withWatermark in front of groupBy and the query is the one of condition B, met."
    ),
    concepts=("watermark", "refused", "clean-up condition D broken"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    related=("event-time-key", "watermark-append", "clean-up-c-broken"),
)
