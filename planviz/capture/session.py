"""Starts the SparkSession that scenarios run in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from pyspark.sql import SparkSession

from planviz.model import FIXED_SETTINGS

SHORT_LIVED = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

SETTINGS = {
    # Nothing of a plan may be cut: people come here to read it.
    "spark.sql.debug.maxToStringFields": "100000",
    "spark.sql.maxPlanStringLength": "100000000",
    "spark.sql.maxMetadataStringLength": "100000",
    **FIXED_SETTINGS,
    "spark.sql.streaming.noDataProgressEventInterval": "600000",
    # Reading the state takes one job instead of one for each partition.
    "spark.sql.limit.initialNumPartitions": "8",
    # Nobody looks at these here, and they cost start-up time.
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # A JVM that lives for minutes is quicker without the compiler and the collector that are made for hours.
    "spark.driver.extraJavaOptions": " ".join(SHORT_LIVED),
}

_OF_ONE_SPARK = (
    "spark.app.",
    "spark.driver.host",
    "spark.driver.port",
    "spark.executor.id",
    "spark.local.dir",
    "spark.sql.warehouse.dir",
    "spark.submit.",
)
"""How settings begin that tell one running Spark from another."""


def start_session(master: str, directory: Path, conf: Mapping[str, str] | None = None) -> SparkSession:
    """A session on that master which keeps all its files below the directory."""
    # Python functions in a query run in processes of their own, which must be of the Python that has our packages.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("planviz")
    directories = {
        "spark.local.dir": str(directory / "local"),
        "spark.sql.warehouse.dir": str(directory / "warehouse"),
    }
    for name, value in {**SETTINGS, **directories, **(conf or {})}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def settings_of(spark: SparkSession) -> dict[str, str]:
    """What a second Spark has to be started with to be like this one."""
    settings = spark.sparkContext.getConf().getAll()
    return {name: value for name, value in settings if not name.startswith(_OF_ONE_SPARK)}
