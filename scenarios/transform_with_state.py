"""transformWithState with a timer, on RocksDB."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, pings):
    from pyspark.sql import Row
    from pyspark.sql.streaming import StatefulProcessor

    class Watchdog(StatefulProcessor):
        def init(self, handle):
            self.handle = handle
            self.last = handle.getValueState("last", "millis LONG")

        def handleInputRows(self, key, rows, timerValues):
            newest = max(int(row.time.timestamp() * 1000) for row in rows)
            if self.last.exists():
                self.handle.deleteTimer(self.last.get()[0] + 30_000)
            self.last.update((newest,))
            self.handle.registerTimer(newest + 30_000)
            yield Row(sensor=key[0], status="alive")

        def handleExpiredTimer(self, key, timerValues, expiredTimerInfo):
            self.last.clear()
            yield Row(sensor=key[0], status="silent for 30 s")

        def close(self):
            pass

    seen = spark.readStream.schema("time TIMESTAMP, sensor STRING").option("maxFilesPerTrigger", 1).json(pings)
    alarms = (
        seen.withWatermark("time", "0 seconds")
        .groupBy("sensor")
        .transformWithState(Watchdog(), "sensor STRING, status STRING", "Update", "EventTime")
    )
    return alarms.writeStream.outputMode("update").format("memory").queryName("transform_with_state")


SCENARIO = Scenario(
    name="transform-with-state",
    group="State",
    title="transformWithState: variables and timers",
    teaches="A processor has named state variables and timers of its own; a timer fires when the watermark passes it.",
    lesson=(
        "transformWithState is the successor of applyInPandasWithState. The processor declares its state variables "
        "(values, lists, maps) and registers any number of timers for a key. Here a sensor that says nothing for thirty "
        "seconds is reported: each ping moves its timer, and when the watermark has passed the timer, handleExpiredTimer is "
        "called. It needs the RocksDB state store, where variables and timers are column families side by side."
    ),
    concepts=("transformWithState", "timer", "RocksDB", "arbitrary state", "state variable"),
    streams={
        "pings": Stream(
            "json",
            (
                (at("12:00:00", sensor="door"), at("12:00:05", sensor="oven")),
                (at("12:00:20", sensor="door"),),
                (at("12:00:40", sensor="door"),),
            ),
        )
    },
    build=build,
    event_time="time",
    conf={
        "spark.sql.streaming.stateStore.providerClass": (
            "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
        )
    },
    watch=(
        Watch(
            0,
            "Both sensors are alive: two values are in the state, and two timers wait, for 12:00:30 and 12:00:35.",
            tab="state",
        ),
        Watch(
            2,
            "door pings again: its timer 12:00:30 is deleted and one for 12:00:50 is set. oven's timer still waits.",
            tab="state",
        ),
        Watch(
            5,
            "A batch without data: the watermark 12:00:40 has passed oven's timer 12:00:35. It fired, and oven's value went "
            "with it.",
            tab="state",
        ),
        Watch(5, "What the timer wrote: oven is reported as silent for 30 s.", tab="output"),
    ),
    related=("state-ttl", "pandas-state", "rocksdb-store"),
)
