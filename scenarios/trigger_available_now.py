"""The trigger availableNow: all there is, in as many batches as it takes, then stop."""

from planviz.model import Run, Scenario, Stream, Watch
from scenarios.trigger_once import LINES


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    counts = text.groupBy("value").agg(F.count("*").alias("count"))
    writer = counts.writeStream.outputMode("complete").format("memory").queryName("trigger_available_now")
    return writer.trigger(availableNow=True)


SCENARIO = Scenario(
    name="trigger-available-now",
    group="Triggers",
    title="availableNow: all there is, then stop",
    teaches="availableNow works off what is there at the start, in batches of the allowed size, and ends.",
    lesson=(
        "At the start the query notes how far the source goes; it then runs as many batches as its limits ask for and "
        "ends when that point is reached. What comes later waits for the next start. That makes a nightly job out of a "
        "stream, with all its bookkeeping: no file is read twice, and the state is kept between the runs. (Since Spark "
        "3.3.)"
    ),
    concepts=("availableNow", "restart", "rate limit"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    runs=(Run(waiting=3, rounds=0), Run(waiting=1, rounds=0)),
    watch=(
        Watch(0, "Three files are waiting; the limit of one file a batch is kept.", tab="output"),
        Watch(1, "The second file, right after the first batch was done: there is no waiting in between.", tab="loop"),
        Watch(
            2, "The third file, and the end of the first run: all that was there at its start is done.", tab="output"
        ),
        Watch(
            3,
            "The second run found one new file. In the progress: the same id, a new runId, the next batchId.",
            tab="progress",
        ),
    ),
    tab="output",
    related=("trigger-once", "restart", "trigger-default"),
)
