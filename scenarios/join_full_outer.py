"""Two streams, full outer join with a time bound."""

from planviz.model import Scenario, Stream, Watch
from scenarios.join_inner import CLICKED, SHOWN


def build(spark, shown, clicked):
    from pyspark.sql import functions as F

    ads = spark.readStream.schema("time TIMESTAMP, ad INT").json(shown).withWatermark("time", "10 seconds")
    clicks = spark.readStream.schema("time TIMESTAMP, ad INT").json(clicked).withWatermark("time", "10 seconds")
    clicks = clicks.select(F.col("time").alias("click_time"), F.col("ad").alias("clicked_ad"))
    in_time = "ad = clicked_ad AND click_time >= time AND click_time <= time + INTERVAL 20 SECONDS"
    pairs = ads.join(clicks, F.expr(in_time), "full_outer")
    return pairs.writeStream.outputMode("append").format("memory").queryName("join_full_outer")


SCENARIO = Scenario(
    name="join-full-outer",
    group="Joins",
    title="Two streams: full outer join",
    teaches="A row without a partner is written with nulls, but only when it leaves the state: then it is certain.",
    lesson=(
        "The same ads and clicks as in the inner join. Whatever found a partner is written at once; what found none "
        "must wait until its time bound is passed by the watermark, because a partner might still come. So the rows "
        "with nulls come out of the batch that cleans up, usually one without data. For outer joins watermark and "
        "bound are a must: without them Spark refuses the query. (Spark 2.2 refused every join of two streams; inner, "
        "left and right outer came with 2.3, full outer and semi with 3.1.)"
    ),
    concepts=("stream-stream join", "full outer join", "time bound", "no-data batch"),
    streams={"shown": Stream("json", SHOWN), "clicked": Stream("json", CLICKED)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two ads without a click: nothing is written, for a click may still come.", tab="state"),
        Watch(1, "Ad 1 and its click: written at once, as in an inner join.", tab="output"),
        Watch(
            4,
            "Ad 2 leaves the state without a partner: it is written now, with nulls for the click. The click on ad 2, "
            "55 seconds later, stays and waits for an ad.",
            tab="output",
        ),
    ),
    related=("join-inner", "join-left-outer", "join-semi"),
)
