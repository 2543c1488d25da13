"""Lines of text files split into words: map, filter and flatMap on a stream, to the memory sink."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    lower = text.select(F.lower("value").alias("line"))
    words = lower.select(F.explode(F.split("line", " ")).alias("word"))
    long_words = words.where(F.length("word") > 2)
    return long_words.writeStream.outputMode("append").format("memory").queryName("lines_to_words")


SCENARIO = Scenario(
    name="lines-to-words",
    group="Basics",
    title="Your first stream: lines to words",
    teaches="A stream is a table that rows are appended to; a query without state looks at each new row once.",
    lesson=(
        "Every new text file in a directory is read once. Spark waits until there is something new, runs the query on "
        "just that (a micro-batch), adds the result to the sink, notes that the batch is done, and waits again. A map "
        "(lower), a flatMap (explode) and a filter (where) need nothing but the row itself, so nothing is remembered "
        "between batches except how far the source was read. The memory sink keeps the rows in a table in the driver: "
        "good for learning and tests, and gone with the process."
    ),
    concepts=("unbounded table", "micro-batch", "stateless", "text source", "memory sink", "append mode"),
    streams={
        "lines": Stream(
            "text",
            (
                ("To be or not to be", "that is the question"),
                ("Be it so",),
                ("The rest is silence",),
            ),
        )
    },
    build=build,
    watch=(
        Watch(
            0,
            "Two lines come in, four words are longer than two letters and go out: not, that, the, question.",
            tab="output",
        ),
        Watch(
            1,
            "The line “Be it so” has no long word. The batch runs and is committed, and writes nothing. Its offset "
            "went on by one all the same.",
            tab="offsets",
        ),
        Watch(
            2,
            "Only the new line is read. “the” goes out again: without state, nobody knows it was seen before.",
            tab="output",
        ),
    ),
    related=("unbounded-table", "word-count", "the-loop"),
)
