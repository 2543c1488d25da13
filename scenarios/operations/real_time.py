"""The real-time trigger: what it asks of sink, output mode and time."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def real_time_append(events, table):
    return events.writeStream.trigger(realTime="5 seconds").format("console")


def real_time_short(events, table):
    return events.writeStream.trigger(realTime="1 second").format("console")


def real_time_batches(events, table):
    return events.writeStream.trigger(realTime="5 seconds").foreachBatch(lambda batch, batch_id: None)


def real_time_memory(events, table):
    return events.writeStream.trigger(realTime="5 seconds").format("memory").queryName("tried")


THEME = Theme(
    "The real-time trigger",
    (
        Operation(
            "Append mode with the real-time trigger",
            real_time_append,
            "Spark takes only update mode here. For a query without state the two write the same rows.",
            "outputMode(“update”).",
            scenario="trigger-real-time",
            own_sink=True,
        ),
        Operation(
            "Batches shorter than five seconds",
            real_time_short,
            "How long a batch is open does not set the latency: rows leave it at once. It sets how often the logs are "
            "written, and that has its price.",
            "Five seconds or more; Spark's own default is five minutes.",
            mode="update",
            scenario="trigger-real-time",
            own_sink=True,
        ),
        Operation(
            "foreachBatch with the real-time trigger",
            real_time_batches,
            "It gets a batch as a whole, and a real-time batch is whole only when its time is over.",
            "foreach, or the Kafka sink.",
            mode="update",
            scenario="trigger-real-time",
            own_sink=True,
        ),
        Operation(
            "The memory sink with the real-time trigger",
            real_time_memory,
            "It takes the rows of a batch at its end. Only sinks on Spark's list are allowed.",
            "The console, foreach or Kafka.",
            mode="update",
            scenario="trigger-real-time",
            own_sink=True,
        ),
    ),
)
