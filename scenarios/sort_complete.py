"""Sorting an aggregation in complete mode: allowed."""

from planviz.model import Scenario, Stream, Watch
from scenarios.sort_refused import SCORES


def build(spark, scores):
    from pyspark.sql import functions as F

    read = spark.readStream.schema("name STRING, points INT").option("maxFilesPerTrigger", 1).json(scores)
    totals = read.groupBy("name").agg(F.sum("points").alias("points")).orderBy(F.desc("points"))
    return totals.writeStream.outputMode("complete").format("memory").queryName("sort_complete")


SCENARIO = Scenario(
    name="sort-complete",
    group="Unsupported",
    title="Sorting what is complete: allowed",
    teaches="In complete mode the whole result table is at hand in every batch, so it can be sorted.",
    lesson=(
        "What cannot be done with an endless input can be done with a finite result. Complete mode writes the whole result "
        "table after each batch, and that can be sorted anew every time. The plan shows where: the sort stands above "
        "StateStoreSave, after a further exchange. To cut the rows into ranges that exchange samples its input first, so "
        "everything below it runs twice in each batch, and Spark's figures for the state are counted twice as well."
    ),
    concepts=("sorting", "complete mode", "aggregation"),
    streams={"scores": Stream("json", SCORES)},
    build=build,
    watch=(
        Watch(
            0,
            "bob 9, ann 3: sorted by points. Spark reports four state rows where there are two: see the lesson.",
            tab="output",
        ),
        Watch(
            1,
            "ann 11, bob 9, eve 5: the order of the whole table changed. In the plan, find the sort above the final "
            "aggregate; the counts below it are doubled.",
            tab="plan",
        ),
    ),
    tab="output",
    related=("sort-refused", "words-complete", "limit-append"),
)
