"""Cases of Spark's own test suites, run on real Spark, recorded, and shown with the figures that those suites expect."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession, functions
from pyspark.sql.streaming.query import StreamingQuery

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.physics import Physics, find_physics
from planviz.analysis.watermark import committed_watermark
from planviz.capture.output import batch_file_rows
from planviz.capture.recorder import Recorder
from planviz.model import Batch, InputRows, Rows, read_progress, read_recording
from planviz.render.physics_board import board_of
from planviz.render.physics_layout import make_scene
from planviz.render.physics_svg import board_to_svg

pytestmark = pytest.mark.spark

ORACLE = Path(__file__).parents[2] / "shared" / "corpus" / "oracle" / "spark_suites.json"
CASES = json.loads(ORACLE.read_text(encoding="utf-8")) if ORACLE.exists() else []
BUILDABLE = [case for case in CASES if case["pyspark_sketch"]]
PARTITIONS = "3"
SECOND = 1_000_000


@dataclass
class Run:
    """One case while it runs: its files, its recordings one after another, and which input went to which batch."""

    spark: SparkSession
    case: dict[str, Any]
    directory: Path
    query: StreamingQuery | None = None
    recorder: Recorder | None = None
    files: dict[str, list[list[dict[str, Any]]]] = field(default_factory=dict)
    done: dict[int, tuple[Batch, BatchFacts]] = field(default_factory=dict)
    pictures: list[Physics] = field(default_factory=list)

    def start(self) -> None:
        """Start the query, or start it again from its checkpoint, and record it."""
        names = {"F": functions, **{f"{name}_": self._read(name) for name in self.case["sources"]}}
        frame = eval(self.case["pyspark_sketch"], names)
        # A sink that can start again from its checkpoint, in every output mode.
        writer = frame.writeStream.outputMode(self.case["output_mode"]).foreachBatch(self._write)
        self.query = writer.option("checkpointLocation", str(self.directory / "checkpoint")).start()
        path = self.directory / f"{len(self.pictures)}.planviz.jsonl"
        self.recorder = Recorder(
            self.query, path, read_output=lambda batch, _progress: batch_file_rows(self.directory, batch)
        )

    def _write(self, frame: DataFrame, batch_id: int) -> None:
        rows = [dict(enumerate(row)) for row in frame.collect()]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (self.directory / f"batch-{batch_id}.jsonl").write_text(text, encoding="utf-8")

    def _read(self, source: str) -> DataFrame:
        directory = self.directory / source
        directory.mkdir(exist_ok=True)
        return self.spark.readStream.schema(", ".join(self.case["source_columns"][source])).json(str(directory))

    def feed(self, source: str, values: list[Any]) -> None:
        """Lay one file down for a source, whole at once."""
        names = [column.split()[0] for column in self.case["source_columns"][source]]
        rows = [dict(zip(names, value if isinstance(value, list) else [value], strict=True)) for value in values]
        files = self.files.setdefault(source, [])
        directory = self.directory / source
        directory.mkdir(exist_ok=True)
        hidden = directory / f".{len(files)}.json"
        hidden.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        hidden.rename(directory / f"{len(files)}.json")
        files.append(rows)

    def step(self, add: dict[str, list[Any]]) -> list[tuple[Batch, BatchFacts]]:
        """Feed, wait until Spark has done all there is to do, and return the batches that it ran."""
        known = set(self.done)
        if len(add) > 1 and self.query is not None:
            # Two sources get their rows in one batch only if the query does not look while they are laid down.
            self.stop()
        for source, values in add.items():
            self.feed(source, values)
        if self.query is None:
            self.start()
        assert self.query is not None
        self.query.processAllAvailable()
        self._take()
        return [self.done[batch_id] for batch_id in sorted(set(self.done) - known)]

    def _take(self) -> None:
        """Add what each batch got as input, then read the recording as it is now."""
        assert self.query is not None and self.recorder is not None
        self.recorder.catch_up()
        for event in self.query.recentProgress:
            progress = read_progress(event.json)
            if progress.executed and progress.batch_id not in self.done:
                for index, source in enumerate(progress.sources):
                    name = Path(source.description.rstrip("]")).name
                    files = self.files.get(name, [])[_offset(source.start) + 1 : _offset(source.end) + 1]
                    rows = tuple(row for file in files for row in file)
                    self.recorder.input(progress.batch_id, InputRows(name, index, Rows(rows, len(rows))))
        recording = read_recording(self.recorder.path)
        self.physics = find_physics(recording)
        pairs = zip(recording.batches, self.physics.batches, strict=True)
        self.done |= {batch.id: (batch, facts) for batch, facts in pairs}

    def stop(self) -> None:
        if self.query is None or self.recorder is None:
            return
        self.recorder.stop(read_state=False)
        self.query.stop()
        self.pictures.append(self.physics)
        self.query = self.recorder = None


def _offset(offset: Any) -> int:
    return int(offset["logOffset"]) if offset else -1


@pytest.fixture
def run(spark: SparkSession, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Run]:
    """The case's run, with the case's own settings."""
    case = request.param
    settings = {"spark.sql.shuffle.partitions": PARTITIONS, **case["confs"]}
    before = {name: spark.conf.get(name, None) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    run = Run(spark, case, tmp_path)
    yield run
    run.stop()
    for name, old in before.items():
        spark.conf.set(name, old) if old is not None else spark.conf.unset(name)
    shutil.rmtree(tmp_path, ignore_errors=True)


def test_the_oracle_is_there() -> None:
    """At least 20 cases of Spark's own suites are run here, wherever they are to be had."""
    if not CASES:
        pytest.skip(f"the cases are not on this machine: {ORACLE.name} is not beside the project")
    assert len(BUILDABLE) >= 20


@pytest.mark.parametrize("run", BUILDABLE, ids=[case["id"] for case in BUILDABLE], indirect=True)
def test_case(run: Run) -> None:
    """Every figure which Spark's suite expects of a step is what planviz recorded, analysed and drew."""
    updated_since = [0] * 9
    for step in run.case["steps"]:
        if step.get("restart"):
            run.stop()
        ran = run.step(step["add"])
        if not ran:
            assert not any(step["add"].values()), "rows came in, and no batch was recorded"
            continue
        check_watermarks(step, ran)
        check_counters(step, ran, updated_since)
        check_output(step, ran, run.case["output_scope"] == "full_table")
        check_rows_add_up(ran)
    run.stop()
    for physics in run.pictures:
        check_picture(physics)


def check_watermarks(step: dict[str, Any], ran: list[tuple[Batch, BatchFacts]]) -> None:
    carrying = next((facts for _, facts in ran if facts.rows), ran[0][1])
    if step.get("expect_watermark") is not None:
        assert (carrying.watermark or 0) == step["expect_watermark"] * SECOND
    if step.get("expect_watermark_next") is not None:
        assert committed_watermark(ran[-1][0].commit_log) == step["expect_watermark_next"] * 1000
    stats = step.get("event_stats") or {}
    for name, value in stats.items():
        assert getattr(carrying, f"event_{name}") == value * SECOND


def check_counters(step: dict[str, Any], ran: list[tuple[Batch, BatchFacts]], updated_since: list[int]) -> None:
    operators = [batch.progress.operators for batch, _ in ran if batch.progress]

    def total(name: str) -> list[int]:
        return [sum(getattr(each[place], name) for each in operators) for place in range(len(operators[0]))]

    if step.get("expect_total_state_rows") is not None:
        assert list(ran[-1][1].state) == step["expect_total_state_rows"]
    updated_since[: len(operators[0])] = [
        before + now for before, now in zip(updated_since, total("rows_updated"), strict=False)
    ]
    if step.get("expect_updated") is not None:
        covered = updated_since if step.get("updated_covers_steps") else total("rows_updated")
        assert covered[: len(operators[0])] == step["expect_updated"]
    for name in ("removed", "dropped"):
        if step.get(f"expect_{name}") is not None:
            assert total(f"rows_{name}") == step[f"expect_{name}"]
            assert sum(getattr(facts, name) for _, facts in ran) == sum(step[f"expect_{name}"])


def check_output(step: dict[str, Any], ran: list[tuple[Batch, BatchFacts]], full_table: bool) -> None:
    if step.get("expect_output") is None:
        return
    outputs = [batch.output for batch, _ in ran if batch.output is not None]
    rows = outputs[-1].rows if full_table else [row for output in outputs for row in output.rows]
    assert sorted(map(repr, _values(rows))) == sorted(map(repr, step["expect_output"]))


def _values(rows: Any) -> list[list[Any]]:
    return [list(row.values()) for row in rows]


def check_rows_add_up(ran: list[tuple[Batch, BatchFacts]]) -> None:
    """What became of each row, by Spark's rule, gives Spark's own count of dropped rows."""
    for _, facts in ran:
        assert facts.check is None or facts.check.agrees, facts


def check_picture(physics: Physics) -> None:
    """The drawn picture has the figures in words."""
    scene = make_scene(physics)
    if scene is None or not scene.detailed:
        return
    svg = board_to_svg(board_of(scene))
    for batch in physics.batches:
        assert not batch.dropped or f">{batch.dropped} dropped<" in svg
        assert not batch.removed or f">−{batch.removed} freed<" in svg
    last = physics.batches[-1].watermark
    assert last is None or f">watermark {physics.clock.text(last)}<" in svg
