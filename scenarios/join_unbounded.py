"""Two streams, inner join without a bound: the state grows."""

from planviz.model import Scenario, Stream, Watch
from scenarios.join_inner import CLICKED, SHOWN


def build(spark, shown, clicked):
    from pyspark.sql import functions as F

    ads = spark.readStream.schema("time TIMESTAMP, ad INT").json(shown).withWatermark("time", "10 seconds")
    clicks = spark.readStream.schema("time TIMESTAMP, ad INT").json(clicked).withWatermark("time", "10 seconds")
    clicks = clicks.select(F.col("time").alias("click_time"), F.col("ad").alias("clicked_ad"))
    pairs = ads.join(clicks, F.expr("ad = clicked_ad"))
    return pairs.writeStream.outputMode("append").format("memory").queryName("join_unbounded")


SCENARIO = Scenario(
    name="join-unbounded",
    group="Joins",
    title="Two streams without a bound: state for ever",
    teaches="Watermarks alone do not help: without a condition on the times every row of both sides is kept.",
    lesson=(
        "The query is that of “inner join within twenty seconds” without the twenty seconds. Both streams have watermarks, "
        "but nothing in the join condition says that an old ad cannot be clicked tomorrow. So Spark keeps all rows of both "
        "sides. An inner join without a bound is accepted without a warning; the only sign is the number of state rows."
    ),
    concepts=("stream-stream join", "inner join", "state grows", "missing bound"),
    streams={"shown": Stream("json", SHOWN), "clicked": Stream("json", CLICKED)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two ads: two rows of state, as in the join with a bound.", tab="state"),
        Watch(1, "The click on ad 1: the pair goes out, and both rows stay.", tab="output"),
        Watch(
            2,
            "The click on ad 2 comes 55 seconds later and now it is a pair. All five rows are kept, though the "
            "watermark is 12:00:50 next.",
            tab="state",
        ),
    ),
    related=("join-inner", "state-never-shrinks", "join-full-outer"),
)
