"""The app's end of a worker: starts the process, gives it runs, and knows how each of them is doing."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from planviz.worker.home import logs_directory
from planviz.worker.java import NoJava, find_java

DEFAULT_MASTER = "local[2]"
LOGS_KEPT = 5
CLOSE_SECONDS = 15
_PREFIX = "planviz-worker-"


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """What makes one Spark differ from another; each configuration has a process of its own."""

    master: str = field(default_factory=lambda: os.environ.get("PLANVIZ_MASTER") or DEFAULT_MASTER)
    packages: tuple[str, ...] = ()
    conf: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RunStatus:
    """How a run is doing: `state` is waiting, starting, running, finished, failed or stopped."""

    scenario: str
    path: Path
    state: str = "waiting"
    done: int = 0
    total: int = 0
    message: str = ""

    @property
    def over(self) -> bool:
        return self.state in ("finished", "failed", "stopped")


@dataclass(slots=True)
class _Spark:
    """A Spark process, its files, and the runs it was given."""

    process: subprocess.Popen[str]
    directory: Path
    log: Path
    runs: set[Path] = field(default_factory=set)
    closing: bool = False

    def send(self, command: Mapping[str, Any]) -> None:
        """Tell the process something; if it has just died, its listener will see to what becomes of its runs."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()


class Worker:
    """One Spark process, started when it is first needed and started anew when it has died."""

    def __init__(self, config: WorkerConfig | None = None) -> None:
        self.config = config or WorkerConfig()
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._spark: _Spark | None = None
        self._runs: dict[Path, RunStatus] = {}
        self.log_path: Path | None = None

    def run(self, scenario: str, path: Path) -> None:
        """Run a scenario and record it at `path`; runs wait for one another. Raises NoJava."""
        with self._lock:
            spark = self._started()
            self._runs[path] = RunStatus(scenario, path)
            spark.runs.add(path)
            spark.send({"command": "run", "scenario": scenario, "path": str(path)})

    def status(self, path: Path) -> RunStatus | None:
        """How the run that is recorded at `path` is doing, or None if this worker does not know it."""
        with self._lock:
            return self._runs.get(path)

    def active(self) -> RunStatus | None:
        """The run that is going on or waiting, if there is one."""
        with self._lock:
            return next((status for status in self._runs.values() if not status.over), None)

    def wait(self, path: Path, timeout: float | None = None) -> RunStatus:
        """Wait for something to change with a run, and return its status."""
        with self._changed:
            before = self._runs[path]
            self._changed.wait_for(lambda: self._runs[path] != before or self._runs[path].over, timeout)
            return self._runs[path]

    def stop(self, path: Path) -> None:
        """Ask a run to end; what was recorded stays."""
        with self._lock:
            if self._spark:
                self._spark.send({"command": "stop", "path": str(path)})

    @property
    def pid(self) -> int | None:
        return self._spark.process.pid if self._spark else None

    def close(self) -> None:
        """End the process and remove its files."""
        with self._lock:
            spark = self._spark
            if spark is None:
                return
            spark.closing = True
        if spark.process.stdin:
            with contextlib.suppress(OSError):
                spark.process.stdin.close()
        try:
            spark.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            spark.process.kill()
            spark.process.wait()
        shutil.rmtree(spark.directory, ignore_errors=True)

    def _started(self) -> _Spark:
        """The process that takes runs. One that has died is in its place until its listener has dealt with its runs."""
        if self._spark and not self._spark.closing:
            return self._spark
        _sweep()
        directory = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        try:
            java = find_java(directory / "java")
        except NoJava:
            shutil.rmtree(directory)
            raise
        self.log_path = _new_log()
        environment = {**os.environ, "JAVA_HOME": str(java.home), "PYTHONPATH": _python_path()}
        # Unless told otherwise Spark looks the machine's name up, which can hang without a network.
        environment.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        with self.log_path.open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "planviz.capture.worker", str(directory), json.dumps(self._settings())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                # Its own session: a Ctrl-C in the terminal is for the app, which then closes the worker.
                start_new_session=True,
            )
        self._spark = _Spark(process, directory, self.log_path)
        threading.Thread(target=self._listen, args=(self._spark,), daemon=True).start()
        return self._spark

    def _settings(self) -> dict[str, Any]:
        conf = dict(self.config.conf)
        if self.config.packages:
            conf["spark.jars.packages"] = ",".join(self.config.packages)
        return {"master": self.config.master, "conf": conf}

    def _listen(self, spark: _Spark) -> None:
        """Take a process's events until it ends, and then see to the runs it leaves behind."""
        assert spark.process.stdout is not None
        for line in spark.process.stdout:
            with contextlib.suppress(ValueError):
                self._take(json.loads(line))
        code = spark.process.wait()
        shutil.rmtree(spark.directory, ignore_errors=True)
        with self._changed:
            if self._spark is spark:
                self._spark = None
            for status in [self._runs[path] for path in spark.runs if not self._runs[path].over]:
                self._leave_behind(status, spark, code)
            self._changed.notify_all()

    def _leave_behind(self, status: RunStatus, spark: _Spark, code: int) -> None:
        """What a dead process had not finished has failed; what it had not begun goes to a new one."""
        message = _death(code, spark.log)
        if status.state == "waiting" and not spark.closing:
            try:
                self.run(status.scenario, status.path)
                return
            except (NoJava, OSError) as error:
                message = str(error)
        self._runs[status.path] = replace(status, state="failed", message=message)

    def _take(self, event: Mapping[str, Any]) -> None:
        with self._changed:
            path = Path(event["path"])
            changes = {name: event[name] for name in ("state", "done", "total", "message") if name in event}
            self._runs[path] = replace(self._runs[path], **changes)
            self._changed.notify_all()


def _death(code: int, log: Path) -> str:
    how = f"was killed (signal {-code})" if code < 0 else f"ended (exit code {code})"
    return f"The Spark process {how} before the run was over. What it had recorded is kept; the next run starts a new one. Its log is {log}."


def _python_path() -> str:
    """The worker must find this very planviz, installed or not."""
    root = str(Path(__file__).parents[2])
    return os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])


def _new_log() -> Path:
    logs = sorted(logs_directory().glob("spark-*.log"), key=lambda path: path.stat().st_mtime)
    for old in logs[: 1 - LOGS_KEPT]:
        old.unlink(missing_ok=True)
    handle, path = tempfile.mkstemp(prefix="spark-", suffix=".log", dir=logs_directory())
    os.close(handle)
    return Path(path)


def _sweep() -> None:
    """Remove the files of workers whose app was killed before it could do so."""
    for directory in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = directory.name.removeprefix(_PREFIX).split("-")[0]
        if owner.isdigit() and not _runs(int(owner)):
            shutil.rmtree(directory, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
