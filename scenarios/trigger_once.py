"""The trigger once: one batch, then stop."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    counts = text.groupBy("value").agg(F.count("*").alias("count"))
    return counts.writeStream.outputMode("complete").format("memory").queryName("trigger_once").trigger(once=True)


LINES = (("a", "b"), ("a",), ("c",), ("a", "c"))

SCENARIO = Scenario(
    name="trigger-once",
    group="Triggers",
    title="Once: everything in a single batch",
    teaches="Once runs one batch with all there is, ignores rate limits, and stops; the next start goes on from there.",
    lesson=(
        "Three files are waiting, and maxFilesPerTrigger says one. Once does not listen to it: it reads all three in a "
        "single batch and ends. Started again with a fourth file it runs the next batch on the same checkpoint: "
        "offsets and state go on as if the query had never stopped. One huge batch is a risk, and the watermark cannot "
        "move within it; that is why once, which Spark 2.2 already had, is deprecated since 3.4 in favour of "
        "availableNow."
    ),
    concepts=("trigger once", "restart", "deprecated"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    runs=(Run(waiting=3, rounds=0), Run(waiting=1, rounds=0)),
    watch=(
        Watch(0, "All three files in one batch, in spite of maxFilesPerTrigger: a is counted twice.", tab="output"),
        Watch(1, "A new run of the same query: the state was kept, a is 3 and c is 2 now.", tab="output"),
    ),
    tab="output",
    related=("trigger-available-now", "restart", "trigger-default"),
)
