"""Deduplication without a watermark."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, events):
    seen = spark.readStream.schema("time TIMESTAMP, id STRING").option("maxFilesPerTrigger", 1).json(events)
    unique = seen.dropDuplicates(["id"])
    return unique.writeStream.outputMode("append").format("memory").queryName("dedup")


SIX = tuple(at(f"12:00:1{second}", id=letter) for second, letter in enumerate("abcdef"))
EVENTS = (SIX * 5, (at("12:00:25", id="g"),), (at("12:00:10", id="a"),), (at("12:00:45", id="h"),))

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
        Watch(0, "Six events, each sent five times: thirty rows in, six out. The state holds the six ids."),
        Watch(2, "a comes once more, after newer events: it is still known, and dropped."),
        Watch(3, "Eight ids, eight rows of state, and none will ever leave."),
    ),
    tab="state",
    related=("dedup-watermark", "dedup-within-watermark", "state-never-shrinks"),
)
