"""The continuous trigger: rows without batches."""

from planviz.model import Run, Scenario, Watch


def build(spark):
    ticks = spark.readStream.format("rate").option("rowsPerSecond", 10).option("numPartitions", 1).load()
    odd = ticks.where("value % 2 = 1").selectExpr("value", "value * value AS square")
    writer = odd.writeStream.outputMode("append").format("memory").queryName("trigger_continuous")
    return writer.trigger(continuous="1 second")


SCENARIO = Scenario(
    name="trigger-continuous",
    group="Triggers",
    title="Continuous: rows flow, epochs mark",
    teaches="ContinuousExecution runs one endless job; once an interval an epoch marks how far every task has got.",
    lesson=(
        "There are no micro-batches here: one job is started and its tasks never end, so a row reaches the sink within "
        "milliseconds. Once a second the coordinator sends an epoch marker through the tasks, and when it is out on the "
        "other side the offsets of that epoch are logged and committed: the log is written after the rows, not before. "
        "It is still marked experimental, knows only maps and filters on a few sources, and is at-least-once. What is "
        "recorded here is read from the logs and the sink: Spark reports no progress for epochs."
    ),
    concepts=("continuous trigger", "ContinuousExecution", "epoch", "at least once"),
    streams={},
    build=build,
    runs=(Run(batches=4),),
    timed=True,
    watch=(
        Watch(0, "Epoch 0 ends after about a second. The plan is that of the whole job: the same for every epoch."),
        Watch(2, "The offset log has a value for each partition of the source: where its task stood at the marker."),
    ),
    related=("trigger-default", "rate-source", "trigger-real-time"),
)
