"""The same failure with foreach: rows come twice."""

from planviz.model import Run, Scenario, Stream, Watch
from scenarios.file_sink_exactly_once import ORDERS


def build(spark, orders, output):
    import json
    from pathlib import Path

    class RowWriter:
        def open(self, partition, batch):
            self.path = Path(output, f"batch-{batch}.jsonl")
            return True

        def process(self, row):
            price = int(row.price)
            with self.path.open("a") as file:
                file.write(json.dumps({"id": row.id, "price": price}) + "\n")

        def close(self, error):
            pass

    read = spark.readStream.schema("id INT, price STRING").option("maxFilesPerTrigger", 1).json(orders)
    return read.writeStream.outputMode("append").foreach(RowWriter()).queryName("foreach_duplicates")


def build_repaired(spark, orders, output):
    import json
    from pathlib import Path

    class RowWriter:
        def open(self, partition, batch):
            self.path = Path(output, f"batch-{batch}.jsonl")
            return True

        def process(self, row):
            price = int(row.price) if row.price.isdigit() else None
            with self.path.open("a") as file:
                file.write(json.dumps({"id": row.id, "price": price}) + "\n")

        def close(self, error):
            pass

    read = spark.readStream.schema("id INT, price STRING").option("maxFilesPerTrigger", 1).json(orders)
    return read.writeStream.outputMode("append").foreach(RowWriter()).queryName("foreach_duplicates")


SCENARIO = Scenario(
    name="foreach-duplicates",
    group="Recovery",
    title="A failing batch and foreach: at least once",
    teaches="What foreach handed on before the failure cannot be taken back: the repeated batch hands it on again.",
    lesson=(
        "The same orders, the same bug, the same repair. foreach writes row by row into a file of our own, and order 3 is "
        "written before order 4 breaks the query. The repeated batch begins at its first row, so order 3 is written again. "
        "Spark promises at-least-once here. To make it exactly-once the writer must recognise the pair of partition and "
        "batch id, or write in a way that a second time does no harm."
    ),
    concepts=("foreach sink", "at least once", "duplicates", "failure", "replay"),
    streams={"orders": Stream("json", ORDERS)},
    build=build,
    runs=(Run(rounds=2), Run(waiting=1, build=build_repaired)),
    watch=(
        Watch(0, "Two orders, handed on once.", tab="output"),
        Watch(
            1,
            "Order 3 is there twice: once from the attempt that failed, once from the one that did not.",
            tab="output",
        ),
        Watch(2, "No failure, no duplicate.", tab="output"),
    ),
    tab="output",
    related=("file-sink-exactly-once", "foreach-batch", "foreach-sink"),
)
