"""Deduplication within the watermark: the same id within some time."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, events):
    seen = spark.readStream.schema("time TIMESTAMP, id STRING").option("maxFilesPerTrigger", 1).json(events)
    unique = seen.withWatermark("time", "10 seconds").dropDuplicatesWithinWatermark(["id"])
    return unique.writeStream.outputMode("append").format("memory").queryName("dedup_within_watermark")


SCENARIO = Scenario(
    name="dedup-within-watermark",
    group="State",
    title="Deduplication within the watermark",
    teaches="dropDuplicatesWithinWatermark compares ids only, and forgets each id once the watermark passed its expiry.",
    lesson=(
        "Often a resent row has a new time: the id is equal, the time is not. Here only the id is compared, and the state "
        "keeps with it the time until which it is remembered: the event time of the first row plus the delay. When the "
        "watermark reaches that, the id is forgotten. Copies closer together than the delay are always found; copies "
        "further apart may go out again."
    ),
    concepts=("deduplication", "dropDuplicatesWithinWatermark", "watermark", "expiry"),
    streams={
        "events": Stream(
            "json",
            (
                (at("12:00:10", id="a"), at("12:00:12", id="a"), at("12:00:11", id="b")),
                (at("12:00:18", id="a"), at("12:00:31", id="c")),
                (at("12:00:30", id="a"),),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "a comes twice, two seconds apart, and goes out once; it is remembered until 12:00:20."),
        Watch(2, "A third a with yet another time is found: only the id counts."),
        Watch(
            3,
            "The watermark is 12:00:21: it passed the expiry of a, 12:00:20, and that of b, 12:00:21. Both are forgotten.",
        ),
        Watch(4, "a at 12:00:30 is not late and not remembered: it goes out a second time."),
    ),
    related=("dedup", "dedup-watermark"),
)
