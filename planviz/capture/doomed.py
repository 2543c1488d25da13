"""A query that is to be killed: it lives in a process of its own, with a JVM of its own, and is driven from here."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from pyspark import cloudpickle
from pyspark.sql import SparkSession

from planviz.capture.life import Life
from planviz.capture.patience import Patience
from planviz.capture.session import settings_of
from planviz.model import InputRows, Progress, read_progress


class LifeOver(Exception):
    """The query ended before it could be killed: it was refused, it failed, or it had nothing left to do."""


class ProcessFailed(Exception):
    """The query's process cannot go on; the message says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the process has to do: which life, where to record it, and on what Spark."""

    life: Life
    recording: Path
    master: str
    conf: Mapping[str, str]


class Doomed:
    """The life of a query in a process of its own, which leaving the context kills if nobody did before.

    Every method waits for the process to answer, as long as patience lasts.
    """

    def __init__(self, spark: SparkSession, life: Life, recording: Path, patience: Patience) -> None:
        order = Order(life, recording, str(spark.sparkContext.master), settings_of(spark))
        path = life.workspace / "doomed.pickle"
        # As Spark does with Python functions: one from a user's own file is sent with its code.
        path.write_bytes(cloudpickle.dumps(order))  # type: ignore[no-untyped-call]
        self._patience = patience
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "planviz.capture.doomed_process", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            # A group of its own, which its JVM is born into: one signal kills both.
            start_new_session=True,
        )
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._take_answers, self._pass_log_on)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Doomed:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def begin(self) -> None:
        """Wait until the query runs. Raises LifeOver if Spark refuses it."""
        self._answer("start the query that is to be killed")

    def settle(self) -> None:
        self._ask("settle")

    def last_progress(self) -> Progress:
        return _progress(self._ask("last_progress"))

    def progress(self) -> list[Progress]:
        return [_progress(each) for each in self._ask("progress")]

    def input(self, batch_id: int, rows: InputRows) -> None:
        self._ask("input", batch_id, rows.stream, rows.source, rows.rows.rows, rows.rows.total)

    def catch_up(self) -> None:
        self._ask("catch_up")

    def read_state(self) -> None:
        self._ask("read_state")

    def at_work(self) -> bool:
        """Whether a Spark job runs at this moment."""
        return bool(self._ask("at_work"))

    def check(self) -> None:
        code = self._process.poll()
        if code is not None:
            how = f"killed with signal {-code}" if code < 0 else f"exit code {code}"
            raise ProcessFailed(
                f"The process of the query that is to be killed ended by itself ({how}): see Spark's log."
            )

    def kill(self) -> int:
        """Kill the process and its JVM, wait until both are gone, and return the signal that it died of, or 0."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()  # type: ignore[union-attr]
        for thread in self._threads:
            # The JVM holds the log open too: its end is the end of both.
            thread.join()
        return max(-code, 0)

    def _ask(self, what: str, *values: Any) -> Any:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps([what, *values]) + "\n")
            self._process.stdin.flush()
        return self._answer(f"answer in the process of the query that is to be killed ({what})")

    def _answer(self, what: str) -> Any:
        self._patience.until(lambda: not self._answers.empty(), what, self.check)
        answer = self._answers.get()
        if "failed" in answer:
            raise ProcessFailed(answer["failed"])
        if answer["over"]:
            raise LifeOver
        return answer.get("value")

    def _take_answers(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout:
            for line in self._process.stdout:
                self._answers.put(json.loads(line))

    def _pass_log_on(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr:
            for line in self._process.stderr:
                sys.stderr.write(line)


def _progress(raw: Mapping[str, Any]) -> Progress:
    return read_progress(json.dumps(raw))
