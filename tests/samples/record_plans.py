"""Runs small queries on real Spark and records them beside this file: `python -m tests.samples.record_plans [name …]`.

They hold the plan shapes which the plan view must know: every stateful operator, adaptive plans, reuse, caches, subqueries.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from planviz.capture.run import run_scenario
from planviz.capture.session import start_session
from planviz.model import SUFFIX, Scenario, Stream

DIRECTORY = Path(__file__).parent / "plans"

ROCKSDB = {
    "spark.sql.streaming.stateStore.providerClass": (
        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    )
}


def events(*minutes_and_users: tuple[int, str]) -> tuple[dict[str, Any], ...]:
    """One round of events: the minute after 12:00, and who."""
    return tuple({"time": f"2024-01-01T12:{minute:02}:00Z", "user": user} for minute, user in minutes_and_users)


CLICKS = Stream(
    "json",
    (
        events((1, "ann"), (2, "bob"), (2, "ann"), (2, "ann")),
        events((7, "ann"), (9, "cid"), (9, "cid")),
        events((31, "bob"), (33, "ann"), (1, "bob")),
        events((55, "dan"), (34, "bob")),
    ),
)
VIEWS = Stream(
    "json", (events((1, "ann"), (3, "bob")), events((8, "cid")), events((30, "bob"), (32, "eve")), events((56, "dan")))
)


def read(spark: SparkSession, path: str) -> DataFrame:
    return spark.readStream.schema("time TIMESTAMP, user STRING").option("maxFilesPerTrigger", 1).json(path)


def sink(frame: DataFrame, mode: str = "append") -> Any:
    return frame.writeStream.outputMode(mode).format("memory").queryName("sample")


def tumbling_append(spark: SparkSession, clicks: str) -> Any:
    frame = read(spark, clicks).withWatermark("time", "10 minutes")
    return sink(
        frame.groupBy(F.window("time", "10 minutes"), "user").agg(F.count("*").alias("n"), F.max("time").alias("last"))
    )


def session_windows(spark: SparkSession, clicks: str) -> Any:
    frame = read(spark, clicks).withWatermark("time", "10 minutes")
    return sink(frame.groupBy(F.session_window("time", "5 minutes"), "user").count())


def distinct_count(spark: SparkSession, clicks: str) -> Any:
    frame = read(spark, clicks).withWatermark("time", "10 minutes")
    return sink(
        frame.groupBy(F.window("time", "10 minutes")).agg(F.approx_count_distinct("user"), F.collect_set("user"))
    )


def global_count(spark: SparkSession, clicks: str) -> Any:
    return sink(read(spark, clicks).groupBy().agg(F.count("*"), F.avg(F.minute("time"))), "complete")


def sorted_complete(spark: SparkSession, clicks: str) -> Any:
    return sink(read(spark, clicks).groupBy("user").count().where("count > 1").orderBy(F.desc("count")), "complete")


def deduplicate(spark: SparkSession, clicks: str) -> Any:
    return sink(read(spark, clicks).withWatermark("time", "10 minutes").dropDuplicates(["user", "time"]))


def deduplicate_within_watermark(spark: SparkSession, clicks: str) -> Any:
    return sink(read(spark, clicks).withWatermark("time", "10 minutes").dropDuplicatesWithinWatermark(["user"]))


def stream_join(kind: str) -> Callable[..., Any]:
    def build(spark: SparkSession, clicks: str, views: str) -> Any:
        left = read(spark, clicks).withWatermark("time", "10 minutes").alias("c")
        right = read(spark, views).withWatermark("time", "5 minutes").alias("v")
        nearby = F.expr("c.user = v.user AND c.time >= v.time AND c.time <= v.time + interval 5 minutes")
        return sink(left.join(right, nearby, kind).selectExpr("c.user", "c.time AS clicked", "v.time AS viewed"))

    return build


def join_then_count(spark: SparkSession, clicks: str, views: str) -> Any:
    left = read(spark, clicks).withWatermark("time", "10 minutes").alias("c")
    right = read(spark, views).withWatermark("time", "5 minutes").alias("v")
    nearby = F.expr("c.user = v.user AND c.time >= v.time AND c.time <= v.time + interval 5 minutes")
    joined = left.join(right, nearby).selectExpr("c.user", "c.time AS clicked")
    return sink(joined.groupBy(F.window("clicked", "10 minutes")).count())


def static_join(spark: SparkSession, clicks: str) -> Any:
    people = spark.createDataFrame([("ann", "NL"), ("bob", "UK"), ("cid", "DE")], "user STRING, country STRING")
    return sink(read(spark, clicks).join(F.broadcast(people), "user", "left"))


def limit(spark: SparkSession, clicks: str) -> Any:
    return sink(read(spark, clicks).limit(5))


def union(spark: SparkSession, clicks: str, views: str) -> Any:
    return sink(read(spark, clicks).union(read(spark, views)).withColumn("length", F.length("user")))


def groups_in_pandas(spark: SparkSession, clicks: str) -> Any:
    def count_clicks(key: Any, frames: Iterable[Any], state: Any) -> Iterable[Any]:
        import pandas as pd

        seen = (state.get[0] if state.exists else 0) + sum(len(frame) for frame in frames)
        state.update((seen,))
        yield pd.DataFrame({"user": [key[0]], "seen": [seen]})

    frame = read(spark, clicks).withWatermark("time", "10 minutes").groupBy("user")
    counted = frame.applyInPandasWithState(
        count_clicks, "user STRING, seen BIGINT", "seen BIGINT", "update", "NoTimeout"
    )
    return sink(counted, "update")


def transform_with_state(spark: SparkSession, clicks: str) -> Any:
    from pyspark.sql.streaming import StatefulProcessor

    class Counter(StatefulProcessor):  # type: ignore[misc]
        def init(self, handle: Any) -> None:
            self.seen = handle.getValueState("seen", "n BIGINT")

        def handleInputRows(self, key: Any, rows: Iterable[Any], timers: Any) -> Iterable[Any]:
            import pandas as pd

            seen = (self.seen.get()[0] if self.seen.exists() else 0) + sum(len(frame) for frame in rows)
            self.seen.update((seen,))
            yield pd.DataFrame({"user": [key[0]], "seen": [seen]})

        def close(self) -> None:
            pass

    grouped = read(spark, clicks).groupBy("user")
    counted = grouped.transformWithStateInPandas(Counter(), "user STRING, seen BIGINT", "update", "none")
    return sink(counted, "update")


def each_batch(spark: SparkSession, clicks: str) -> Any:
    return (
        read(spark, clicks)
        .groupBy("user")
        .count()
        .writeStream.outputMode("update")
        .foreachBatch(lambda frame, _id: frame.collect())
    )


def rich_plan(spark: SparkSession, clicks: str) -> Any:
    """Everything that hangs off a plan sideways: a cached relation, scalar subqueries, a reused exchange, an adaptive plan."""
    people = spark.createDataFrame([("ann", 1), ("bob", 2), ("cid", 3)], "user STRING, rank INT").cache()
    people.count()
    people.createOrReplaceTempView("people")
    read(spark, clicks).createOrReplaceTempView("clicks")
    ranked = spark.sql(
        "SELECT c.*, p.rank FROM clicks c LEFT JOIN people p ON c.user = p.user "
        "WHERE length(c.user) < (SELECT max(rank) + 9 FROM people) AND c.user <> (SELECT min(user) FROM people WHERE rank > 8)"
        " OR c.user IS NOT NULL"
    )
    return sink(ranked)


QUERIES: dict[str, tuple[Callable[..., Any], dict[str, str]]] = {
    "tumbling-append": (tumbling_append, {}),
    "session-windows": (session_windows, {}),
    "distinct-count": (distinct_count, {}),
    "global-count": (global_count, {}),
    "sorted-complete": (sorted_complete, {}),
    "deduplicate": (deduplicate, {}),
    "deduplicate-within-watermark": (deduplicate_within_watermark, {}),
    "join-inner": (stream_join("inner"), {}),
    "join-left-outer": (stream_join("leftOuter"), {}),
    "join-then-count": (join_then_count, {}),
    "static-join": (static_join, {}),
    "limit": (limit, {}),
    "union": (union, {}),
    "groups-in-pandas": (groups_in_pandas, {}),
    "transform-with-state": (transform_with_state, ROCKSDB),
    "each-batch": (each_batch, {}),
    "rich-plan": (rich_plan, {}),
}


def scenario(name: str) -> Scenario:
    """The query as a scenario, which is what Spark runs for us."""
    build, conf = QUERIES[name]
    two = "views" in build.__code__.co_varnames[: build.__code__.co_argcount]
    return Scenario(
        name=name, group="Samples", title=name, teaches="", lesson="", concepts=(),
        streams={"clicks": CLICKS, "views": VIEWS} if two else {"clicks": CLICKS}, build=build, conf=conf,
    )  # fmt: skip


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        spark = start_session("local[2]", Path(directory))
        for name in names or list(QUERIES):
            run_scenario(spark, scenario(name), DIRECTORY / f"{name}{SUFFIX}", Path(directory))
            print(name, (DIRECTORY / f"{name}{SUFFIX}").stat().st_size, flush=True)
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
