"""Sorting a stream: refused."""

from planviz.model import Scenario, Stream


def build(spark, scores):
    from pyspark.sql import functions as F

    read = spark.readStream.schema("name STRING, points INT").option("maxFilesPerTrigger", 1).json(scores)
    best_first = read.orderBy(F.desc("points"))
    return best_first.writeStream.outputMode("append").format("memory").queryName("sort_refused")


SCORES = (
    ({"name": "ann", "points": 3}, {"name": "bob", "points": 9}),
    ({"name": "eve", "points": 5}, {"name": "ann", "points": 8}),
)

SCENARIO = Scenario(
    name="sort-refused",
    group="Unsupported",
    title="Sorting a stream: refused",
    teaches="An endless table has no last row, so it cannot be put in order; Spark says so before the first batch.",
    lesson=(
        "To sort, all rows must be there: the smallest might be the next to come. Spark refuses orderBy on a stream, with "
        "the error below. There are two ways out: sort the result of an aggregation in complete mode, where the whole "
        "result table is written each time, or sort each micro-batch for itself in foreachBatch."
    ),
    concepts=("unsupported", "refused", "sorting"),
    streams={"scores": Stream("json", SCORES)},
    build=build,
    related=("sort-complete", "foreach-batch", "limit-append"),
)
