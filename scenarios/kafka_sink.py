"""From one Kafka topic to another."""

from planviz.model import Run, Scenario, Stream, Watch
from scenarios.kafka_source import order


def build(spark, orders):
    from pyspark.sql import functions as F

    records = spark.readStream.format("kafka").options(**orders).load()
    order = F.from_json(F.col("value").cast("string"), "item STRING, price DOUBLE").alias("order")
    large = records.select("key", order).where("order.price >= 10")
    out = large.select("key", F.to_json("order").alias("value"))
    writer = out.writeStream.outputMode("append").format("kafka").queryName("kafka_sink")
    servers = orders["kafka.bootstrap.servers"]
    return writer.option("kafka.bootstrap.servers", servers).option("topic", "large-orders")


SCENARIO = Scenario(
    name="kafka-sink",
    group="Basics",
    title="Kafka to Kafka",
    teaches="The Kafka sink sends a key and a value for each row, and after a failure it may send a row twice.",
    lesson=(
        "A row becomes a record: a column named value is needed, key, headers, partition and topic may be there. Each task "
        "has a producer and sends its rows while it runs; the batch is over when the broker has confirmed all of them. The "
        "sink does not use Kafka's transactions: if a batch fails half-way, what it has sent stays, and the batch that "
        "runs again sends it once more. That is at least once. Whoever reads the topic has to bear duplicates, for example "
        "by a key that makes the second one harmless. All three output modes are allowed. What you see as output was read "
        "back from the topic."
    ),
    concepts=("Kafka sink", "Kafka source", "at least once", "append mode"),
    streams={
        "orders": Stream(
            "kafka",
            (
                (
                    order(0, "ann", '{"item": "lamp", "price": 30}'),
                    order(0, "bob", '{"item": "pen", "price": 2}'),
                    order(0, "ann", '{"item": "desk", "price": 120}'),
                ),
                (order(0, "eve", '{"item": "ink", "price": 6}'),),
                (order(0, "eve", '{"item": "chair", "price": 60}'), order(0, "bob", '{"item": "rug", "price": 45}')),
            ),
        )
    },
    build=build,
    runs=(Run(waiting=1),),
    tab="output",
    watch=(
        Watch(0, "Two of three orders are large: they stand in the topic large-orders at positions 0 and 1.", "output"),
        Watch(1, "Nothing to send: the source moves on by one, the topic large-orders does not.", "offsets"),
        Watch(
            2, "Positions 2 and 3 of the other topic. Spark's log knows only positions of the one it reads.", "output"
        ),
    ),
    related=("kafka-source", "foreach-duplicates", "file-sink-exactly-once"),
)
