"""Clean-up condition B, broken: the event time is not among the grouping keys."""

from planviz.model import Scenario, Stream, Watch
from scenarios.event_time_key import VISITS


def build(spark, clicks):
    seen = spark.readStream.schema("time TIMESTAMP, page STRING").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 seconds").groupBy("page").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("clean_up_b_broken")


SCENARIO = Scenario(
    name="clean-up-b-broken",
    group="Event time",
    title="Condition B, broken: the time is not in the key",
    teaches="There is a watermark, but the key does not tell how old a group is: nothing is ever removed.",
    lesson=(
        "The same rows, grouped by page. The watermark moves as before, yet a page has no time of its own: a row for it "
        "may come at any time, so its count must stay. In update mode the query is accepted and its state grows with every "
        "new page; in append mode Spark refuses it, because no count would ever be final."
    ),
    concepts=("watermark", "state grows", "clean-up condition B broken"),
    streams={"clicks": Stream("json", VISITS)},
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two pages, two rows of state.", tab="state"),
        Watch(
            3,
            "The watermark is 12:00:15, past all that batch 0 brought. Both rows stay: “removed” is zero in every "
            "batch.",
            tab="state",
        ),
        Watch(
            5,
            "The watermark is 12:00:30 and the state has not lost a row. With a new page every minute it would only "
            "grow.",
            tab="state",
        ),
    ),
    related=("event-time-key", "state-never-shrinks", "words-append"),
)
