"""Offsets of every kind of source become lanes, whatever JSON they are."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from planviz.analysis.log_lines import commit_log_lines, offset_log_lines
from planviz.analysis.offsets import read_offset, source_kind, source_lanes
from planviz.model import Batch
from planviz.render.offset_lanes_svg import LEFT, RIGHT, WIDTH, lane_range, offset_lanes_to_svg
from tests.shipped import NAMES, shipped


@pytest.mark.parametrize(
    ("offset", "numbers"),
    [
        (5, {"": 5}),
        (None, {}),
        ({"logOffset": 2}, {"": 2}),
        ({"topic": {"0": 12, "1": 7}}, {"topic 0": 12, "topic 1": 7}),
        ({"a": {"0": 1}, "b": {"0": 2}}, {"a 0": 1, "b 0": 2}),
        ('{"topic": {"0": 12}}', {"topic 0": 12}),
        ({"offset": 30, "timestamp": 5}, {"offset": 30}),
        ({"0": {"value": 5, "runTimeMs": 9}}, {"0 value": 5}),
        ([3, 4], {"0": 3, "1": 4}),
        ("{'odd': 'python'}", {}),
        ("", {}),
        (True, {}),
        ({"x": None}, {}),
        (1.0, {"": 1}),
    ],
)
def test_read_offset(offset: Any, numbers: dict[str, int]) -> None:
    """The numbers in an offset by partition; what holds no number gives none and does no harm."""
    assert read_offset(offset) == numbers


def kafka(batch_id: int, start: Any, end: Any, latest: Any) -> Batch:
    source = {"description": "KafkaV2[Subscribe[t]]", "startOffset": start, "endOffset": end, "latestOffset": latest}
    return Batch(batch_id, {}, json.dumps({"batchId": batch_id, "sources": [source], "durationMs": {"addBatch": 1}}))


def test_kafka_lanes() -> None:
    """Each partition of a Kafka topic is a lane with its backlog, and partition 2 comes before partition 10."""
    first = kafka(0, None, {"t": {"2": 5, "10": 1}}, {"t": {"2": 9, "10": 1}})
    second = kafka(1, {"t": {"2": 5, "10": 1}}, {"t": {"2": 9, "10": 4}}, {"t": {"2": 9, "10": 8}})
    (source,) = source_lanes((first, second))
    assert source.kind.name == "Kafka"
    assert [lane.partition for lane in source.lanes] == ["t 2", "t 10"]
    assert [step.backlog for step in source.lanes[0].steps] == [4, 0]
    assert source.lanes[1].steps[1].backlog == 4
    assert source.lanes[1].steps[1].taken == 3
    assert source.tells_latest


def test_source_without_a_description() -> None:
    """A source that does not describe itself is named by its class; the object's address tells nobody anything."""
    (source,) = source_lanes(shipped("python-source").batches)
    assert (source.kind.name, source.place) == ("Python", "PythonMicroBatchStreamWithAdmissionControl")
    assert [(step.start, step.end) for step in source.lanes[0].steps] == [(None, 1), (1, 2), (2, 3)]
    assert source_kind("com.example.stream.TicksStream@3042e822").prefix == ""


def test_lanes_from_the_log() -> None:
    """A batch without a progress, failed or continuous, is placed by its offset log."""
    first, failed = kafka(0, None, {"t": {"0": 5}}, None), Batch(1, {}, offset_log='v1\n{"conf":{}}\n{"t":{"0":8}}')
    epoch = Batch(2, {}, offset_log='v1\n{"t":{"0":9}}')
    (source,) = source_lanes((first, failed, epoch))
    assert [(step.start, step.end) for step in source.lanes[0].steps] == [(None, 5), (5, 8), (8, 9)]


def test_files_tell_no_backlog() -> None:
    """The file source of the animals advances by one log entry in each batch with data."""
    (source,) = source_lanes(shipped("animal-windows").batches)
    assert (source.kind.name, source.place, source.tells_latest) == ("Files", "animals", False)
    assert [step.end for step in source.lanes[0].steps] == [0, 0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize("name", NAMES)
def test_every_lane_is_drawn(name: str) -> None:
    """Every source of every shipped recording is drawn at every batch."""
    recording = shipped(name)
    for source in source_lanes(recording.batches):
        for batch in recording.batches:
            assert offset_lanes_to_svg(source, batch.id, "dark").endswith("</svg>")


def test_what_a_lane_tells_stands_before_it() -> None:
    """Name and summary are left of the bar, where a narrow screen begins, and no number touches the picture's edge."""
    recording = shipped("kafka-source")
    (source,) = source_lanes(recording.batches)
    svg = ElementTree.fromstring(offset_lanes_to_svg(source, recording.batches[-1].id, "light"))
    texts = {"".join(each.itertext()): float(each.get("x", "0")) for each in svg.iter() if each.tag.endswith("text")}
    assert texts["orders 0"] == texts["stays at 6"] < LEFT
    assert max(texts.values()) <= WIDTH - RIGHT and RIGHT >= 40


def test_hostile_partition() -> None:
    """A partition's name cannot break out of the picture."""
    (source,) = source_lanes((kafka(0, None, {"</text><script>": {"0": 5}}, None),))
    svg = offset_lanes_to_svg(source, 0, "light")
    assert "<script>" not in svg
    assert "&lt;script&gt;" in svg or "&lt;scr" in svg


@pytest.mark.parametrize("description", ["", "[", "Unheard[of", "FileStreamSource[file:/a/b c]"])
def test_odd_descriptions(description: str) -> None:
    """An unknown source is a source too."""
    assert source_kind(description).meaning


def test_log_lines() -> None:
    """Every line of the two logs is explained; the settings are kept apart."""
    recording = shipped("animal-windows")
    batch = recording.batches[4]
    assert batch.progress is not None
    lines = offset_log_lines(batch.offset_log, [source.description for source in batch.progress.sources], str)
    assert [line.title for line in lines] == ["Version", "Batch", "Source 0"]
    assert "1704110640000" in lines[1].meaning
    assert lines[1].settings["spark.sql.shuffle.partitions"] == "2"
    assert "This source (files)" in lines[2].meaning
    commit = commit_log_lines(batch.commit_log, str)
    assert "1704111060000" in commit[1].meaning


@pytest.mark.parametrize("log", ["", "\n\n", "v1", "v1\n", "v1\nrubbish\n-\n-", "v1\n[]\n{", "v2\n{}"])
def test_odd_logs(log: str) -> None:
    """Old, empty and broken logs are shown as far as they go."""
    assert len(offset_log_lines(log, [], str)) == len([line for line in log.splitlines() if line.strip()])
    assert isinstance(commit_log_lines(log, str), tuple)


def test_an_old_topic_does_not_dwarf_the_batches() -> None:
    """Where the first offset is not told, a lane is scaled to what was recorded, however many records came before."""
    ends = (48_279, 48_642, 48_917)
    batches = [
        Batch(
            number,
            {},
            json.dumps(
                {
                    "batchId": number,
                    "durationMs": {"addBatch": 1},
                    "sources": [
                        {
                            "description": "KafkaV2[Subscribe[old]]",
                            "startOffset": {"old": {"0": ends[number - 1]}} if number else None,
                            "endOffset": {"old": {"0": end}},
                        }
                    ],
                }
            ),
        )
        for number, end in enumerate(ends)
    ]
    low, high = lane_range(source_lanes(batches)[0].lanes[0])
    assert high == ends[-1]
    assert (ends[-1] - ends[0]) / (high - low) == pytest.approx(0.5)
