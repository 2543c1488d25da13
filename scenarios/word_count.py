"""Word count over a socket, in complete mode: the first streaming query everybody meets."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.format("socket").options(**lines).load()
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("word_count")


SCENARIO = Scenario(
    name="word-count",
    group="Basics",
    title="Word count over a socket",
    teaches="How a count keeps growing: each batch merges its own rows with the state of the batch before.",
    lesson=(
        "Lines arrive on a socket. Each micro-batch counts only its own words, reads the old counts from the state "
        "store, adds them up and saves the sum as the next version. In complete mode the whole result table is written "
        "again after every batch. The socket is a source for trying things out: it cannot be read a second time, so "
        "what was lost in a crash stays lost."
    ),
    concepts=("socket source", "complete mode", "state store", "aggregation chain", "fault tolerance"),
    streams={
        "lines": Stream(
            "socket",
            (
                ("apache spark", "apache hadoop"),
                ("spark streaming", "structured streaming with spark"),
                ("hello hadoop",),
                ("apache spark structured streaming",),
            ),
        )
    },
    build=build,
    watch=(
        Watch(0, "The socket has brought no line yet: the first batch is empty, and so is the state."),
        Watch(
            1,
            "The first words. StateStoreRestore finds no old count for any of them: “0 restored” in the line above "
            "the plan.",
            tab="plan",
        ),
        Watch(
            2,
            "“spark” was counted before: its old count is restored and merged with the new one. In the state it goes "
            "from 1 to 3.",
            tab="state",
        ),
        Watch(3, "Only two words came in, yet all seven are written again: that is complete mode.", tab="output"),
        Watch(4, "No new word came in: the state keeps its seven rows, and only counts change.", tab="state"),
    ),
    related=("words-update", "aggregation-chain", "the-loop"),
)
