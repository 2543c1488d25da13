"""An interval that is shorter than a batch."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines, output):
    import json
    import time
    from pathlib import Path

    def slow_write(batch, batch_id):
        time.sleep(1.5)
        lines = "".join(json.dumps(row.asDict()) + "\n" for row in batch.collect())
        Path(output, f"batch-{batch_id}.jsonl").write_text(lines)

    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    return text.writeStream.foreachBatch(slow_write).queryName("falling_behind").trigger(processingTime="1 second")


SCENARIO = Scenario(
    name="trigger-falling-behind",
    group="Triggers",
    title="Falling behind: the batch outlasts its interval",
    teaches="When a batch takes longer than the interval, the next one begins at once: the beat is lost, no data is.",
    lesson=(
        "The interval is one second and every write takes one and a half. Spark does not run batches side by side: it "
        "warns in its log that the current batch is falling behind, skips the missed beats and begins the next batch "
        "immediately. From then on the query runs as fast as it can and no faster. Lasting triggerExecution above the "
        "interval is the sign to look for."
    ),
    concepts=("interval trigger", "falling behind", "backlog", "durationMs"),
    streams={"lines": Stream("text", (("a",), ("b",), ("c",)))},
    build=build,
    runs=(Run(waiting=3),),
    watch=(
        Watch(0, "The batch took more than 1,000 ms: most of it is step 5, the slow write.", tab="loop"),
        Watch(
            1,
            "Begun right after batch 0, in the middle of an interval: in the rhythm of triggers there is no pause "
            "left, and the red part is beyond the interval.",
            tab="loop",
        ),
        Watch(2, "Still behind. What came in meanwhile waits in the source and is not lost.", tab="loop"),
    ),
    tab="loop",
    related=("trigger-interval", "trigger-default", "monitor-progress"),
)
