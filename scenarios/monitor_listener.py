"""StreamingQueryListener: be told instead of asking."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines, output):
    import json
    from pathlib import Path

    from pyspark.sql.streaming import StreamingQueryListener

    heard = []

    class Ear(StreamingQueryListener):
        def onQueryStarted(self, event):
            heard.append({"event": "started", "name": event.name})

        def onQueryProgress(self, event):
            progress = event.progress
            heard.append({"event": "progress", "batch": progress.batchId, "rows": progress.numInputRows})

        def onQueryTerminated(self, event):
            spark.streams.removeListener(self)

    def write_down(batch, batch_id):
        batch.count()
        Path(output, f"batch-{batch_id}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in heard))

    spark.streams.addListener(Ear())
    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    return text.writeStream.foreachBatch(write_down).queryName("monitor_listener")


SCENARIO = Scenario(
    name="monitor-listener",
    group="Monitoring",
    title="A listener: be told instead of asking",
    teaches="A StreamingQueryListener is called at each start, progress and end of every query of the session.",
    lesson=(
        "A listener is added to the session and hears of all its queries: started, progress after each batch, idle, "
        "terminated with the error if there was one. It is the way to bring figures into a monitoring system. The "
        "calls come from another thread, a little later than the batch, and a slow listener holds up the others. Here "
        "each batch writes down what the listener has heard until then: the same figures as in lastProgress and "
        "recentProgress. (In Scala and Java since 2.0, in Python since Spark 3.4.)"
    ),
    concepts=("StreamingQueryListener", "monitoring"),
    streams={"lines": Stream("text", (("a", "b"), ("c",), ("d", "e", "f")))},
    build=build,
    runs=(Run(waiting=1),),
    watch=(
        Watch(0, "So far the listener was told of one thing: the query was started.", tab="output"),
        Watch(1, "Batch 0 is over, and the listener was called with its progress: two rows.", tab="output"),
        Watch(2, "One call for each batch, without anybody asking.", tab="output"),
    ),
    tab="output",
    related=("monitor-progress", "monitor-status", "trigger-falling-behind"),
)
