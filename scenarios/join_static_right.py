"""A stream right-outer-joined with a table: refused."""

from planviz.model import Scenario, Stream
from scenarios.join_static_inner import ORDERS


def build(spark, orders):
    customers = spark.createDataFrame([(1, "ann"), (2, "bob")], "customer INT, name STRING")
    incoming = spark.readStream.schema("id INT, customer INT").option("maxFilesPerTrigger", 1).json(orders)
    named = incoming.join(customers, "customer", "right_outer")
    return named.writeStream.outputMode("append").format("memory").queryName("join_static_right")


SCENARIO = Scenario(
    name="join-static-right",
    group="Joins",
    title="Outer join, refused: the table is on the outer side",
    teaches="“Every customer, with or without an order” cannot be answered while orders keep coming.",
    lesson=(
        "Stream right-outer table asks for every customer, and null where no order exists. Whether an order exists can be "
        "said only at the end of the stream, and a stream has no end: in each single batch nearly every customer would "
        "look as if without orders. Spark refuses the query, and for the same reason table left-outer stream and any full "
        "outer join of stream and table."
    ),
    concepts=("stream-static join", "right outer join", "refused"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    related=("join-static-left", "join-static-mirror", "join-left-outer"),
)
