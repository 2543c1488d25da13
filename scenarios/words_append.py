"""The word count in append mode: refused."""

from planviz.model import Scenario, Stream


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("append").format("memory").queryName("words_append")


LINES = (("apple pear",), ("pear plum", "plum fig"), ("fig",))

SCENARIO = Scenario(
    name="words-append",
    group="Output modes",
    title="Word count in append mode: refused",
    teaches="Append mode writes a row once and never takes it back; a count that can still change cannot be appended.",
    lesson=(
        "In append mode a row that was written is final. The count of a word is never final: the same word may come "
        "again tomorrow. Spark sees that when the query is started and refuses it, with the error below, before the "
        "first batch. With a watermark on event time Spark would know when a group is final, and append mode becomes "
        "possible: see “A watermark in append mode”."
    ),
    concepts=("append mode", "refused", "aggregation"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    related=("words-update", "words-complete", "watermark-append"),
)
