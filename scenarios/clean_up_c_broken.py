"""Clean-up condition C, broken: the watermark is on another column."""

from planviz.model import Scenario, Stream
from scenarios.clean_up_c_met import ORDERS


def build(spark, orders):
    from pyspark.sql import functions as F

    schema = "time TIMESTAMP, paid TIMESTAMP"
    seen = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).json(orders)
    counts = seen.withWatermark("time", "10 seconds").groupBy(F.window("paid", "10 seconds")).count()
    return counts.writeStream.outputMode("append").format("memory").queryName("clean_up_c_broken")


SCENARIO = Scenario(
    name="clean-up-c-broken",
    group="Event time",
    title="Condition C, broken: watermark on another column",
    teaches="A watermark on one time says nothing about another: in append mode Spark refuses the query.",
    lesson=(
        "Only the column differs from the query before: the watermark is on the time of the order, the window on the time "
        "of payment. Nothing tells Spark how late a payment may be, so no window of it is ever final. In append mode the "
        "query is refused with the error below; in update mode it would run, and its state would grow for ever."
    ),
    concepts=("watermark", "refused", "clean-up condition C broken"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    event_time="time",
    related=("clean-up-c-met", "clean-up-b-broken", "words-append"),
)
