"""foreachBatch: a whole micro-batch as an ordinary DataFrame."""

from planviz.model import Scenario, Stream, Watch


def build(spark, orders, output):
    import json
    from pathlib import Path

    def write(batch, batch_id):
        batch.persist()
        dear = batch.where("price >= 100").collect()
        lines = "".join(json.dumps(row.asDict()) + "\n" for row in dear)
        Path(output, f"batch-{batch_id}.jsonl").write_text(lines)
        batch.groupBy("item").sum("price").write.mode("overwrite").parquet(f"{output}/sums/{batch_id}")
        batch.unpersist()

    read = spark.readStream.schema("id INT, item STRING, price INT").option("maxFilesPerTrigger", 1).json(orders)
    return read.writeStream.outputMode("append").foreachBatch(write).queryName("foreach_batch")


SCENARIO = Scenario(
    name="foreach-batch",
    group="Basics",
    title="foreachBatch: a batch as a DataFrame",
    teaches="Each micro-batch is handed to your function as an ordinary DataFrame, with its batch id.",
    lesson=(
        "foreachBatch (since Spark 2.4) opens everything that batch Spark can do: several sinks, writers that know no "
        "streams, operations that a stream does not allow. The function runs in the driver, once a batch. Each action "
        "on the DataFrame would compute the batch anew, so it is persisted here for the two writes. The batch id makes "
        "it exactly-once if the write can be repeated without harm: a file named after the batch and overwritten is "
        "such a write."
    ),
    concepts=("foreachBatch", "idempotent write", "several sinks"),
    streams={
        "orders": Stream(
            "json",
            (
                ({"id": 1, "item": "lamp", "price": 30}, {"id": 2, "item": "desk", "price": 120}),
                ({"id": 3, "item": "desk", "price": 150}, {"id": 4, "item": "sofa", "price": 700}),
            ),
        )
    },
    build=build,
    watch=(
        Watch(0, "One of two orders costs 100 or more: the function wrote it to the file of batch 0.", tab="output"),
        Watch(
            1,
            "Both are dear. The function may do anything, also a groupBy: it is a batch query on this batch only. The "
            "plan shown ends where the function begins.",
            tab="plan",
        ),
    ),
    tab="output",
    related=("foreach-sink", "foreach-duplicates", "sort-refused"),
)
