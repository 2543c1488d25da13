"""Deduplication with a watermark: the event time is part of the key."""

from planviz.model import Scenario, Stream, Watch
from scenarios.dedup import EVENTS


def build(spark, events):
    seen = spark.readStream.schema("time TIMESTAMP, id STRING").option("maxFilesPerTrigger", 1).json(events)
    unique = seen.withWatermark("time", "10 seconds").dropDuplicates(["id", "time"])
    return unique.writeStream.outputMode("append").format("memory").queryName("dedup_watermark")


SCENARIO = Scenario(
    name="dedup-watermark",
    group="State",
    title="Deduplication with a watermark",
    teaches="With the event time in the key, old ids can be forgotten: a duplicate that late is dropped as late anyway.",
    lesson=(
        "The event time is among the columns to compare, and it carries a watermark. When the watermark has passed the "
        "time of a remembered row, any copy of it would be late and dropped, so it need not be remembered. The state stays "
        "small. The catch: copies must carry the very same event time; a resend with a new time is not recognised."
    ),
    concepts=("deduplication", "watermark", "state eviction"),
    streams={"events": Stream("json", EVENTS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Six events, each sent five times: six go out and are remembered with their times, a to f."),
        Watch(3, "The watermark is 12:00:15: a to f are forgotten, and only g, of 12:00:25, is left."),
        Watch(4, "a once more: not in the state any more, but too late, and dropped by the watermark."),
        Watch(6, "The watermark is 12:00:35: now g is forgotten too. The state does not grow."),
    ),
    related=("dedup", "dedup-within-watermark"),
)
