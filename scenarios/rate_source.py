"""The rate source: numbers that come with the clock."""

from planviz.model import Run, Scenario, Watch


def build(spark):
    ticks = spark.readStream.format("rate").option("rowsPerSecond", 10).option("numPartitions", 1).load()
    even = ticks.where("value % 2 = 0")
    return (
        even.writeStream.outputMode("append")
        .format("memory")
        .queryName("rate_source")
        .trigger(processingTime="1 second")
    )


SCENARIO = Scenario(
    name="rate-source",
    group="Basics",
    title="The rate source: rows by the clock",
    teaches="A source without files: ten numbers a second, and the offset is simply the second since the start.",
    lesson=(
        "The rate source makes rows of its own: a timestamp and a number that goes up. It is meant for trying out "
        "load. Its offset is the number of whole seconds since the query first started, so how many rows a batch gets "
        "depends on when the batch begins: the only thing that holds in every run is that no number is lost and none "
        "comes twice."
    ),
    concepts=("rate source", "offsets", "interval trigger"),
    streams={},
    build=build,
    runs=(Run(batches=4),),
    timed=True,
    watch=(
        Watch(
            0,
            "The first batch begins in second 0: no whole second has passed and there is nothing to read yet.",
            tab="offsets",
        ),
        Watch(1, "Ten rows for every second between the two offsets; the five even numbers go out.", tab="output"),
        Watch(3, "Each batch begins at the offset where the batch before it ended.", tab="offsets"),
    ),
    tab="offsets",
    related=("rate-micro-batch", "trigger-interval", "trigger-continuous"),
)
