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
    title="From JSON files to Parquet files",
    teaches="A query without state: each batch is a small batch job, and only the offsets are remembered.",
    lesson=(
        "New JSON files in a directory are the stream. Filter and projection look at one row at a time, so nothing has "
        "to be remembered between batches but how far the source was read. The file sink takes append mode only: a "
        "file that was written cannot be changed. It writes its files first, and then lists them in _spark_metadata, a "
        "log in the output directory with one entry for each batch. Whoever reads the directory with Spark reads what "
        "is listed, so that a batch which had to run twice is there once."
    ),
    concepts=(
        "json source",
        "stateless",
        "file source",
        "file sink",
        "_spark_metadata",
        "append mode",
        "filter pushdown",
    ),
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
        Watch(
            0,
            "Two of three orders cost 10 or more. Spark counts only two rows as read: the filter was handed to the "
            "scan, and there is no Exchange and no state operator in the plan.",
            tab="plan",
        ),
        Watch(
            1,
            "Both orders are too cheap: the batch is committed and writes no row. In the sink's log it has an entry "
            "all the same, with an empty file.",
            tab="output",
        ),
        Watch(2, "The same plan on another file: only the file in the scan differs, which is marked.", tab="plan"),
    ),
    related=("file-sink-exactly-once", "parquet-readings", "csv-orders"),
)
