"""One query on a stream and on a table: the same answer after every batch."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines, output):
    import json
    from pathlib import Path

    from pyspark.sql import functions as F

    def count_words(text):
        words = text.select(F.explode(F.split("value", " ")).alias("word"))
        return words.groupBy("word").count()

    def compare(batch, batch_id):
        stream = {row["word"]: row["count"] for row in batch.collect()}
        table = {row["word"]: row["count"] for row in count_words(spark.read.text(lines)).collect()}
        rows = [{"word": word, "stream": stream.get(word), "table": table[word]} for word in sorted(table)]
        Path(output, f"batch-{batch_id}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    counts = count_words(spark.readStream.option("maxFilesPerTrigger", 1).text(lines))
    return counts.writeStream.outputMode("complete").foreachBatch(compare).queryName("unbounded_table")


SCENARIO = Scenario(
    name="unbounded-table",
    group="Basics",
    title="The unbounded table: one query, two ways",
    teaches="After each batch the result is what the same query would give on all the input so far, read as a table.",
    lesson=(
        "Think of the stream as a table that never ends: new data are rows appended to it. You write the query as for "
        "any table, and Spark keeps its result up to date. This scenario puts that to the test. count_words is one "
        "function, called twice: with the stream, and in every batch with all files so far, read as a plain table. The "
        "two answers are always the same. The difference is the work: the stream reads only the new file and remembers "
        "the counts, the table query reads everything again. There is no real table anywhere: Spark keeps what the "
        "query needs of the past, the state, and no row of the input."
    ),
    concepts=("unbounded table", "result table", "incremental", "foreachBatch"),
    streams={"lines": Stream("text", (("red green", "red"), ("blue red",), ("green green",)))},
    build=build,
    watch=(
        Watch(0, "Two lines so far: red 2, green 1, by the stream and by the table.", tab="output"),
        Watch(
            1,
            "The stream read one new line (rows in), the table query all three. Both say red 3. The state has three "
            "rows, one for each word.",
            tab="output",
        ),
        Watch(2, "Only green changed, and again both agree. The state did not grow: no word is new.", tab="state"),
    ),
    tab="output",
    related=("lines-to-words", "word-count", "words-complete"),
)
