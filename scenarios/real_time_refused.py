"""The real-time trigger on a source that does not allow it."""

from planviz.model import Run, Scenario


def build(spark):
    ticks = spark.readStream.format("rate").option("rowsPerSecond", 10).load()
    writer = ticks.writeStream.outputMode("update").format("console").queryName("real_time_refused")
    return writer.trigger(realTime="5 seconds")


SCENARIO = Scenario(
    name="real-time-refused",
    group="Triggers",
    title="Real time, refused: only where the source allows it",
    teaches="Real-time mode needs a source that can hand on rows while a batch is open; most sources cannot.",
    lesson=(
        "In real-time mode a batch stays open for a fixed time, and the source has to deliver rows while it is. Of the "
        "sources that come with Spark only Kafka does; the rate source does not, and neither do files or sockets. The "
        "query starts, finds that out while it prepares its first batch, and fails with the error below, which is Spark's "
        "own."
    ),
    concepts=("real-time trigger", "refused", "latency"),
    streams={},
    build=build,
    runs=(Run(batches=1),),
    related=("trigger-real-time", "trigger-continuous"),
)
