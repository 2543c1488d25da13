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
        "milliseconds. When the interval is over, the driver counts the epoch up; each reading task then puts a marker "
        "among its rows and reports its offset, and when the marker has come out of all writing tasks, the epoch is "
        "committed. So the offset log is written after the rows, not before: after a crash some of them may come "
        "again, at-least-once. ContinuousExecution came with Spark 2.3 and is still marked experimental: it knows only "
        "maps and filters, on a few sources. Spark reports no progress for epochs; what is recorded here is read from "
        "the logs and the sink."
    ),
    concepts=("continuous trigger", "ContinuousExecution", "epoch", "at least once"),
    streams={},
    build=build,
    runs=(Run(batches=4),),
    timed=True,
    watch=(
        Watch(
            0,
            "Epoch 0 is empty: the first marker is sent as soon as the query starts, the others at whole seconds. The "
            "plan is that of the one job, the same for every epoch.",
            tab="offsets",
        ),
        Watch(1, "The rows between the two markers: how many depends on when the query was started.", tab="output"),
        Watch(
            2,
            "The offset log has a value for each partition of the source: where its task stood at the marker.",
            tab="offsets",
        ),
    ),
    tab="loop",
    related=("trigger-real-time", "rate-source", "the-loop"),
)
