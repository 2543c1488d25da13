"""Two streams, left outer join on a window."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, shown, clicked):
    from pyspark.sql import functions as F

    window = F.window("time", "10 seconds")
    ads = spark.readStream.schema("time TIMESTAMP, ad INT").json(shown).withWatermark("time", "10 seconds")
    clicks = spark.readStream.schema("time TIMESTAMP, ad INT").json(clicked).withWatermark("time", "10 seconds")
    clicks = clicks.select("ad", window, F.lit("yes").alias("clicked"))
    pairs = ads.select("ad", window).join(clicks, ["ad", "window"], "left_outer")
    return pairs.writeStream.outputMode("append").format("memory").queryName("join_left_outer")


SHOWN = (tuple(at(f"12:00:0{n}", ad=n) for n in (1, 2, 3, 4, 5)), (at("12:00:21", ad=21),), (at("12:00:22", ad=22),))
CLICKED = (tuple(at(f"12:00:0{n}", ad=n) for n in (3, 4, 5, 6, 7)), (at("12:00:22", ad=22),), ())

SCENARIO = Scenario(
    name="join-left-outer",
    group="Joins",
    title="Two streams: left outer join on a window",
    teaches="A shared window is a time bound too: when it is over, ads without a click are written with null.",
    lesson=(
        "Ads and clicks are joined if they fall into the same window of ten seconds. The window ends, the watermark passes "
        "its end, and then it is certain which ads were not clicked. Those come out with null from the batch without data "
        "that follows. Clicks without an ad are removed silently: the join keeps the left side only."
    ),
    concepts=("stream-stream join", "left outer join", "window join", "no-data batch"),
    streams={"shown": Stream("json", SHOWN), "clicked": Stream("json", CLICKED)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Ads 3, 4 and 5 were clicked in the same batch and go out. All ten rows are stored.", tab="output"),
        Watch(2, "A newer ad and a newer click, of different ads: nothing fits.", tab="physics"),
        Watch(
            3,
            "The watermark is 12:00:11: the first window is over. Ads 1 and 2 are written with null, and all ten rows "
            "leave.",
            tab="output",
        ),
        Watch(4, "Ad 22 is shown after its click came: the click was waiting in the state.", tab="output"),
    ),
    related=("join-full-outer", "join-semi", "join-static-left"),
)
