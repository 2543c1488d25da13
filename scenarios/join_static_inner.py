"""A stream joined with a table."""

from planviz.model import Scenario, Stream, Watch


def build(spark, orders):
    customers = spark.createDataFrame([(1, "ann"), (2, "bob")], "customer INT, name STRING")
    incoming = spark.readStream.schema("id INT, customer INT").option("maxFilesPerTrigger", 1).json(orders)
    named = incoming.join(customers, "customer")
    return named.writeStream.outputMode("append").format("memory").queryName("join_static_inner")


ORDERS = (
    ({"id": 1, "customer": 1}, {"id": 2, "customer": 3}),
    ({"id": 3, "customer": 2}, {"id": 4, "customer": 1}),
)

SCENARIO = Scenario(
    name="join-static-inner",
    group="Joins",
    title="A stream and a table: inner join",
    teaches="Joining a stream with a table needs no state: each batch is joined with the whole table.",
    lesson=(
        "The table on the other side is all there, so each new row can be looked up at once and then forgotten. The "
        "plan has an ordinary join, as in any batch query, and no state operator. The table is read again for every "
        "batch: depending on its source, changes of it may be seen by later batches. Rows that found no partner are "
        "not tried again."
    ),
    concepts=("stream-static join", "inner join", "stateless"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    watch=(
        Watch(0, "Customer 3 is not in the table: one of two orders goes out.", tab="output"),
        Watch(
            1,
            "Both customers are known. Still no state: look for a state operator in the plan, there is none.",
            tab="plan",
        ),
    ),
    tab="output",
    related=("join-static-left", "join-static-right", "join-inner"),
)
