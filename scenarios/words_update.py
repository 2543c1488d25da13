"""The word count in update mode."""

from planviz.model import Scenario, Stream, Watch
from scenarios.words_append import LINES


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("words_update")


SCENARIO = Scenario(
    name="words-update",
    group="Output modes",
    title="Word count in update mode",
    teaches="Update mode writes the rows of the result table that this batch changed, and only those.",
    lesson=(
        "Think of a result table with one row for each word. Update mode writes a row whenever a batch changes it, so "
        "the same word is written again with its new count, and the sink has to replace the old row. The output is as "
        "large as the change. The state holds every word ever seen, just as in complete mode: the output mode decides "
        "what is written, and without a watermark not what is kept."
    ),
    concepts=("update mode", "result table", "state grows"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    watch=(
        Watch(0, "apple and pear are new: two rows out, two rows of state."),
        Watch(1, "pear changed to 2, plum and fig are new: three rows out. apple did not change and is not written."),
        Watch(2, "Only fig changed: one row out, and still four rows of state."),
    ),
    tab="output",
    related=("words-append", "words-complete", "watermark-update"),
)
