"""A query that is to be killed is really killed, and nothing of it is left but what was on disk."""

from __future__ import annotations

import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from pyspark.sql import SparkSession

from planviz.capture import run as run_module
from planviz.capture.doomed import Doomed, ProcessFailed
from planviz.capture.life import Life
from planviz.capture.patience import Patience, RunStopped
from planviz.capture.run import run_scenario
from planviz.model import RecordingWriter, Run, Scenario, Stream, read_recording
from planviz.worker import Worker
from scenarios import find_scenario
from tests.processes import alive, descendants, wait_for

pytestmark = pytest.mark.spark


class Watched(Doomed):
    """Keeps what the operating system says of the process and its children, up to the moment before the kill."""

    made: list[Watched] = []  # noqa: RUF012

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.family: list[psutil.Process] = []
        self.names: list[str] = []
        Watched.made.append(self)

    def kill(self) -> int:
        if self._process.poll() is None:
            self.family = [psutil.Process(self._process.pid), *descendants(self._process.pid)]
            self.names = [process.name() for process in self.family]
        return super().kill()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Watched]]:
    monkeypatch.setattr(run_module, "Doomed", Watched)
    Watched.made.clear()
    yield Watched.made
    for each in Watched.made:
        wait_for(lambda each=each: not any(map(alive, each.family)))  # type: ignore[misc]


def scenario(build: Any, runs: tuple[Run, ...]) -> Scenario:
    return Scenario("test", "", "", "", "", (), {"lines": Stream("text", (("a b",), ("b c",)))}, build, runs=runs)


def unfit(spark: SparkSession, lines: str) -> Any:
    """Refused by Spark: an aggregation without a watermark cannot append."""
    return spark.readStream.text(lines).groupBy("value").count().writeStream.format("memory").queryName("unfit")


def fit(spark: SparkSession, lines: str) -> Any:
    return spark.readStream.text(lines).writeStream.format("memory").queryName("fit")


def broken(spark: SparkSession, lines: str) -> Any:
    raise ValueError("no such thing")


def test_process_and_jvm_die_of_signal_9(spark: SparkSession, tmp_path: Path, watched: list[Watched]) -> None:
    """The operating system reports SIGKILL as the end of the process; its JVM goes with it; run 2 repeats the open batch."""
    kill = find_scenario("kill-mid-batch")
    assert kill is not None
    path = tmp_path / "run.planviz.jsonl"
    run_scenario(spark, kill, path, tmp_path)
    (doomed,) = watched
    assert doomed._process.returncode == -signal.SIGKILL
    assert doomed.names.count("java") == 1
    recording = read_recording(path)
    first, second = recording.runs
    assert first.failure and first.failure.signal == signal.SIGKILL and second.failure is None
    done, repeated, after = recording.batches
    (killed,) = repeated.attempts
    assert [done.run_id, killed.run_id] == [first.query.run_id] * 2
    assert [repeated.run_id, after.run_id] == [second.query.run_id] * 2
    assert done.progress and done.commit_log and done.inputs and done.state
    assert killed.offset_log == repeated.offset_log and not killed.commit_log and killed.progress is None
    assert [path.name for path in tmp_path.iterdir()] == ["run.planviz.jsonl"]


def test_user_stops_before_the_kill(spark: SparkSession, tmp_path: Path, watched: list[Watched]) -> None:
    """Stopping the run ends the process at once; the recording has an end, and says of no kill."""
    stop = threading.Event()
    path = tmp_path / "run.planviz.jsonl"

    def stop_when_begun(done: int, total: int) -> None:
        threading.Thread(target=lambda: (wait_for(lambda: bool(watched)), stop.set())).start()

    kill = find_scenario("kill-mid-batch")
    assert kill is not None
    with pytest.raises(RunStopped):
        run_scenario(spark, kill, path, tmp_path, stop_when_begun, stop)
    (doomed,) = watched
    assert doomed.family
    recording = read_recording(path)
    assert recording.finished and recording.failure is None


def test_patience_ends(spark: SparkSession, tmp_path: Path) -> None:
    """A process that does not answer in time is given up with a message, and is gone afterwards."""
    life = Life(scenario(fit, ()), Run(killed=True), False, {"lines": str(tmp_path)}, tmp_path)
    path = tmp_path / "run.planviz.jsonl"
    RecordingWriter(path).close()
    with (
        pytest.raises(TimeoutError, match="start the query"),
        Watched(spark, life, path, Patience(seconds=0.2)) as doomed,
    ):
        doomed.begin()
    assert doomed.family
    wait_for(lambda: not any(map(alive, doomed.family)))


def test_refused_query_is_recorded_and_gone_on_from(
    spark: SparkSession, tmp_path: Path, watched: list[Watched]
) -> None:
    """If Spark refuses the query that was to be killed, that is recorded, and the next run has its turn."""
    path = tmp_path / "run.planviz.jsonl"
    runs = (Run(rounds=1, killed=True, build=unfit), Run())
    run_scenario(spark, scenario(fit, runs), path, tmp_path)
    recording = read_recording(path)
    first, _ = recording.runs
    assert first.failure and first.failure.error_class == "STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION"
    assert first.failure.signal is None
    assert recording.finished and recording.failure is None and recording.batches


def test_process_that_cannot_start_says_why(spark: SparkSession, tmp_path: Path, watched: list[Watched]) -> None:
    """An error in the query's own code comes back as it was, and the recording has an end."""
    path = tmp_path / "run.planviz.jsonl"
    with pytest.raises(ProcessFailed, match="ValueError: no such thing"):
        run_scenario(spark, scenario(broken, (Run(rounds=1, killed=True),)), path, tmp_path)
    assert read_recording(path).finished


def test_worker_dies_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the worker is killed while such a process runs, that one ends too, and no file is left."""
    monkeypatch.setenv("PLANVIZ_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    worker = Worker()
    try:
        worker.run("kill-mid-batch", tmp_path / "run.planviz.jsonl")
        assert worker.pid is not None
        pid = worker.pid
        wait_for(lambda: _javas(pid) == 2)
        family = [psutil.Process(pid), *descendants(pid)]
        family[0].kill()
        wait_for(lambda: not any(map(alive, family)))
        wait_for(lambda: not list(tmp_path.glob("planviz-worker-*")))
    finally:
        worker.close()


def _javas(pid: int) -> int:
    return sum("java" in process.name() for process in descendants(pid))
