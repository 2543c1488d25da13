"""A stateless copy from JSON files to Parquet files: a streaming query at its simplest."""

from planviz.model import Scenario, Stream, Watch


def build(spark, orders, output):
    from pyspark.sql import functions as F

    incoming = spark.readStream.schema("id INT, item STRING, price DOUBLE").option("maxFilesPerTrigger", 1).json(orders)
    large = incoming.where(F.col("price") >= 10).select("id", "item", (F.col("price") * 1.2).alias("gross"))
    return large.writeStream.outputMode("append").format("parquet").option("path", output).queryName("file_copy")


SCENARIO = Scenario(
    name="file-copy",
    group="Basics",
    title="Copy files, row by row",
    teaches="A query without state: each batch is a small batch job, and only the offsets are remembered.",
    lesson=(
        "New files in a directory are the stream. Filter and projection look at one row at a time, so nothing has to be "
        "remembered between batches but how far the source was read. The file sink keeps its own log of which files "
        "belong to which batch, so that a batch which runs twice is written once."
    ),
    concepts=("stateless", "file source", "file sink", "append mode", "offset log"),
    streams={
        "orders": Stream(
            "json",
            (
                (
                    {"id": 1, "item": "keyboard", "price": 45.0},
                    {"id": 2, "item": "cable", "price": 4.5},
                    {"id": 3, "item": "mouse", "price": 19.0},
                ),
                ({"id": 4, "item": "sticker", "price": 1.0}, {"id": 5, "item": "pencil", "price": 2.0}),
                ({"id": 6, "item": "screen", "price": 180.0}, {"id": 7, "item": "cable", "price": 12.0}),
            ),
        )
    },
    build=build,
    watch=(
        Watch(0, "The filter is pushed into the scan; no Exchange and no state operator is in the plan."),
        Watch(1, "Both rows are filtered out: the batch runs and commits, and writes no row."),
        Watch(2, "Same plan, other file: only the file in the scan's location differs."),
    ),
    related=("word-count",),
)
