"""The worker process: keeps one Spark warm and runs scenarios on it, as told on standard input.

Commands come as JSON lines: {"command": "run", "scenario", "path"} and {"command": "stop", "path"}. What becomes of a
run goes out as JSON lines: {"path", "state", "done", "total", "message"}. The end of standard input is the end.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from planviz.capture.kafka import KafkaUnavailable
from planviz.capture.patience import RunStopped
from planviz.capture.process import jvm_of, leave, take_over_stdout
from planviz.capture.run import run_scenario
from planviz.capture.session import start_session
from planviz.scenario_files import load_scenario

JVM_DIED = 3

Send = Callable[..., None]


def main(directory: Path, settings: Mapping[str, Any]) -> None:
    """Serve until standard input ends or the JVM is gone."""
    write = take_over_stdout()

    def send(path: str, **changes: Any) -> None:
        write({"path": path, **changes})

    runs: queue.Queue[dict[str, str]] = queue.Queue()
    stops: dict[str, threading.Event] = {}
    reader = threading.Thread(target=_read_commands, args=(runs, stops, directory), daemon=True)
    reader.start()
    spark: SparkSession | None = None
    while True:
        command = runs.get()
        path = command["path"]
        try:
            if spark is None:
                send(path, state="starting", message="Starting Spark: this takes some seconds the first time")
                spark = start_session(settings["master"], directory, settings["conf"])
                threading.Thread(target=_follow_jvm, args=(spark, directory), daemon=True).start()
            elif not _answers(spark):
                # Not begun here, the run is given to the next worker.
                leave(directory, JVM_DIED)
            _run(spark, command, directory, stops[path], send)
        except (Py4JError, OSError) as error:
            send(path, state="failed", message=f"Spark's JVM died during the run ({type(error).__name__}).")
            leave(directory, JVM_DIED)
        except Exception as error:
            # Whatever went wrong, the app has to hear of it; the whole story is in the log.
            sys.excepthook(type(error), error, error.__traceback__)
            send(path, state="failed", message=f"{type(error).__name__}: {error}")


def _run(spark: SparkSession, command: Mapping[str, str], directory: Path, stop: threading.Event, send: Send) -> None:
    path = command["path"]
    scenario = load_scenario(command["scenario"])
    if scenario.needs_kafka:
        send(path, state="starting", message="Starting a Kafka broker: the first time it is fetched from Maven Central")

    def on_round(done: int, total: int) -> None:
        send(path, state="running", done=done, total=total, message="")

    try:
        run_scenario(spark, scenario, Path(path), directory, on_round, stop)
    except KafkaUnavailable as error:
        send(path, state="failed", message=str(error))
    except RunStopped:
        send(path, state="stopped", message="Stopped; what was recorded is kept.")
    except PySparkException as error:
        send(path, state="failed", message=str(error).splitlines()[0])
    else:
        send(path, state="finished")


def _read_commands(runs: queue.Queue[dict[str, str]], stops: dict[str, threading.Event], directory: Path) -> None:
    for line in sys.stdin:
        command = json.loads(line)
        stop = stops.setdefault(command["path"], threading.Event())
        if command["command"] == "run":
            runs.put(command)
        else:
            stop.set()
    leave(directory, 0)


def _answers(spark: SparkSession) -> bool:
    try:
        return not spark.sparkContext._jsc.sc().isStopped()
    except (Py4JError, OSError):
        return False


def _follow_jvm(spark: SparkSession, directory: Path) -> None:
    """Without its JVM the worker is of no use; give a run that is going on some time to report it."""
    jvm_of(spark).wait()
    threading.Event().wait(5)
    leave(directory, JVM_DIED)


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
