"""The same count on RocksDB."""

from planviz.model import Scenario, Stream, Watch
from scenarios.hdfs_store import LINES


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("state_store")


SCENARIO = Scenario(
    name="rocksdb-store",
    group="State",
    title="The RocksDB state store",
    teaches="RocksDB keeps state off the heap, in files on local disk, and uploads what is new to the checkpoint.",
    lesson=(
        "The same query with another provider, chosen by spark.sql.streaming.stateStore.providerClass. RocksDB holds state "
        "in native memory and local files, so that it may be larger than the heap, and uploads new files (or, with the "
        "changelog, only changes) at each commit. A query cannot change its store afterwards: the checkpoint belongs to "
        "one. transformWithState works with this store only."
    ),
    concepts=("RocksDB", "custom metrics", "state store provider"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    conf={
        "spark.sql.streaming.stateStore.providerClass": (
            "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
        )
    },
    watch=(
        Watch(0, "The same key. Open “RocksDB metrics”: puts, gets, bytes, files copied.", tab="state"),
        Watch(
            1,
            "rocksdbFilesReused is 1: the file that the batch before has uploaded is not uploaded again.",
            tab="state",
        ),
        Watch(3, "Rows, updates and output are those of the other store, batch by batch.", tab="state"),
    ),
    tab="state",
    related=("hdfs-store", "transform-with-state", "state-ttl"),
)
