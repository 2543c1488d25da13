"""The rate-micro-batch source: the same rows in every run."""

from planviz.model import Run, Scenario, Watch


def build(spark):
    rows = (
        spark.readStream.format("rate-micro-batch")
        .option("rowsPerBatch", 4)
        .option("numPartitions", 1)
        .option("startTimestamp", 1704110400000)  # 2024-01-01 12:00:00 UTC
        .option("advanceMillisPerBatch", 60000)
        .load()
    )
    return rows.writeStream.outputMode("append").format("memory").queryName("rate_micro_batch")


SCENARIO = Scenario(
    name="rate-micro-batch",
    group="Basics",
    title="The rate-micro-batch source: rows by the batch",
    teaches="Test data that does not depend on the clock: each batch gets the same number of rows and one timestamp.",
    lesson=(
        "Where the rate source follows the clock, rate-micro-batch follows the batches: batch N always holds the same "
        "rows, however slow the machine is. There is always something new, so with the default trigger this query "
        "never waits. Its offset holds both the number of rows so far and the timestamp. (The rate source is as old as "
        "Spark 2.2; this one came with 3.3.)"
    ),
    concepts=("rate-micro-batch source", "offsets", "deterministic input"),
    streams={},
    build=build,
    runs=(Run(batches=3),),
    watch=(
        Watch(0, "Four rows, 0 to 3, all of 12:00.", tab="output"),
        Watch(1, "The next four, one minute on: 12:01. The start offset is the end offset of batch 0.", tab="offsets"),
        Watch(
            2,
            "8 to 11, all of 12:02. In the rhythm of triggers there is no pause: a batch begins as soon as the one "
            "before it is done.",
            tab="loop",
        ),
    ),
    related=("rate-source", "python-source", "trigger-default", "tumbling-windows"),
)
