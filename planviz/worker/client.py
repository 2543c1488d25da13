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
from planviz.worker.java import find_java

DEFAULT_MASTER = "local[2]"
LOGS_KEPT = 5
CLOSE_SECONDS = 15
_PREFIX = "planviz-worker-"


class WorkerError(Exception):
    """A worker cannot do what was asked; the message says why."""


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


class Worker:
    """One Spark process, started when it is first needed and started anew when it has died."""

    def __init__(self, config: WorkerConfig | None = None) -> None:
        self.config = config or WorkerConfig()
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._process: subprocess.Popen[str] | None = None
        self._directory: Path | None = None
        self._runs: dict[Path, RunStatus] = {}
        self.log_path: Path | None = None

    def run(self, scenario: str, path: Path) -> None:
        """Run a scenario and record it at `path`; runs wait for one another. Raises NoJava or WorkerError."""
        with self._lock:
            self._ensure_started()
            self._runs[path] = RunStatus(scenario, path)
            self._send({"command": "run", "scenario": scenario, "path": str(path)})

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
        with self._lock, contextlib.suppress(WorkerError):
            self._send({"command": "stop", "path": str(path)})

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def close(self) -> None:
        """End the process and remove its files."""
        with self._lock:
            process = self._process
        if process is None:
            return
        if process.stdin:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._remove_files()

    def _ensure_started(self) -> None:
        if self.alive:
            return
        _sweep()
        self._directory = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        java = find_java(self._directory / "java")
        self.log_path = _new_log()
        environment = {**os.environ, "JAVA_HOME": str(java.home), "PYTHONPATH": _python_path()}
        # Unless told otherwise Spark looks the machine's name up, which can hang without a network.
        environment.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        with self.log_path.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "planviz.capture.worker", str(self._directory), json.dumps(self._settings())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                # Its own session: a Ctrl-C in the terminal is for the app, which then closes the worker.
                start_new_session=True,
            )
        threading.Thread(target=self._listen, args=(self._process, self._directory), daemon=True).start()

    def _settings(self) -> dict[str, Any]:
        conf = dict(self.config.conf)
        if self.config.packages:
            conf["spark.jars.packages"] = ",".join(self.config.packages)
        return {"master": self.config.master, "conf": conf}

    def _send(self, command: Mapping[str, Any]) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise WorkerError("Spark is not running.")
        try:
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
        except OSError as error:
            raise WorkerError("The Spark process has ended.") from error

    def _listen(self, process: subprocess.Popen[str], directory: Path) -> None:
        """Take the worker's events until it ends; what it had not finished by then has failed."""
        assert process.stdout is not None
        for line in process.stdout:
            with contextlib.suppress(ValueError):
                self._take(json.loads(line))
        code = process.wait()
        with self._changed:
            for path, status in self._runs.items():
                if not status.over:
                    self._runs[path] = replace(status, state="failed", message=_death(code, self.log_path))
            if self._process is process:
                self._process = None
            self._changed.notify_all()
        shutil.rmtree(directory, ignore_errors=True)

    def _take(self, event: Mapping[str, Any]) -> None:
        with self._changed:
            path = Path(event["path"])
            changes = {name: event[name] for name in ("state", "done", "total", "message") if name in event}
            self._runs[path] = replace(self._runs[path], **changes)
            self._changed.notify_all()

    def _remove_files(self) -> None:
        if self._directory:
            shutil.rmtree(self._directory, ignore_errors=True)


def _death(code: int, log: Path | None) -> str:
    how = f"was killed (signal {-code})" if code < 0 else f"ended (exit code {code})"
    where = f" Its log is {log}." if log else ""
    return f"The Spark process {how} before the run was over. What it had recorded is kept; the next run starts a new one.{where}"


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
