"""The seven steps of a streaming aggregation."""

from planviz.model import Scenario, Stream, Watch


def build(spark, sales):
    from pyspark.sql import functions as F

    sold = spark.readStream.schema("item STRING, price INT").option("maxFilesPerTrigger", 1).json(sales)
    totals = sold.groupBy("item").agg(F.sum("price").alias("total"), F.avg("price").alias("average"))
    return totals.writeStream.outputMode("update").format("memory").queryName("aggregation_chain")


SCENARIO = Scenario(
    name="aggregation-chain",
    group="State",
    title="The aggregation chain: seven steps, one state",
    teaches="A groupBy on a stream becomes seven operators: what they do, in order, and where the state sits.",
    lesson=(
        "Read the physical plan from the source up. ① A partial aggregate adds up each partition's own rows. ② An "
        "exchange brings equal keys together. ③ A merge leaves one row for each key of this batch. ④ StateStoreRestore "
        "puts the old row of the key beside it. ⑤ A second merge adds old and new. ⑥ StateStoreSave writes the sums as "
        "the next version of the state. ⑦ The final aggregate turns buffers into results: the state holds a sum for "
        "the total, and a sum and a count for the average; only here they become one. A plain query on a table would "
        "have ①, ② and ⑦ alone. The rest is the work of IncrementalExecution: it has planning strategies of its own "
        "for aggregations, deduplication, joins of two streams and your own state, and a rule that tells each of them "
        "in every batch where its state is, and which version to read."
    ),
    concepts=(
        "aggregation chain",
        "IncrementalExecution",
        "StateStoreRestore",
        "StateStoreSave",
        "partial aggregate",
        "state version",
    ),
    streams={
        "sales": Stream(
            "json",
            (
                ({"item": "tea", "price": 4}, {"item": "tea", "price": 6}, {"item": "milk", "price": 2}),
                ({"item": "tea", "price": 20},),
                ({"item": "milk", "price": 4}, {"item": "bread", "price": 3}),
            ),
        )
    },
    build=build,
    watch=(
        Watch(
            0, "Restore finds nothing: version 0 of the state is empty. Save writes two keys as version 1.", tab="plan"
        ),
        Watch(
            1,
            "tea: the 20 of this batch meets sum 10 and count 2 of the state. The average becomes 10, without the old "
            "rows.",
            tab="state",
        ),
        Watch(
            2,
            "bread is new, milk is merged, tea is not touched: two updated, three in all. Click StateStoreSave to see "
            "its checkpoint, operator id, version and partitions.",
            tab="plan",
        ),
    ),
    related=("word-count", "the-loop", "hdfs-store"),
)
