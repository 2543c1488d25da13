"""What a process that runs Spark for another one needs: a clean pipe to talk on, and a way to leave with everything."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

Send = Callable[[Mapping[str, Any]], None]

_leaving = threading.Lock()


def take_over_stdout() -> Send:
    """Keep standard output for JSON lines: whatever Spark prints there goes to the log instead."""
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: Mapping[str, Any]) -> None:
        # If nobody listens any more, the end of standard input will soon be noticed: that is where we leave.
        with contextlib.suppress(OSError):
            lines.write(json.dumps(message) + "\n")
            lines.flush()

    return send


def jvm_of(spark: SparkSession) -> Any:
    """The process of the session's JVM."""
    gateway = spark.sparkContext._gateway
    assert gateway is not None
    return gateway.proc


def leave(directory: Path, code: int, *if_empty: Path) -> None:
    """End at once: JVM, files, process. The first to come here does it; others wait for the end.

    Directories of others are removed too, `if_empty`.
    """
    _leaving.acquire()
    spark = SparkSession._instantiatedSession
    if spark is not None:
        jvm = jvm_of(spark)
        jvm.kill()
        jvm.wait()
    shutil.rmtree(directory, ignore_errors=True)
    for each in if_empty:
        with contextlib.suppress(OSError):
            each.rmdir()
    os._exit(code)
