"""The dog, cat, owl and donkey of Spark's guide: sliding windows with a ten-minute watermark, in update mode."""

from planviz.model import Scenario, Stream, Watch


def build(spark, animals):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP, animal STRING").option("maxFilesPerTrigger", 1).json(animals)
    counts = (
        seen.withWatermark("time", "10 minutes").groupBy(F.window("time", "10 minutes", "5 minutes"), "animal").count()
    )
    return counts.writeStream.outputMode("update").format("memory").queryName("animal_windows")


def _seen(*rows: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"time": f"2024-01-01T{time}:00Z", "animal": animal} for time, animal in rows)


SCENARIO = Scenario(
    name="animal-windows",
    group="Event time",
    title="Sliding windows and late animals",
    teaches="How far behind a row may come: the watermark trails the newest event by ten minutes and closes windows.",
    lesson=(
        "Animals are counted in ten-minute windows that start every five minutes, so each row falls into two windows. "
        "The watermark is the newest event time seen so far minus ten minutes, and is set at the start of the next "
        "batch. When it has reached the end of a window, that window is closed: its state is removed, and a row that "
        "still comes for it is dropped. In update mode each batch writes the windows that it changed."
    ),
    concepts=("event time", "sliding window", "watermark", "late data", "update mode", "state eviction"),
    streams={
        "animals": Stream(
            "json",
            (
                _seen(("12:02", "dog"), ("12:03", "dog"), ("12:03", "owl")),
                _seen(("12:07", "dog"), ("12:08", "owl"), ("12:14", "dog"), ("12:09", "cat")),
                _seen(("12:15", "cat"), ("12:08", "dog"), ("12:13", "owl"), ("12:21", "owl")),
                _seen(("12:04", "donkey"), ("12:17", "owl"), ("12:26", "cat")),
                _seen(("12:10", "dog"), ("12:20", "donkey")),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "No event was seen before, so there is no watermark yet: nothing can be late.", tab="physics"),
        Watch(
            1,
            "A batch without data: nothing came in, but the watermark moved to 11:53, and Spark looks whether that "
            "closes anything.",
            tab="physics",
        ),
        Watch(
            2,
            "12:09 cat comes behind 12:14 dog. It falls into 12:00–12:10 and 12:05–12:15, and both are still open.",
            tab="physics",
        ),
        Watch(
            3,
            "12:14 was the newest event, so the watermark is 12:04 now; it has not reached the end of any window yet.",
            tab="physics",
        ),
        Watch(4, "12:08 dog comes late, but its windows end after the watermark 12:04: it is counted.", tab="physics"),
        Watch(5, "The watermark is 12:11: the five rows of 11:55–12:05 and 12:00–12:10 leave the state.", tab="state"),
        Watch(
            6,
            "12:04 donkey is too late: both its windows are closed. It is dropped, and Spark counts it twice, once "
            "for each window.",
            tab="physics",
        ),
        Watch(7, "The watermark is 12:16: 12:05–12:15 is closed, and its three rows leave.", tab="state"),
        Watch(
            8,
            "12:10 dog: its window 12:05–12:15 is closed and does not get it, 12:10–12:20 is open and does.",
            tab="physics",
        ),
    ),
    related=("tumbling-windows", "watermark-append", "session-windows"),
)
