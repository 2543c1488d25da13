"""transformWithState with a time to live."""

from planviz.model import Scenario, Stream, Watch


def build(spark, logins):
    from pyspark.sql import Row
    from pyspark.sql.streaming import StatefulProcessor

    class FirstLogin(StatefulProcessor):
        def init(self, handle):
            self.short = handle.getValueState("short", "n INT", ttlDurationMs=100)
            self.long = handle.getValueState("long", "n INT", ttlDurationMs=3_600_000)

        def handleInputRows(self, key, rows, timerValues):
            new = len(list(rows))
            before = [state.get()[0] if state.exists() else 0 for state in (self.short, self.long)]
            self.short.update((before[0] + new,))
            self.long.update((before[1] + new,))
            yield Row(user=key[0], short=before[0] + new, long=before[1] + new)

        def close(self):
            pass

    seen = spark.readStream.schema("user STRING").option("maxFilesPerTrigger", 1).json(logins)
    counts = seen.groupBy("user").transformWithState(
        FirstLogin(), "user STRING, short INT, long INT", "Update", "ProcessingTime"
    )
    return counts.writeStream.outputMode("update").format("memory").queryName("state_ttl")


SCENARIO = Scenario(
    name="state-ttl",
    group="State",
    title="Time to live: state that forgets by itself",
    teaches="A state variable may have a time to live: a value not updated for that long reads as if it never was.",
    lesson=(
        "Both variables count logins. One lives for a tenth of a second, the other for an hour. By the next batch the "
        "short one has expired: exists() is false, and the count begins anew, while the long one goes on. The time is "
        "processing time and starts again with each update. Expired values are removed from the store in a later batch, "
        "not at the very moment."
    ),
    concepts=("transformWithState", "TTL", "RocksDB", "processing time"),
    streams={"logins": Stream("json", (({"user": "ann"}, {"user": "ann"}), ({"user": "ann"},), ({"user": "bob"},)))},
    build=build,
    conf={
        "spark.sql.streaming.stateStore.providerClass": (
            "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
        ),
        # Otherwise, in processing time, Spark runs batches without data all the time to look for what expired.
        "spark.sql.streaming.noDataMicroBatches.enabled": "false",
    },
    watch=(
        Watch(0, "Two logins of ann: both variables hold 2."),
        Watch(1, "One login more: the short count is 1, it had expired; the long one is 3."),
        Watch(
            2, "bob comes. In this batch ann's expired short value is removed from the store: one removed, three left."
        ),
    ),
    tab="state",
    related=("transform-with-state", "state-never-shrinks"),
)
