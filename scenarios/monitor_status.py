"""status: what the query is doing right now."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines, output):
    import json
    from pathlib import Path

    def look(batch, batch_id):
        batch.count()
        (query,) = spark.streams.active
        rows = [{"active": query.isActive, "failed": query.exception() is not None, **query.status}]
        Path(output, f"batch-{batch_id}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    return text.writeStream.foreachBatch(look).queryName("monitor_status")


SCENARIO = Scenario(
    name="monitor-status",
    group="Monitoring",
    title="status: what is it doing right now?",
    teaches="status tells whether a trigger is active and data is there; isActive and exception tell whether it lives.",
    lesson=(
        "Where progress looks back, status is the moment: a message such as “Processing new data”, whether data is "
        "available, whether a trigger is active. Asked from within a batch, the trigger is active by definition. Between "
        "batches the message is “Waiting for data to arrive” and the trigger is not active. A query that died says so in "
        "isActive and exception(), and nowhere else: no progress ever tells of it."
    ),
    concepts=("status", "isActive", "exception", "monitoring"),
    streams={"lines": Stream("text", (("a", "b"), ("c",)))},
    build=build,
    watch=(
        Watch(0, "In the middle of the batch: isTriggerActive and isDataAvailable are true.", tab="output"),
        Watch(1, "The same again: status has no memory.", tab="output"),
    ),
    tab="output",
    related=("monitor-progress", "monitor-listener", "changed-query"),
)
