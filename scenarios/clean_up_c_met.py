"""Clean-up condition C, met: the watermark is on the column of the window."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, orders):
    from pyspark.sql import functions as F

    schema = "time TIMESTAMP, paid TIMESTAMP"
    seen = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).json(orders)
    counts = seen.withWatermark("paid", "10 seconds").groupBy(F.window("paid", "10 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("clean_up_c_met")


ORDERS = (
    (at("12:00:01", paid="2024-01-01T12:00:05Z"), at("12:00:02", paid="2024-01-01T12:00:08Z")),
    (at("12:00:20", paid="2024-01-01T12:00:30Z"),),
)

SCENARIO = Scenario(
    name="clean-up-c-met",
    group="Event time",
    title="Condition C, met: watermark and window on one column",
    teaches="The watermark counts for one column: the one that withWatermark names is the one to group by.",
    lesson=(
        "Rows may carry several times: here when an order was made and when it was paid. Condition C for cleaning up: "
        "withWatermark must be called on the very column that the aggregation uses. In the analyzed plan the watermark "
        "marks that column (with a T behind its id in the plan's text), and the mark travels with it into the window."
    ),
    concepts=("watermark", "state eviction", "clean-up condition C met"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    event_time="paid",
    watch=(
        Watch(
            0,
            "Both orders were paid in 12:00:00–12:00:10: one row of state. In the analyzed plan the watermark is on "
            "the column paid.",
            tab="plan",
        ),
        Watch(
            3,
            "The watermark on paid is 12:00:20: the window is written with count 2 and leaves the state.",
            tab="state",
        ),
    ),
    related=("clean-up-c-broken", "watermark-append", "event-time-key"),
)
