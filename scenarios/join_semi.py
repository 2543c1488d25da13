"""Two streams, left semi join on a window."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at
from scenarios.join_left_outer import CLICKED, SHOWN


def build(spark, shown, clicked):
    from pyspark.sql import functions as F

    window = F.window("time", "10 seconds")
    ads = spark.readStream.schema("time TIMESTAMP, ad INT").json(shown).withWatermark("time", "10 seconds")
    clicks = spark.readStream.schema("time TIMESTAMP, ad INT").json(clicked).withWatermark("time", "10 seconds")
    clicked_ads = ads.select("ad", window).join(clicks.select("ad", window), ["ad", "window"], "left_semi")
    return clicked_ads.writeStream.outputMode("append").format("memory").queryName("join_semi")


SCENARIO = Scenario(
    name="join-semi",
    group="Joins",
    title="Two streams: left semi join",
    teaches="“Ads that were clicked”: each goes out once at its first click, and need not be kept after that.",
    lesson=(
        "A semi join asks only whether a partner exists. An ad goes out at its first click and never again, and no "
        "column of the click is written. An ad whose click is already there, in the state or in the same batch, is not "
        "even stored; up to Spark 4.1 it was stored if both came in the same batch. Ads that were never clicked leave "
        "the state silently."
    ),
    concepts=("stream-stream join", "left semi join", "window join"),
    streams={
        "shown": Stream("json", (*SHOWN, (at("12:00:01", ad=1),), ())),
        "clicked": Stream("json", (*CLICKED, (), (at("12:00:05", ad=5),))),
    },
    build=build,
    event_time="time",
    watch=(
        Watch(
            0,
            "Ads 3, 4 and 5 go out and are not stored: seven rows of state instead of the outer join's ten.",
            tab="state",
        ),
        Watch(3, "The window is over: seven rows leave, and nothing is written for ads 1 and 2.", tab="state"),
        Watch(4, "Ad 22 finds its click in the state, goes out, and is not stored.", tab="state"),
        Watch(6, "An ad of the first window, which is over: it is dropped as late, neither joined nor stored."),
        Watch(7, "A click of that window fares no better. Each side's rows are measured by the same watermark."),
    ),
    related=("join-left-outer", "join-inner", "dedup"),
)
