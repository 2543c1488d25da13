"""Progress events of every Spark version are read; what one lacks is None."""

import json
from pathlib import Path

import pytest

from planviz.model import read_progress, read_recording
from planviz.model.progress import read_time
from scenarios import SCENARIOS, recording_path

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "progress"


def corpus_texts() -> list[str]:
    texts: list[str] = []
    for path in sorted(CORPUS.glob("*.json*")):
        content = path.read_text(encoding="utf-8")
        texts += content.splitlines() if path.suffix == ".jsonl" else [content]
    return texts


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real progress events is not beside the project")
def test_events_of_other_versions() -> None:
    """Real events from Spark 2.1 to 4.x are read or refused with a ValueError, never with anything else."""
    read = 0
    for text in corpus_texts():
        try:
            progress = read_progress(text)
        except ValueError:
            continue
        read += 1
        assert progress.batch_id == json.loads(text)["batchId"]
        assert len(progress.sources) == len(json.loads(text)["sources"])
    assert read >= 10


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_shipped_recordings(scenario) -> None:  # type: ignore[no-untyped-def]
    """The typed figures are those of the JSON that is kept beside them."""
    for batch in read_recording(recording_path(scenario.name)).batches:
        if batch.progress is None:
            continue
        raw = json.loads(batch.progress_json)
        assert batch.progress.batch_id == batch.id == raw["batchId"]
        assert [operator.rows_total for operator in batch.progress.operators] == [
            operator["numRowsTotal"] for operator in raw["stateOperators"]
        ]


def test_times() -> None:
    """Spark's timestamps become milliseconds; what is no timestamp becomes None."""
    assert read_time("1970-01-01T00:00:01.500Z") == 1500
    assert read_time("2024-01-01T12:00:00Z") == 1_704_110_400_000
    assert read_time(None) is None
    assert read_time("soon") is None


def test_rates_that_are_no_numbers() -> None:
    """Infinity and NaN, which Spark writes as text, are no rate."""
    progress = read_progress('{"batchId": 1, "inputRowsPerSecond": "Infinity", "processedRowsPerSecond": "NaN"}')
    assert progress.input_rate is None
    assert progress.processed_rate is None


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "{}"])
def test_no_progress(text: str) -> None:
    """What is not a progress is refused."""
    with pytest.raises(ValueError):
        read_progress(text)
