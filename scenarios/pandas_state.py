"""Arbitrary state with applyInPandasWithState and an event-time timeout."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, clicks):
    import pandas as pd

    def follow(key, frames, state):
        if state.hasTimedOut:
            (clicks_so_far,) = state.get
            state.remove()
            yield pd.DataFrame({"user": [key[0]], "clicks": [clicks_so_far], "what": ["left"]})
            return
        (clicks_so_far,) = state.get if state.exists else (0,)
        for frame in frames:
            clicks_so_far += len(frame)
            newest = int(frame["time"].max().timestamp() * 1000)
        state.update((clicks_so_far,))
        state.setTimeoutTimestamp(newest + 60_000)
        yield pd.DataFrame({"user": [key[0]], "clicks": [clicks_so_far], "what": ["active"]})

    seen = spark.readStream.schema("time TIMESTAMP, user STRING").option("maxFilesPerTrigger", 1).json(clicks)
    users = (
        seen.withWatermark("time", "30 seconds")
        .groupBy("user")
        .applyInPandasWithState(
            follow, "user STRING, clicks LONG, what STRING", "clicks LONG", "update", "EventTimeTimeout"
        )
    )
    return users.writeStream.outputMode("update").format("memory").queryName("pandas_state")


SCENARIO = Scenario(
    name="pandas-state",
    group="State",
    title="Your own state: applyInPandasWithState",
    teaches="A Python function gets a key, its new rows and its state, and may set a timeout that calls it without rows.",
    lesson=(
        "For each key with new rows Spark calls the function with the rows as pandas frames and with the state of that "
        "key. The function decides what to keep and what to write. With EventTimeTimeout it may set a time; when the "
        "watermark has passed it and no row came for the key, the function is called once more, with hasTimedOut true: "
        "here it says that the user left, and removes the state. (In Scala and Java these are mapGroupsWithState and "
        "flatMapGroupsWithState, as in Spark 2.2; Python got applyInPandasWithState in 3.4.)"
    ),
    concepts=("applyInPandasWithState", "timeout", "arbitrary state", "update mode"),
    streams={
        "clicks": Stream(
            "json",
            (
                (at("12:00:00", user="ann"), at("12:00:10", user="bob")),
                (at("12:00:40", user="ann"),),
                (at("12:02:20", user="bob"),),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "Two users, two states, each with a timeout one minute after the user's last click."),
        Watch(2, "ann clicks again: 2 clicks, and her timeout moves to 12:01:40."),
        Watch(4, "bob clicks at 12:02:20. The watermark is still 12:00:10: nobody has timed out."),
        Watch(5, "No data, but the watermark is 12:01:50 and ann's timeout was 12:01:40: she left, after 2 clicks."),
    ),
    related=("pandas-timeout", "transform-with-state", "session-windows", "state-ttl"),
)
