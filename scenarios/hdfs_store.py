"""A count on the HDFS-backed state store."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines):
    from pyspark.sql import functions as F

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    words = text.select(F.explode(F.split("value", " ")).alias("word"))
    counts = words.groupBy("word").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("state_store")


LINES = (("red",), ("red green",), ("red green blue",), ("grey grey grey grey",))

SCENARIO = Scenario(
    name="hdfs-store",
    group="State",
    title="The HDFS-backed state store",
    teaches="The default store keeps all state in the executors' memory and writes what changed to the checkpoint.",
    lesson=(
        "The default provider holds every row of the state in a map on the JVM heap, several versions of it, and writes "
        "the changes of each batch as a delta file to the checkpoint, with a snapshot now and then. It is simple and fast "
        "while the state is small; with millions of keys garbage collection becomes the bottleneck. Compare its custom "
        "metrics with RocksDB's: cache hits of loaded maps here, files and bytes there."
    ),
    concepts=("HDFS-backed state store", "delta file", "custom metrics"),
    streams={"lines": Stream("text", LINES)},
    build=build,
    watch=(
        Watch(0, "One key; the memory used is the map's.", tab="state"),
        Watch(
            1,
            "Open “Store metrics”: loadedMapCacheHitCount is 4, because the version of batch 0 was still in memory "
            "and was not read from disk.",
            tab="state",
        ),
        Watch(
            3, "Four keys. The same figures as with RocksDB: which store it is does not change any result.", tab="state"
        ),
    ),
    tab="state",
    related=("rocksdb-store", "aggregation-chain", "restart"),
)
