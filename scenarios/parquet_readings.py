"""Parquet files of which only one column is read."""

from planviz.model import Scenario, Stream, Watch


def build(spark, readings):
    schema = "sensor STRING, celsius DOUBLE, note STRING"
    read = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(readings)
    hot = read.where("celsius > 30").select("sensor")
    return hot.writeStream.outputMode("append").format("memory").queryName("parquet_readings")


def _reading(sensor: str, celsius: float) -> dict[str, object]:
    return {"sensor": sensor, "celsius": celsius, "note": "checked by hand"}


SCENARIO = Scenario(
    name="parquet-readings",
    group="Basics",
    title="Parquet files: read only what you need",
    teaches="A micro-batch is planned like any batch query: columns are pruned and filters pushed into the scan.",
    lesson=(
        "Every micro-batch goes through Spark's whole optimizer. This query needs two of the file's three columns, and "
        "only hot readings. In the optimized and the physical plan the scan reads no column “note” any more "
        "(ReadSchema), and the filter stands in PushedFilters, where Parquet can skip whole row groups with it."
    ),
    concepts=("parquet source", "column pruning", "filter pushdown", "optimizer"),
    streams={
        "readings": Stream(
            "parquet",
            (
                (_reading("cellar", 12.5), _reading("attic", 34.0), _reading("oven", 180.0)),
                (_reading("cellar", 12.7), _reading("attic", 29.5)),
            ),
        )
    },
    build=build,
    watch=(
        Watch(
            0, "Look at the physical plan's scan: ReadSchema has sensor and celsius, PushedFilters has celsius > 30."
        ),
        Watch(1, "The same plan for another file: nothing is hot, nothing goes out."),
    ),
    related=("file-copy", "csv-orders"),
)
