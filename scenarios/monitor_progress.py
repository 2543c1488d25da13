"""lastProgress and recentProgress."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines, output):
    import json
    from pathlib import Path

    def look(batch, batch_id):
        batch.count()
        (query,) = spark.streams.active
        last = query.lastProgress
        told = [("recentProgress", progress) for progress in query.recentProgress]
        told += [("lastProgress", last)] if last else []
        rows = [{"api": api, "batch": each.batchId, "rows": each.numInputRows} for api, each in told]
        Path(output, f"batch-{batch_id}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    return text.writeStream.foreachBatch(look).queryName("monitor_progress")


SCENARIO = Scenario(
    name="monitor-progress",
    group="Monitoring",
    title="lastProgress and recentProgress",
    teaches="Each finished batch leaves a progress: the query keeps the last hundred, and the newest is lastProgress.",
    lesson=(
        "A StreamingQuery tells about itself: lastProgress is the report of the newest finished batch, recentProgress the "
        "list of the newest hundred. Here the query is asked from within each of its own batches, and the answers are its "
        "output. It cannot see the batch that is running: a progress is made when a batch is over. Every figure in this "
        "tool comes from that same report."
    ),
    concepts=("lastProgress", "recentProgress", "monitoring"),
    streams={"lines": Stream("text", (("a", "b"), ("c",), ("d", "e", "f")))},
    build=build,
    runs=(Run(waiting=1),),
    watch=(
        Watch(0, "Nothing is finished yet: lastProgress is None and recentProgress is empty.", tab="output"),
        Watch(
            1,
            "Batch 0 is over: both tell of its two rows. The whole report is in the Progress tab of batch 0.",
            tab="output",
        ),
        Watch(2, "recentProgress has grown to two reports, lastProgress is the one of batch 1.", tab="output"),
    ),
    tab="output",
    related=("monitor-listener", "monitor-status", "the-loop"),
)
