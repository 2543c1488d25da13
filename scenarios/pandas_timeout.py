"""applyInPandasWithState with a timeout by the clock instead of the watermark."""

from planviz.model import Scenario, Stream, Watch


def build(spark, pings):
    import pandas as pd

    def follow(key, frames, state):
        if state.hasTimedOut:
            state.remove()
            yield pd.DataFrame({"sensor": [key[0]], "status": ["silent"]})
        else:
            state.update((sum(map(len, frames)),))
            state.setTimeoutDuration(100)
            yield pd.DataFrame({"sensor": [key[0]], "status": ["alive"]})

    seen = spark.readStream.schema("sensor STRING").option("maxFilesPerTrigger", 1).json(pings)
    sensors = seen.groupBy("sensor").applyInPandasWithState(
        follow, "sensor STRING, status STRING", "pings LONG", "update", "ProcessingTimeTimeout"
    )
    return sensors.writeStream.outputMode("update").format("memory").queryName("pandas_timeout")


SCENARIO = Scenario(
    name="pandas-timeout",
    group="State",
    title="A timeout by the clock",
    teaches="A timeout in processing time needs no event time; but it is looked at only when a batch runs.",
    lesson=(
        "With ProcessingTimeTimeout the function says for how long its state may wait: a tenth of a second here. No "
        "watermark is needed, and no event time. Each batch has one time of its own, taken when it begins and written to "
        "the offset log; the batch first calls the function for the keys that have new rows, then, with hasTimedOut true, "
        "for those whose time is over. So a timeout comes with a batch, never between two. That is why Spark would run "
        "batches without data all the time for such a query, as fast as the trigger lets it; here that is switched off, and "
        "a timeout waits for the next row of anybody. Run again, the batch has the same time from the log; but in another "
        "run of the query the clock is another, and so may be the result: with event time it is the same."
    ),
    concepts=("applyInPandasWithState", "timeout", "processing time", "arbitrary state", "update mode"),
    streams={
        "pings": Stream(
            "json", (({"sensor": "door"}, {"sensor": "oven"}), ({"sensor": "oven"},), ({"sensor": "door"},))
        )
    },
    build=build,
    # Otherwise Spark runs batches without data all the time, to look for what timed out.
    conf={"spark.sql.streaming.noDataMicroBatches.enabled": "false"},
    watch=(
        Watch(0, "Two sensors, two rows of state, each with the clock's time at which its patience ends.", tab="state"),
        Watch(
            1,
            "oven pings, so its timeout is set anew. door's is over: the function is called without rows, says “silent” and "
            "removes the state.",
            tab="output",
        ),
        Watch(
            2,
            "door is back, and oven's time is over. Nobody looked in between: a timeout is told in the batch after, whenever "
            "that runs.",
            tab="output",
        ),
    ),
    tab="output",
    related=("pandas-state", "state-ttl", "transform-with-state"),
)
