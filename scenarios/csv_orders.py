"""CSV files with a broken value in them."""

from planviz.model import Scenario, Stream, Watch


def build(spark, orders):
    from pyspark.sql import functions as F

    schema = "id INT, item STRING, price DOUBLE"
    read = spark.readStream.schema(schema).option("header", True).option("maxFilesPerTrigger", 1).csv(orders)
    checked = read.withColumn("ok", F.col("price").isNotNull())
    return checked.writeStream.outputMode("append").format("memory").queryName("csv_orders")


SCENARIO = Scenario(
    name="csv-orders",
    group="Basics",
    title="CSV files, one of them broken",
    teaches="A file source needs its schema before the first file is there; a value that does not fit becomes null.",
    lesson=(
        "Spark plans the query before any file exists, so a stream of CSV or JSON files must be given its schema "
        "(inferring it can be switched on, but then it is taken from the files that happen to be there at the start). "
        "In the default mode, PERMISSIVE, a value that cannot be read as its type is null and the row goes on. With "
        "the option mode=FAILFAST the query fails instead, and fails again at each restart: the batch is in the offset "
        "log and is read again, until somebody repairs the file."
    ),
    concepts=("csv source", "schema", "bad records", "file source"),
    streams={
        "orders": Stream(
            "csv",
            (
                ({"id": 1, "item": "lamp", "price": 30.0}, {"id": 2, "item": "desk", "price": 120.0}),
                ({"id": 3, "item": "chair", "price": "n/a"}, {"id": 4, "item": "shelf", "price": 60.5}),
            ),
        )
    },
    build=build,
    watch=(
        Watch(0, "Two good rows. The header line is read by the source and is not a row.", tab="output"),
        Watch(1, "The price “n/a” is no number: the row comes through with price null and ok = false.", tab="output"),
    ),
    tab="output",
    related=("file-copy", "parquet-readings", "file-sink-exactly-once"),
)
