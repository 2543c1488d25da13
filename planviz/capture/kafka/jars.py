"""Fetches Spark's Kafka connector and a Kafka broker from Maven, with the Ivy that Spark ships and its cache."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError
from pyspark.sql import SparkSession

_CONNECTOR = "org.apache.spark:spark-sql-kafka-0-10_2.13"
_TOKENS = "org.apache.spark:spark-token-provider-kafka-0-10_2.13"
_STAND_IN = (f"ivy://{_CONNECTOR}:4.2.0?exclude={_TOKENS}", f"ivy://{_TOKENS}:4.1.0-preview1?transitive=false")
"""Where Maven lacks the connector of this very Spark: the newest one that was tried with Spark 4.3."""

_BROKER = ("ivy://org.apache.kafka:kafka_2.13:4.1.2", "ivy://org.slf4j:slf4j-simple:1.7.36?transitive=false")
_FETCHED: dict[str, list[str]] = {}
"""The files of what was asked for already: Ivy takes seconds even if it has them all."""

_PROVIDER = "org.apache.spark.sql.kafka010.KafkaSourceProvider"


class KafkaUnavailable(Exception):
    """There is no Kafka to run with; the message says why and what to do."""


def add_connector(spark: SparkSession) -> None:
    """Let a session that runs already read from and write to Kafka. Raises KafkaUnavailable."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    if _knows(loader, _PROVIDER):
        return
    for jar in connector_jars(spark):
        try:
            # The driver's own loader: what ADD JAR adds is not seen by the thread that takes the tasks' results.
            loader.addURL(jvm.java.io.File(jar).toURI().toURL())
        except Py4JError as error:
            raise KafkaUnavailable(
                "Spark's Kafka connector cannot be added to this session. Start Spark with it: "
                f"--packages {_CONNECTOR}:{spark.version}"
            ) from error
        spark.sparkContext._jsc.addJar(jar)


def connector_jars(spark: SparkSession) -> list[str]:
    """The files of Spark's Kafka connector. Raises KafkaUnavailable."""
    try:
        return _fetch(spark, (f"ivy://{_CONNECTOR}:{spark.version}",))
    except KafkaUnavailable:
        return _fetch(spark, _STAND_IN)


def broker_class_path(spark: SparkSession) -> str:
    """What Java needs to run the broker. Raises KafkaUnavailable."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    # Spark's Ivy leaves out what Spark has itself.
    scala = jvm.java.lang.Class.forName("scala.Option").getProtectionDomain().getCodeSource().getLocation().getPath()
    return ":".join([*_fetch(spark, _BROKER), str(scala)])


def _fetch(spark: SparkSession, places: Sequence[str]) -> list[str]:
    """The files of these artefacts and of all they need."""
    return list(dict.fromkeys(jar for place in places for jar in _resolved(spark, place)))


def _resolved(spark: SparkSession, place: str) -> list[str]:
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    if place not in _FETCHED:
        try:
            with _alone(spark):
                found = jvm.org.apache.spark.util.DependencyUtils.resolveMavenDependencies(jvm.java.net.URI(place))
        except (Py4JError, OSError) as error:
            raise KafkaUnavailable(
                f"This scenario runs on a real Kafka, which is fetched from Maven Central the first time, and {place} "
                "could not be had. Is there a network? Behind a proxy, Spark's setting spark.jars.ivySettings names "
                "where to look. The shipped recording of the scenario opens without Kafka."
            ) from error
        _FETCHED[place] = [str(found.apply(index)) for index in range(found.size())]
    return _FETCHED[place]


@contextlib.contextmanager
def _alone(spark: SparkSession) -> Iterator[None]:
    """Wait for other processes that fetch: Ivy does not lock its cache, and two at a time spoil each other's files."""
    cache = Path(spark.conf.get("spark.jars.ivy", None) or Path.home() / ".ivy2.5.2")
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "planviz.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _knows(loader: Any, name: str) -> bool:
    try:
        loader.loadClass(name)
    except Py4JError:
        return False
    return True
