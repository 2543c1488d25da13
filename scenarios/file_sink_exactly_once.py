"""A batch fails while it writes files: nothing is written twice."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, orders, output):
    from pyspark.sql import functions as F

    @F.udf("int")
    def as_number(text):
        return int(text)

    read = spark.readStream.schema("id INT, price STRING").option("maxFilesPerTrigger", 1).json(orders)
    parsed = read.select("id", as_number("price").alias("price"))
    return parsed.writeStream.outputMode("append").format("json").option("path", output).queryName("exactly_once")


def build_repaired(spark, orders, output):
    from pyspark.sql import functions as F

    @F.udf("int")
    def as_number(text):
        return int(text) if text.isdigit() else None

    read = spark.readStream.schema("id INT, price STRING").option("maxFilesPerTrigger", 1).json(orders)
    parsed = read.select("id", as_number("price").alias("price"))
    return parsed.writeStream.outputMode("append").format("json").option("path", output).queryName("exactly_once")


ORDERS = (
    ({"id": 1, "price": "10"}, {"id": 2, "price": "20"}),
    ({"id": 3, "price": "30"}, {"id": 4, "price": "n/a"}, {"id": 5, "price": "50"}),
    ({"id": 6, "price": "60"},),
)

SCENARIO = Scenario(
    name="file-sink-exactly-once",
    group="Recovery",
    title="A failing batch and the file sink: exactly once",
    teaches="The file sink writes files first and names them in its log last: a failed batch leaves nothing to be read.",
    lesson=(
        "The second file has a price that is no number, and the query dies in the middle of that batch, with one of its "
        "rows already handled. The bug is repaired and the query started again: the batch runs anew. The file sink lists "
        "the files of each finished batch in _spark_metadata, and readers believe that list and not the directory; a batch "
        "that is listed is never written again. So every order is in the output exactly once."
    ),
    concepts=("file sink", "_spark_metadata", "exactly once", "failure", "replay"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    runs=(Run(rounds=2), Run(waiting=1, build=build_repaired)),
    watch=(
        Watch(
            0,
            "Two orders, written and committed: below the rows is the sink's log, which names the one file that has "
            "them.",
            tab="output",
        ),
        Watch(
            1,
            "The first attempt failed at “n/a” before the log was written, so whatever it left behind does not count. "
            "The second wrote all three, once.",
            tab="output",
        ),
        Watch(2, "The order that came while the query was down.", tab="output"),
    ),
    tab="output",
    related=("foreach-duplicates", "kill-mid-batch", "file-copy"),
)
