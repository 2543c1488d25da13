"""The real-time trigger, from Kafka to Kafka."""

from planviz.model import Run, Scenario, Stream, Watch
from scenarios.kafka_source import order


def build(spark, taps):
    records = spark.readStream.format("kafka").options(**taps).load()
    out = records.selectExpr("key", "concat('came ', date_format(timestamp, 'HH:mm:ss.SSS')) AS value")
    writer = out.writeStream.outputMode("update").format("kafka").queryName("trigger_real_time")
    servers = taps["kafka.bootstrap.servers"]
    writer = writer.option("kafka.bootstrap.servers", servers).option("topic", "answers")
    return writer.trigger(realTime="5 seconds")


SCENARIO = Scenario(
    name="trigger-real-time",
    group="Triggers",
    title="Real time: a batch stays open, rows pass through",
    teaches="In real-time mode a batch lasts five seconds whatever comes, and each row leaves it within milliseconds.",
    lesson=(
        "An ordinary batch first finds out what is there, then works on just that. In real-time mode (new in Spark 4.1) "
        "the order is turned round: the batch opens, and for five seconds its tasks take every record as it comes and "
        "hand it to the sink at once. Only at the end it is known how far the source was read; that goes to the offset "
        "log then, and the batch is committed. So latency no longer depends on the batch, while recovery still goes by "
        "batches: after a failure the open batch is read again, and what it has sent is sent again. The mode asks for a "
        "source that can wait inside a task (Kafka), update mode, and a free core for every task at the same time."
    ),
    concepts=("real-time trigger", "latency", "Kafka source", "Kafka sink", "at least once"),
    streams={
        "taps": Stream(
            "kafka",
            (
                (order(0, "ann", "tap"), order(0, "bob", "tap")),
                (order(0, "eve", "tap"),),
                (order(0, "ann", "tap"), order(0, "eve", "tap"), order(0, "bob", "tap")),
            ),
        )
    },
    build=build,
    runs=(Run(batches=3),),
    timed=True,
    tab="loop",
    watch=(
        Watch(0, "The value says when a tap came to Kafka, timestamp says when its answer did.", "output"),
        Watch(
            1,
            "“Run and write” takes the five seconds for which the batch is open, however little there is to do.",
            "loop",
        ),
        Watch(2, "RealTimeStreamScan waits for more rows; the scan of an ordinary batch knows its end.", "plan"),
    ),
    related=("real-time-refused", "trigger-continuous", "trigger-default", "kafka-source"),
)
