"""Orders from a Kafka topic with two partitions."""

from typing import Any

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, orders):
    from pyspark.sql import functions as F

    records = spark.readStream.format("kafka").options(**orders).option("maxOffsetsPerTrigger", 3).load()
    order = F.from_json(F.col("value").cast("string"), "item STRING, price DOUBLE")
    customer = F.col("key").cast("string").alias("customer")
    read = records.select("partition", "offset", customer, order.alias("order"))
    flat = read.select("partition", "offset", "customer", "order.item", "order.price")
    return flat.writeStream.outputMode("append").format("memory").queryName("kafka_source")


def order(partition: int, customer: str, value: str) -> dict[str, Any]:
    return {"partition": partition, "key": customer, "value": value}


SCENARIO = Scenario(
    name="kafka-source",
    group="Basics",
    title="Kafka: one stream, two partitions",
    teaches="A Kafka offset is a position in each partition; a batch is a range of positions, and can be read again.",
    lesson=(
        "A topic is a log in several partitions, and a record stays at its position whoever reads it. So Spark notes one "
        "position for each partition in its offset log, and not in Kafka: a batch is “from here to there in every "
        "partition”, and reading it again gives the same records. Key and value come as bytes, and what is in them is the "
        "query's affair: here a cast and from_json. Within a partition the order is kept; between partitions there is "
        "none. maxOffsetsPerTrigger limits how much one batch takes of a backlog. This ran against a real broker; Spark "
        "needs its Kafka connector for it (--packages org.apache.spark:spark-sql-kafka-0-10_2.13)."
    ),
    concepts=("Kafka source", "offsets", "partition", "rate limit", "backlog", "from_json"),
    streams={
        "orders": Stream(
            "kafka",
            (
                (
                    order(0, "ann", '{"item": "tea", "price": 4.5}'),
                    order(0, "ann", '{"item": "milk", "price": 1.2}'),
                    order(1, "bob", '{"item": "desk", "price": 120}'),
                ),
                (
                    order(0, "ann", '{"item": "lamp", "price": 30}'),
                    order(0, "eve", '{"item": "chair", "price": 60}'),
                    order(0, "eve", '{"item": "pen", "price": 2}'),
                    order(0, "ann", '{"item": "ink", "price": 6}'),
                    order(1, "bob", '{"item": "shelf", "price": 80}'),
                    order(1, "bob", '{"item": "rug", "price": 45}'),
                ),
                (order(1, "bob", "one sofa, please"),),
            ),
        )
    },
    build=build,
    runs=(Run(waiting=1),),
    tab="offsets",
    watch=(
        Watch(0, "Partition 0 was read to position 2, partition 1 to position 1.", "offsets"),
        Watch(
            1,
            "Six records were there, and three were taken: two of partition 0's four, one of partition 1's two.",
            "offsets",
        ),
        Watch(2, "The backlog of three is taken at once, without waiting for anything new.", "offsets"),
        Watch(
            3, "This value is no JSON: from_json gives null and the batch goes on. Partition 0 stands still.", "output"
        ),
    ),
    related=("kafka-sink", "trigger-real-time", "csv-orders", "trigger-available-now"),
)
