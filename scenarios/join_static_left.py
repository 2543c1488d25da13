"""A stream left-outer-joined with a table: allowed."""

from planviz.model import Scenario, Stream, Watch
from scenarios.join_static_inner import ORDERS


def build(spark, orders):
    customers = spark.createDataFrame([(1, "ann"), (2, "bob")], "customer INT, name STRING")
    incoming = spark.readStream.schema("id INT, customer INT").option("maxFilesPerTrigger", 1).json(orders)
    named = incoming.join(customers, "customer", "left_outer")
    return named.writeStream.outputMode("append").format("memory").queryName("join_static_left")


SCENARIO = Scenario(
    name="join-static-left",
    group="Joins",
    title="Outer join, allowed: the stream is on the outer side",
    teaches="The outer side is the one whose rows are always written; if that is the stream, no waiting is needed.",
    lesson=(
        "Stream left-outer table: every order goes out, with a name or with null. The table is complete, so a missing "
        "partner is known to be missing at once. The rule, the same as in Spark 2.2: the stream must be on the side "
        "that is kept. Left outer here, right outer in the mirror image."
    ),
    concepts=("stream-static join", "left outer join"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    watch=(
        Watch(0, "Customer 3 is unknown: the order goes out all the same, with name null.", tab="output"),
        Watch(1, "Both are known.", tab="output"),
    ),
    tab="output",
    related=("join-static-mirror", "join-static-right", "join-left-outer"),
)
