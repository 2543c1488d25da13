"""The real-time trigger, and the sources that allow it."""

from planviz.model import Run, Scenario


def build(spark):
    ticks = spark.readStream.format("rate").option("rowsPerSecond", 10).load()
    writer = ticks.writeStream.outputMode("update").format("console").queryName("trigger_real_time")
    return writer.trigger(realTime="5 seconds")


SCENARIO = Scenario(
    name="trigger-real-time",
    group="Triggers",
    title="Real time: only where the source allows it",
    teaches="Real-time mode keeps a micro-batch open for seconds and hands rows on at once; few sources can do that.",
    lesson=(
        "In real-time mode a batch lasts for a fixed time and its stages run at the same time, so that rows pass through "
        "in milliseconds while offsets and commits still follow the batches. The source has to deliver rows while a "
        "batch is open. Of the sources that come with Spark only Kafka does; the rate source does not, and neither do "
        "files or sockets. The query starts, finds that out while it prepares its first batch, and fails with the error "
        "below, which is Spark's own."
    ),
    concepts=("real-time trigger", "refused", "latency"),
    streams={},
    build=build,
    runs=(Run(batches=1),),
    related=("trigger-continuous", "trigger-default"),
)
