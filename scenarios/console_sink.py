"""The console sink: print and forget."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    loud = text.select(F.upper("value").alias("value"))
    return loud.writeStream.outputMode("append").format("console").option("truncate", False).queryName("console_sink")


SCENARIO = Scenario(
    name="console-sink",
    group="Basics",
    title="The console sink: look, do not keep",
    teaches="The console sink prints each batch in the driver and keeps nothing: for debugging only.",
    lesson=(
        "The console sink takes every output mode and prints up to numRows rows of each batch to the driver's standard "
        "output. Nothing can read them back: that is why there are no output rows to show here, only their number, "
        "which the sink reports in the progress. It promises nothing after a restart. On a cluster the text lands in "
        "the driver's log."
    ),
    concepts=("console sink", "debugging"),
    streams={"lines": Stream("text", (("hello stream",), ("hello again", "and again")))},
    build=build,
    watch=(
        Watch(
            0,
            "The sink reports one row written; what it printed is on the driver's console, and nowhere else.",
            tab="output",
        ),
        Watch(1, "Two rows. The plan is the same as with any other sink, except for its root.", tab="plan"),
    ),
    tab="output",
    related=("foreach-sink", "foreach-batch", "monitor-progress"),
)
