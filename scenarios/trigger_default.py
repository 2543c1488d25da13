"""The default trigger: as fast as possible."""

from planviz.model import Run, Scenario, Stream, Watch


def build(spark, lines):
    text = spark.readStream.text(lines)
    return text.writeStream.outputMode("append").format("memory").queryName("trigger_default")


SCENARIO = Scenario(
    name="trigger-default",
    group="Triggers",
    title="The default trigger: as fast as possible",
    teaches="A batch begins as soon as the one before it is done and there is something new, and takes all of it.",
    lesson=(
        "Without a trigger (or with an interval of zero) the query looks for new data again and again. What came in "
        "while a batch ran goes into the next one, so batches grow when the query is slow and shrink when it is fast. "
        "Three files lie there before this query starts: its first batch takes them all, because nothing limits it. An "
        "option such as maxFilesPerTrigger would."
    ),
    concepts=("default trigger", "ProcessingTime 0", "backlog"),
    streams={"lines": Stream("text", (("a1", "a2"), ("b1",), ("c1", "c2"), ("d1",), ("e1", "e2")))},
    build=build,
    runs=(Run(waiting=3),),
    watch=(
        Watch(0, "Three files were waiting: one batch takes all five rows.", tab="output"),
        Watch(1, "From now on a file comes at a time, and each is a batch of its own.", tab="output"),
        Watch(
            2,
            "In the rhythm of triggers the query waited between the batches: it looked for data, found none, and ran "
            "no batch.",
            tab="loop",
        ),
    ),
    tab="loop",
    related=("trigger-interval", "trigger-available-now", "the-loop"),
)
