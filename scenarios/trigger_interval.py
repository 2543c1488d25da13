"""A trigger with an interval."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    return (
        text.writeStream.outputMode("append")
        .format("memory")
        .queryName("trigger_interval")
        .trigger(processingTime="2 seconds")
    )


SCENARIO = Scenario(
    name="trigger-interval",
    group="Triggers",
    title="An interval: one batch every two seconds",
    teaches="With an interval, batches begin on a fixed beat, also when there is more data than one batch takes.",
    lesson=(
        "The trigger executor wakes at whole multiples of the interval. A batch that is done early waits for the next "
        "beat, even though two more files are already there: the interval trades latency for fewer, larger batches. "
        "Compare the timestamps of the progress: the first batch begins at once, the others on even seconds, while each "
        "takes a fraction of that."
    ),
    concepts=("interval trigger", "ProcessingTime", "latency"),
    streams={"lines": Stream("text", (("a",), ("b",), ("c",)))},
    build=build,
    runs=(Run(waiting=3),),
    watch=(
        Watch(
            0,
            "Three files are waiting; maxFilesPerTrigger lets one in. The first batch does not wait for a beat.",
            tab="loop",
        ),
        Watch(
            1,
            "This batch began on the next beat, at an even second, and not when batch 0 was done: see “timestamp” in "
            "the progress, or the rhythm of triggers.",
            tab="loop",
        ),
        Watch(2, "The last file, one beat later.", tab="loop"),
    ),
    tab="loop",
    related=("trigger-falling-behind", "trigger-default", "trigger-available-now"),
)
