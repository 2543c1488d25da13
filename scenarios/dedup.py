"""Deduplication without a watermark."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, events):
    seen = spark.readStream.schema("time TIMESTAMP, id STRING").option("maxFilesPerTrigger", 1).json(events)
    unique = seen.dropDuplicates(["id"])
    return unique.writeStream.outputMode("append").format("memory").queryName("dedup")


EVENTS = (
    (at("12:00:10", id="a"), at("12:00:10", id="a"), at("12:00:11", id="b")),
    (at("12:00:10", id="a"), at("12:00:25", id="c")),
    (at("12:00:10", id="a"), at("12:00:45", id="d")),
)

SCENARIO = Scenario(
    name="dedup",
    group="State",
    title="Deduplication: remember every id for ever",
    teaches="To drop duplicates Spark remembers each key it has seen; without a watermark it never forgets one.",
    lesson=(
        "dropDuplicates lets the first row of each id through and drops the rest. The state is just the set of ids, "
        "without values. A duplicate may come at any time, so every id is kept: exact for ever, and larger every day. "
        "The same operator serves distinct(), which the guide to Spark 2.2 listed as unsupported."
    ),
    concepts=("deduplication", "distinct", "state grows"),
    streams={"events": Stream("json", EVENTS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "a comes twice and goes out once. The state holds a and b."),
        Watch(1, "a is known and dropped, c is new."),
        Watch(2, "a is still known. Four ids, four rows of state, and none will ever leave."),
    ),
    tab="state",
    related=("dedup-watermark", "dedup-within-watermark", "state-never-shrinks"),
)
