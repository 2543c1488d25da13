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
        "only hot readings. In the physical plan the scan does not read the column “note” (ReadSchema), and the filter "
        "stands in PushedFilters, where Parquet can leave out whole blocks of rows whose smallest and largest value "
        "say that nothing in them fits."
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
            0,
            "Click the scan in the plan: ReadSchema has sensor and celsius, PushedFilters has celsius > 30. All three "
            "rows are read, since some of the file's only block fit.",
            tab="plan",
        ),
        Watch(
            1,
            "The same plan for another file, and nothing in it is hot. Spark counts no row as read: the whole block "
            "was left out.",
            tab="progress",
        ),
    ),
    related=("plan-stages", "file-copy", "csv-orders"),
)
