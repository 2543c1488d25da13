"""State that only grows."""

from planviz.model import Scenario, Stream, Watch


def build(spark, logins):
    seen = spark.readStream.schema("session STRING").option("maxFilesPerTrigger", 1).json(logins)
    counts = seen.groupBy("session").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("state_never_shrinks")


def _sessions(start: int) -> tuple[dict[str, str], ...]:
    return tuple({"session": f"session-{number:03}"} for number in range(start, start + 20))


SCENARIO = Scenario(
    name="state-never-shrinks",
    group="State",
    title="State that never shrinks",
    teaches="A key that is never seen again is kept all the same: a groupBy on something endless is a slow leak.",
    lesson=(
        "Session ids are new all the time. Each gets a row in the state and is never asked for again, and the query has no "
        "watermark that could tell it to let go. Memory goes up batch by batch, commits get slower, and one day the "
        "executors die. The cure is a bound: a window with a watermark, dropDuplicatesWithinWatermark, or "
        "transformWithState with a time to live."
    ),
    concepts=("state grows", "memory", "unbounded keys"),
    streams={"logins": Stream("json", tuple(_sessions(start) for start in (0, 20, 40, 60)))},
    build=build,
    watch=(
        Watch(0, "Twenty new sessions: twenty rows of state."),
        Watch(1, "Forty. None of the first twenty came again."),
        Watch(3, "Eighty rows, none ever removed. The input did not grow, the state did."),
    ),
    tab="state",
    related=("clean-up-b-broken", "dedup", "join-unbounded", "state-ttl"),
)
