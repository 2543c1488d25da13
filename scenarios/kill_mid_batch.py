"""Kill a query in the middle of a batch."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    import time

    from pyspark.sql import functions as F

    @F.udf("string")
    def carefully(line):
        if "slow" in line:
            time.sleep(3)
        return line

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split(carefully("value"), " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("kill_mid_batch")


SCENARIO = Scenario(
    name="kill-mid-batch",
    group="Recovery",
    title="Killed in the middle of a batch",
    teaches="A batch that is in the offset log and not in the commit log runs again, with exactly the same offsets.",
    lesson=(
        "Batch 1 takes three seconds for its one line, and the query is killed in that time: its offsets are already in "
        "the offset log, its commit is not written, and neither is its state. While the query is dead another file comes. "
        "Started again, Spark finds the open batch and runs it once more with the logged offsets: it reads the slow line "
        "and not the newer file, on the state of version 1. What came meanwhile is batch 2. That is how a batch keeps its "
        "content whatever happens, which exactly-once rests on."
    ),
    concepts=("write-ahead log", "kill", "replay", "state version", "exactly once"),
    streams={"lines": Stream("text", (("red green",), ("slow red",), ("green blue",)))},
    build=build,
    runs=(Run(rounds=2, killed=True), Run(waiting=1)),
    watch=(
        Watch(0, "Done and committed in the first run."),
        Watch(1, "Two attempts: the first run was killed in this batch, the second ran it again. red is 2, not 3."),
        Watch(2, "The file that came while the query was dead has a batch of its own."),
    ),
    related=("restart", "file-sink-exactly-once", "foreach-duplicates"),
)
