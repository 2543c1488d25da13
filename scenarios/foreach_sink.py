"""foreach: your own code for every row."""

from planviz.model import Scenario, Stream, Watch


def build(spark, orders, output):
    import json
    from pathlib import Path

    class RowWriter:
        def open(self, partition, batch):
            self.path = Path(output, f"batch-{batch}.jsonl")
            return True

        def process(self, row):
            with self.path.open("a") as file:
                file.write(json.dumps(row.asDict()) + "\n")

        def close(self, error):
            pass

    read = spark.readStream.schema("id INT, item STRING").option("maxFilesPerTrigger", 1).json(orders)
    return read.writeStream.outputMode("append").foreach(RowWriter()).queryName("foreach_sink")


SCENARIO = Scenario(
    name="foreach-sink",
    group="Basics",
    title="foreach: your code for every row",
    teaches="open, process, close: a writer is opened for each partition of each batch, in the executors.",
    lesson=(
        "For a system that Spark has no sink for, foreach calls your own code. For each partition of each batch Spark "
        "calls open(partition, batch), then process(row) for every row, then close(error). Connections belong into "
        "open, because the object is copied to the executors. The pair of partition and batch id is what your code can "
        "use to recognise a batch that comes a second time: Spark itself promises only at-least-once here."
    ),
    concepts=("foreach sink", "at least once", "fault tolerance"),
    streams={
        "orders": Stream(
            "json",
            (
                ({"id": 1, "item": "tea"}, {"id": 2, "item": "milk"}),
                ({"id": 3, "item": "sugar"},),
            ),
        )
    },
    build=build,
    watch=(
        Watch(
            0,
            "Two rows were handed to process. The rows shown are those the writer wrote to its own file.",
            tab="output",
        ),
        Watch(1, "open was called again, with batch 1: one row more.", tab="output"),
    ),
    tab="output",
    related=("foreach-batch", "foreach-duplicates", "file-copy"),
)
