"""A table right-outer-joined with a stream: the allowed side, written the other way round."""

from planviz.model import Scenario, Stream, Watch
from scenarios.join_static_inner import ORDERS


def build(spark, orders):
    customers = spark.createDataFrame([(1, "ann"), (2, "bob")], "customer INT, name STRING")
    incoming = spark.readStream.schema("id INT, customer INT").option("maxFilesPerTrigger", 1).json(orders)
    named = customers.join(incoming, "customer", "right_outer")
    return named.writeStream.outputMode("append").format("memory").queryName("join_static_mirror")


SCENARIO = Scenario(
    name="join-static-mirror",
    group="Joins",
    title="Outer join, allowed too: the mirror image",
    teaches="Table right-outer stream keeps the stream's rows, just as stream left-outer table does: allowed.",
    lesson=(
        "Which side is called left does not matter, only which side is kept. Here the table stands on the left and the "
        "join is a right outer one, so the rows that are kept are the stream's, and each batch can be answered at once. "
        "Two of the four outer joins of a stream and a table are allowed: stream left-outer table, and table "
        "right-outer stream. The other two, and the full outer join, would have to wait for the end of the stream. "
        "Spark 2.2 had the same rule."
    ),
    concepts=("stream-static join", "right outer join", "stateless"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    watch=(
        Watch(0, "Customer 3 is unknown: the order goes out with name null, as in the left outer join.", tab="output"),
        Watch(1, "Both are known. The join in the plan is RightOuter, and there is no state operator.", tab="plan"),
    ),
    tab="output",
    related=("join-static-left", "join-static-right", "join-left-outer"),
)
