"""The same watermark in complete mode: without effect."""

from planviz.model import Scenario, Stream, Watch
from scenarios.watermark_append import CLICKS


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy(F.window("time", "5 seconds")).count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("watermark_complete")


SCENARIO = Scenario(
    name="watermark-complete",
    group="Event time",
    title="The same watermark in complete mode",
    teaches="Complete mode needs the whole result table for ever: the watermark drops nothing and removes nothing.",
    lesson=(
        "Condition A for cleaning up, broken. Complete mode promises to write every window each time, so no window may "
        "leave the state, and since it is still there, a late row can be counted as well. The watermark is computed and "
        "reported all the same, and has no effect. State that grows although there is a watermark: look at the output "
        "mode first."
    ),
    concepts=("watermark", "complete mode", "state grows", "clean-up condition A broken"),
    streams={"clicks": Stream("json", CLICKS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "One window, written."),
        Watch(2, "12:00:25 arrived. All three windows are written, and all three stay."),
        Watch(3, "The late 12:00:10 is counted: its window goes to 4, where append and update mode drop the row."),
    ),
    related=("watermark-append", "watermark-update", "words-complete"),
)
