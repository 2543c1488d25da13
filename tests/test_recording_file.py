"""The recording file survives kills, cuts, damage and newer versions."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from planviz.model import (
    Failure,
    InputRows,
    QueryInfo,
    RecordingError,
    RecordingReader,
    RecordingWriter,
    Rows,
    Scenario,
    StateRows,
    read_query,
    read_recording,
)
from scenarios import SCENARIOS, recording_path

NODES = [
    {"name": "Sink", "text": "Sink epoch 0", "output": [], "links": [[1, "child"]]},
    {"name": "Scan", "text": "Scan [a#1]", "output": [["a", "int", "#1"]], "metrics": [["rows", "rows", "sum", 3]]},
]


def write_batch(writer: RecordingWriter, batch_id: int) -> None:
    progress = json.dumps({"batchId": batch_id, "numInputRows": 3, "durationMs": {"addBatch": 5}})
    writer.batch(batch_id, {"physical": NODES}, {"progress": progress, "offset_log": "v1"}, Rows(({"a": 1},), 1))


def test_round_trip(tmp_path: Path) -> None:
    """Everything that is written is read back."""
    path = tmp_path / "run.planviz.jsonl"
    writer = RecordingWriter(path)
    writer.query(QueryInfo(name="q", conf={"spark.sql.shuffle.partitions": "2"}))
    writer.started(NODES)
    writer.bound(NODES[1:])
    write_batch(writer, 0)
    writer.input(0, InputRows("lines", 0, Rows(({"value": "x"},), 1)))
    writer.state(0, [StateRows(0, "stateStoreSave", "default", Rows(({"key": {"a": 1}, "value": {"n": 2}},), 5))])
    writer.note("something is missing")
    writer.end(Failure("it broke", "DIVIDE_BY_ZERO", signal=9))
    writer.close()

    recording = read_recording(path)
    batch = recording.batches[0]
    assert recording.query.conf == {"spark.sql.shuffle.partitions": "2"}
    assert recording.started is not None
    assert [node.name for node in recording.started] == ["Sink", "Scan"]
    assert recording.bound is not None
    assert [node.name for node in recording.bound] == ["Scan"]
    assert batch.plans["physical"][1].metric("rows") == 3
    assert batch.plans["physical"][0].children == (1,)
    assert batch.progress is not None
    assert batch.progress.input_rows == 3
    assert batch.output == Rows(({"a": 1},), 1)
    assert batch.inputs[0].rows.rows == ({"value": "x"},)
    assert batch.state is not None
    assert batch.state[0].rows.cut == 4
    assert recording.notes == ("something is missing",)
    assert recording.failure == Failure("it broke", "DIVIDE_BY_ZERO", signal=9)
    assert recording.finished


def test_every_finished_batch_survives_kill_9(tmp_path: Path) -> None:
    """After kill -9 in the middle of writing, all batches that were reported as written are read back."""
    path = tmp_path / "run.planviz.jsonl"
    program = (
        "import sys, itertools\n"
        "from planviz.model import RecordingWriter\n"
        "from tests.test_recording_file import write_batch\n"
        "writer = RecordingWriter(sys.argv[1])\n"
        "for n in itertools.count():\n"
        "    write_batch(writer, n)\n"
        "    print(n, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        written = [int(next(writer.stdout)) for _ in range(200)]
        os.kill(writer.pid, signal.SIGKILL)
    ids = [batch.id for batch in read_recording(path).batches]
    assert ids[: len(written)] == written


def test_another_writer_goes_on(tmp_path: Path) -> None:
    """What a killed writer left is gone on with: whole records stay, a torn line goes, plans are still stored once."""
    path = tmp_path / "run.planviz.jsonl"
    first = RecordingWriter(path)
    first.query(QueryInfo(name="a line\u2028separator"))
    write_batch(first, 0)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"r": "batch", "id": 1, "pl')
    second = RecordingWriter(path, go_on=True)
    write_batch(second, 1)
    second.end()
    recording = read_recording(path)
    assert recording.query.name == "a line\u2028separator"
    assert recording.finished and recording.notes == ()
    assert [batch.plans["physical"][1].metric("rows") for batch in recording.batches] == [3, 3]
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert sum("format" in record for record in records) == 1
    # One plan, and each of the two texts.
    assert sum(record.get("r") == "template" for record in records) == 3


def test_cut_at_any_byte(tmp_path: Path) -> None:
    """A file cut anywhere after its first line gives the batches before the cut, and never an error."""
    whole = recording_path("file-copy").read_bytes()
    count = len(read_recording(recording_path("file-copy")).batches)
    first_line = whole.index(b"\n") + 1
    path = tmp_path / "cut.planviz.jsonl"
    seen = set()
    for end in [*range(first_line, len(whole), 997), len(whole)]:
        path.write_bytes(whole[:end])
        seen.add(len(read_recording(path).batches))
    assert seen == set(range(count + 1))


def test_growing_file(tmp_path: Path) -> None:
    """A reader that asks again sees what was added, and a line only when it is whole."""
    path = tmp_path / "run.planviz.jsonl"
    writer = RecordingWriter(path)
    write_batch(writer, 0)
    reader = RecordingReader(path)
    first = reader.refresh()
    write_batch(writer, 1)
    with path.open("a") as file:
        file.write('{"r": "batch", "id": 2, "pl')
    second = reader.refresh()
    assert [batch.id for batch in second.batches] == [0, 1]
    assert second.batches[0] is first.batches[0], "what was read is not read again"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("not json\n", "not a planviz recording"),
        ("[1]\n", "not a planviz recording"),
        ('{"format": "other"}\n', "not a planviz recording"),
        ('{"format": "planviz-recording", "version": 99}\n', "Update planviz"),
        ('{"format": "planviz-recording"}\n', "Update planviz"),
    ],
)
def test_not_a_recording(tmp_path: Path, text: str, words: str) -> None:
    """A file that cannot be read gets an error which says why."""
    path = tmp_path / "file.jsonl"
    path.write_text(text)
    with pytest.raises(RecordingError, match=words):
        read_recording(path)


def test_the_head_tells_of_the_query(tmp_path: Path) -> None:
    """What the query is can be read without the rest; of what is no recording, or not written yet, nothing."""
    path = recording_path("restart")
    assert read_query(path) == read_recording(path).runs[0].query
    torn = tmp_path / "torn"
    for content in (b"", path.read_bytes()[:200], b"nonsense\n", b"[1]\n", b'{"r": "query", "conf": 3}\n{"r"'):
        torn.write_bytes(content)
        assert read_query(torn).scenario == ""
    assert read_query(tmp_path / "nowhere") == QueryInfo()


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there gets an error, not a traceback of the operating system's."""
    with pytest.raises(RecordingError, match="cannot be read"):
        read_recording(tmp_path / "nothing")


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    """Damaged, odd and unknown lines cost only themselves, and are mentioned."""
    path = tmp_path / "run.planviz.jsonl"
    writer = RecordingWriter(path)
    write_batch(writer, 0)
    writer.close()
    with path.open("ab") as file:
        file.write(
            b'{"r": "batch"}\n\xff\xfe\n{"r": "hologram", "x": 1}\n[]\n{"r": "state", "batch": 0, "stores": 5}\n'
        )
    recording = read_recording(path)
    assert [batch.id for batch in recording.batches] == [0]
    assert len(recording.notes) == 2


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_plans_are_stored_once(scenario: Scenario) -> None:
    """A shipped recording holds few templates, however many batches it has."""
    lines = [json.loads(line) for line in recording_path(scenario.name).read_text().splitlines()]
    templates = sum(line.get("r") == "template" for line in lines)
    kinds = 9  # five plans, four texts
    # A no-data batch has other plans than one with data, and the first batch's logs differ.
    assert templates <= 4 * kinds
