"""The six steps of every micro-batch."""

from planviz.model import Scenario, Stream, Watch


def build(spark, sales):
    read = spark.readStream.schema("item STRING, price INT").option("maxFilesPerTrigger", 1).json(sales)
    totals = read.groupBy("item").sum("price")
    return totals.writeStream.outputMode("update").format("memory").queryName("the_loop")


SCENARIO = Scenario(
    name="the-loop",
    group="Basics",
    title="The loop: six steps, again and again",
    teaches="One thread runs each query: it asks for data, writes down what it will read, reads, plans, runs, and commits.",
    lesson=(
        "start() makes a thread for the query and returns. In it runs MicroBatchExecution (up to Spark 2.2 one class, "
        "StreamExecution, did all of it), and a trigger executor says when the next round begins. A round has six "
        "steps. ① Each source tells how far it could be read. ② What this batch will read goes into the offset log: a "
        "write-ahead log, written before anything is done. ③ The sources in the plan are replaced by this batch's data. "
        "④ The batch is planned, as an IncrementalExecution: it knows the state's version and the watermark. ⑤ The plan "
        "runs, the state is saved and the sink gets the rows. ⑥ The commit log says that the batch is done."
    ),
    concepts=(
        "StreamExecution",
        "MicroBatchExecution",
        "trigger executor",
        "write-ahead log",
        "offset log",
        "commit log",
        "IncrementalExecution",
        "durationMs",
    ),
    streams={
        "sales": Stream(
            "json",
            (
                ({"item": "tea", "price": 4}, {"item": "milk", "price": 2}),
                ({"item": "tea", "price": 5},),
                ({"item": "bread", "price": 3},),
            ),
        )
    },
    build=build,
    watch=(
        Watch(
            0,
            "Go round the six cards: each has what it did in this batch and how long it took. The state is read at "
            "version 0, which is empty.",
            tab="loop",
        ),
        Watch(
            1,
            "The offset log has batch 1 with the end offset 1, written in step 2; the commit log got its entry in step "
            "6. A batch that is in the first and not in the second runs again after a crash.",
            tab="offsets",
        ),
        Watch(
            2,
            "The first batch is usually the slowest: Spark compiles code for the plan and starts what it needs. Between "
            "the batches the query waited for a file.",
            tab="loop",
        ),
    ),
    tab="loop",
    related=("plan-stages", "kill-mid-batch", "trigger-default"),
)
