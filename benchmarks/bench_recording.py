"""How large a long recording is, and how long it takes to open: 10,000 batches of the word count's real plan."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

from planviz.model import RecordingWriter, read_recording
from planviz.model.plan import plan_to_json
from scenarios import recording_path

BATCHES = 10_000


def main() -> None:
    """Write the last recorded batch over and over, with its numbers moving on as Spark's do, and open the file."""
    recording = read_recording(recording_path("word-count"))
    batch = recording.batches[-1]
    stages = {stage: plan_to_json(plan) for stage, plan in batch.plans.items()}
    texts = {
        "progress": batch.progress_json,
        "offset_log": batch.offset_log,
        "commit_log": batch.commit_log,
        "formatted": batch.formatted,
    }
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "long.planviz.jsonl"
        writer = RecordingWriter(path)
        writer.query(recording.query)
        start = time.perf_counter()
        for number in range(BATCHES):
            writer.batch(
                number, _moved_stages(stages, number), {name: _moved(text, number) for name, text in texts.items()}
            )
        writer.close()
        written = time.perf_counter() - start
        start = time.perf_counter()
        opened = read_recording(path)
        rows = sum(batch.progress.input_rows for batch in opened.batches if batch.progress)
        read = time.perf_counter() - start
        start = time.perf_counter()
        plan = opened.batches[-1].plans["physical"]
        one_plan = time.perf_counter() - start
        size = path.stat().st_size
    assert len(opened.batches) == BATCHES
    assert rows
    print(f"{BATCHES:,} batches, {len(plan)} operators: {size / 1e6:.1f} MB ({size / BATCHES:.0f} bytes a batch)")
    print(
        f"write {written / BATCHES * 1e3:.2f} ms a batch, open {read:.2f} s with every progress, one plan {one_plan * 1e3:.1f} ms"
    )


def _moved_stages(stages: dict[str, list[dict[str, object]]], number: int) -> dict[str, list[dict[str, object]]]:
    """The plans with version, plan ids and row metrics of another batch."""
    return {
        stage: [
            {
                **node,
                "text": _moved(str(node["text"]), number),
                "metrics": [[key, label, kind, value + number % 17] for key, label, kind, value in node["metrics"]],  # type: ignore[attr-defined]
            }
            for node in nodes
        ]
        for stage, nodes in stages.items()
    }


def _moved(text: str, number: int) -> str:
    """A text in which what moves from batch to batch has moved on."""
    text = re.sub(
        r"(ver = |epoch: |plan_id=|\"batchId\":|\"numInputRows\":|\"startOffset\":|\"endOffset\":)(\d+)",
        lambda m: f"{m[1]}{int(m[2]) + number}",
        text,
    )
    text = re.sub(
        r"(Ms\":|PerSecond\":|triggerExecution\":|addBatch\":|\"queryPlanning\":|\"latestOffset\":|\"walCommit\":|\"commitOffsets\":|\"getBatch\":|Bytes\":)(\d+)",
        lambda m: f"{m[1]}{int(m[2]) + number % 89}",
        text,
    )
    return re.sub(r"@([0-9a-f]{5})", lambda m: f"@{int(m[1], 16) + number & 0xFFFFF:05x}", text)


if __name__ == "__main__":
    main()
