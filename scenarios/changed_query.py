"""A changed query on an old checkpoint: refused."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("changed_query")


def build_changed(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word", F.length("word").alias("letters")).count()
    return counts.writeStream.outputMode("complete").format("memory").queryName("changed_query")


SCENARIO = Scenario(
    name="changed-query",
    group="Recovery",
    title="A changed query on the old checkpoint: refused",
    teaches="The state in the checkpoint fits the old grouping key; a query with another key cannot go on with it.",
    lesson=(
        "Between two runs somebody adds a grouping column. The state in the checkpoint was written with another key, "
        "and there is no way to tell the new key of an old row. Spark compares the schema of the state before it runs "
        "the next batch, and stops with the error below. Filters and other stateless steps may change between runs; "
        "the key, the kind of aggregation and the number of stateful operators may not: that takes a new checkpoint."
    ),
    concepts=("checkpoint", "state schema", "refused", "restart"),
    streams={"lines": Stream("text", (("red green",), ("red",)))},
    build=build,
    runs=(Run(rounds=1), Run(build=build_changed)),
    watch=(
        Watch(0, "The key of the state is the word. It stays so for as long as this checkpoint lives.", tab="state"),
    ),
    related=("restart", "aggregation-chain", "rocksdb-store"),
)
