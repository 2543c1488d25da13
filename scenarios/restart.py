"""Stop a query and start it again."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("restart")


SCENARIO = Scenario(
    name="restart",
    group="Recovery",
    title="Stop, start again, go on",
    teaches="The checkpoint is the query: started again on it, the next batch follows as if nothing had happened.",
    lesson=(
        "The checkpoint directory holds the offset log (what each batch was to read), the commit log (which batches are "
        "done) and the state. The query is stopped after two batches while a third file arrives, and started again on the "
        "same checkpoint. It finds batch 1 committed, loads the state of version 2 and goes on with batch 2. The query id "
        "stays, since it is in the checkpoint; the run id is new for each start."
    ),
    concepts=("checkpoint", "restart", "query id", "run id", "state version"),
    streams={"lines": Stream("text", (("red green",), ("red",), ("green blue",), ("red",)))},
    build=build,
    runs=(Run(rounds=2), Run(waiting=1)),
    watch=(
        Watch(1, "The last batch of the first run: red 2, green 1. It is in the commit log.", tab="offsets"),
        Watch(
            2,
            "The first batch of the second run. green is 2: the old count came from the checkpoint, as version 2 of "
            "the state.",
            tab="state",
        ),
        Watch(3, "On it goes: red 3.", tab="output"),
    ),
    tab="output",
    related=("kill-mid-batch", "trigger-available-now", "changed-query"),
)
