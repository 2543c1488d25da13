"""An aggregation of an aggregation."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, events):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP").option("maxFilesPerTrigger", 1).json(events)
    fives = seen.withWatermark("time", "0 seconds").groupBy(F.window("time", "5 seconds")).count()
    tens = fives.groupBy(F.window("window", "10 seconds")).agg(
        F.count("*").alias("windows"), F.sum("count").alias("events")
    )
    return tens.writeStream.outputMode("append").format("memory").queryName("chained_aggregations")


def _seconds(first: int, last: int) -> tuple[dict[str, object], ...]:
    return tuple(at(f"12:00:{second}") for second in range(first, last + 1))


SCENARIO = Scenario(
    name="chained-aggregations",
    group="State",
    title="An aggregation of an aggregation",
    teaches="Two stateful operators in a row: each has its own state, and what one closes is the other's input.",
    lesson=(
        "Spark 2.2 refused more than one aggregation in a stream; since 3.4 it is allowed in append mode. Windows of five "
        "seconds are counted, and the counts are added up in windows of ten. The first aggregation hands a window on only "
        "when it is final. For that to work each operator has two watermarks: one to tell late rows, which is that of the "
        "batch before, and one to evict, which is the new one. Otherwise the second operator would drop what the first one "
        "hands it as late."
    ),
    concepts=("chained aggregations", "two watermarks", "append mode", "several stateful operators"),
    streams={"events": Stream("json", (_seconds(10, 21), _seconds(10, 29), _seconds(30, 31)))},
    build=build,
    event_time="time",
    watch=(
        Watch(
            0,
            "Three windows of five seconds in the state of the first aggregation; the second one got nothing yet.",
            tab="state",
        ),
        Watch(
            1,
            "The watermark is 12:00:21: two windows of five seconds are final and handed on; in the same batch the "
            "second aggregation makes 12:00:10–12:00:20 of them, which is over too, and writes it.",
            tab="output",
        ),
        Watch(
            2,
            "Ten late rows fall into two closed windows. Spark counts two, since it adds up the rows of a window "
            "before it looks at their time.",
            tab="physics",
        ),
        Watch(
            3,
            "12:00:20–12:00:25 is handed on with 7 events and waits in the second state for its other half.",
            tab="state",
        ),
        Watch(5, "12:00:20–12:00:30 is written: two windows with twelve events in all.", tab="output"),
    ),
    related=("aggregation-chain", "watermark-append", "limit-append"),
)
