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
        "The first run has a process of its own, with a JVM of its own. Batch 1 takes three seconds for its one line, and "
        "in that time both are killed with signal 9, as if the power had failed: nobody gets to tidy up. What is left is "
        "what was on disk. The offset log has batch 1, the commit log does not, and its state was not written. While the "
        "query is dead another file comes. Started again in another process, Spark finds the open batch and runs it once "
        "more with the logged offsets: it reads the slow line and not the newer file, on the state of version 1. What came "
        "meanwhile is batch 2. That is how a batch keeps its content whatever happens, which exactly-once rests on."
    ),
    concepts=("write-ahead log", "kill", "replay", "state version", "exactly once"),
    streams={"lines": Stream("text", (("red green",), ("slow red",), ("green blue",)))},
    build=build,
    runs=(Run(rounds=2, killed=True), Run(waiting=1)),
    watch=(
        Watch(0, "Done and committed by the first run, before it was killed.", tab="offsets"),
        Watch(
            1, "Begun by the first run, which was killed, and run again by the second. red is 2, not 3.", tab="output"
        ),
        Watch(1, "Steps 1 and 2 took no time: the offsets were in the log already.", tab="loop"),
        Watch(2, "The file that came while the query was dead has a batch of its own.", tab="offsets"),
    ),
    tab="offsets",
    related=("restart", "file-sink-exactly-once", "foreach-duplicates"),
)
