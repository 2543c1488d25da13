"""Two streams, inner join with a time bound."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, shown, clicked):
    from pyspark.sql import functions as F

    ads = spark.readStream.schema("time TIMESTAMP, ad INT").json(shown).withWatermark("time", "10 seconds")
    clicks = spark.readStream.schema("time TIMESTAMP, ad INT").json(clicked).withWatermark("time", "10 seconds")
    clicks = clicks.select(F.col("time").alias("click_time"), F.col("ad").alias("clicked_ad"))
    in_time = "ad = clicked_ad AND click_time >= time AND click_time <= time + INTERVAL 20 SECONDS"
    pairs = ads.join(clicks, F.expr(in_time))
    return pairs.writeStream.outputMode("append").format("memory").queryName("join_inner")


SHOWN = (
    (at("12:00:00", ad=1), at("12:00:05", ad=2)),
    (),
    (at("12:01:00", ad=3),),
)
CLICKED = (
    (),
    (at("12:00:08", ad=1),),
    (at("12:01:00", ad=2),),
)

SCENARIO = Scenario(
    name="join-inner",
    group="Joins",
    title="Two streams: inner join within twenty seconds",
    teaches="Both sides are kept as state, and the time bound tells how long a row can still find a partner.",
    lesson=(
        "A row may come before its partner or after it, so both sides are kept. Each new row is joined with the other "
        "side's state and stored in its own. With watermarks on both sides and a bound on the times (the click comes within "
        "twenty seconds of the ad) Spark can compute for each row when no partner can come any more, and removes it then. "
        "Four stores serve one join: for each side the rows by key, and how many rows each key has."
    ),
    concepts=("stream-stream join", "inner join", "time bound", "watermark", "state on both sides"),
    streams={"shown": Stream("json", SHOWN), "clicked": Stream("json", CLICKED)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two ads were shown, nobody clicked yet: nothing out, two rows of state on the left."),
        Watch(1, "The click on ad 1, eight seconds later: the pair goes out at once. The click is stored too."),
        Watch(3, "Both sides moved on. The click on ad 2 came 55 seconds after the ad: no pair."),
        Watch(
            4, "The global watermark is 12:00:50 now: ads 1 and 2 and the first click are past their bound and leave."
        ),
    ),
    related=("join-unbounded", "join-left-outer", "join-static-inner"),
)
