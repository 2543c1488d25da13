"""The word count in complete mode."""

from planviz.model import Scenario, Stream, Watch
from scenarios.words_append import LINES


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("words_complete")


SCENARIO = Scenario(
    name="words-complete",
    group="Output modes",
    title="Word count in complete mode",
    teaches="Complete mode writes the whole result table after every batch, changed or not.",
    lesson=(
        "In complete mode the sink gets the whole result table each time and replaces what it had. That is simple for "
        "the sink, and costs more with every new word: the output grows with the state, not with the input. It is "
        "allowed only for aggregations: their result table is in the state anyway, while for any other query Spark "
        "would have to keep every row it ever read. No watermark can ever shrink the state, since all of it must be "
        "written again. So how much does each mode keep? Without a watermark the same: one row for each key, for ever. "
        "With one, append and update let go of what is over, and complete of nothing."
    ),
    concepts=("complete mode", "result table", "state grows"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    watch=(
        Watch(0, "Two words, two rows out: no difference to update mode yet."),
        Watch(1, "All four words are written, also apple, which did not change."),
        Watch(
            2,
            "Only fig changed, and again all four are written. The state has the same four rows as in update mode.",
        ),
    ),
    tab="output",
    related=("words-append", "words-update", "watermark-complete", "sort-complete"),
)
