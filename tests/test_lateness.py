"""Rows are judged by Spark's own rule, and the verdicts add up to Spark's own counters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planviz.analysis.batch_facts import PLANS_READ
from planviz.analysis.event_time import EventTime, find_event_times
from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY, Rule, check_drops, find_rule, judge
from planviz.analysis.physics import Physics, find_physics
from planviz.analysis.point_sentence import point_sentence
from planviz.analysis.windows import WindowSpec, find_windows
from planviz.model import Link, Plan, PlanNode, read_recording
from planviz.model.plan import Column
from planviz.render.physics_cells import REFUSED, place_cells
from planviz.render.physics_layout import make_scene
from scenarios import SCENARIOS, recording_path
from tests.shipped import shipped

MINUTE = 60_000_000
SLIDING = WindowSpec("#1", 10 * MINUTE, 5 * MINUTE)


@pytest.fixture(scope="module")
def animals() -> Physics:
    """The physics of the dog, cat, owl and donkey, as recorded from real Spark."""
    return find_physics(read_recording(recording_path("animal-windows")))


def at(physics: Physics, time: int | None) -> str | None:
    return physics.clock.text(time) if time is not None else None


def test_every_batch_of_the_animals(animals: Physics) -> None:
    """Watermarks, state, evictions, drops and output of each batch are those that Spark reported."""
    told = [
        (b.id, b.kind, at(animals, b.watermark), at(animals, b.late), b.state, b.removed, b.dropped, b.written)
        for b in animals.batches
    ]
    assert told == [
        (0, "data", None, None, (4,), 0, 0, 4),
        (1, "no-data", "11:53", None, (4,), 0, 0, 0),
        (2, "data", "11:53", "11:53", (9,), 0, 0, 7),
        (3, "no-data", "12:04", "11:53", (9,), 0, 0, 0),
        (4, "data", "12:04", "12:04", (14,), 0, 0, 8),
        (5, "no-data", "12:11", "12:04", (9,), 5, 0, 0),
        (6, "data", "12:11", "12:11", (11,), 0, 2, 4),
        (7, "no-data", "12:16", "12:11", (8,), 3, 0, 0),
        (8, "data", "12:16", "12:16", (10,), 0, 1, 3),
    ]


def test_every_row_of_the_animals(animals: Physics) -> None:
    """Rows that only came after newer ones are late but counted; one is dropped, and one in one window of two."""
    fates = [(row.batch, at(animals, row.time), row.label, row.verdict.status) for row in animals.rows]
    assert [fate for fate in fates if fate[3] != ON_TIME] == [
        (4, "12:08", "dog", LATE),
        (4, "12:13", "owl", LATE),
        (6, "12:04", "donkey", DROPPED),
        (6, "12:17", "owl", LATE),
        (8, "12:10", "dog", PARTLY),
        (8, "12:20", "donkey", LATE),
    ]


def test_verdicts_add_up_to_sparks_counter(animals: Physics) -> None:
    """In every batch the windows that refused a row are as many as Spark counted."""
    for batch in animals.batches:
        assert batch.check is None or (batch.check.least == batch.check.most == batch.dropped)
    assert sum(batch.dropped for batch in animals.batches) == 3
    assert not animals.notes


def test_the_windows_of_the_animals(animals: Physics) -> None:
    """Each window opens with its first row and closes in the batch whose watermark passed its end."""
    lives = [(animals.clock.span(w.start, w.end), w.opened, w.closed, w.total) for w in animals.windows]
    assert lives == [
        ("11:55–12:05", 0, 5, 3),
        ("12:00–12:10", 0, 5, 7),
        ("12:05–12:15", 2, 7, 6),
        ("12:10–12:20", 2, None, 5),
        ("12:15–12:25", 4, None, 4),
        ("12:20–12:30", 4, None, 3),
        ("12:25–12:35", 6, None, 1),
    ]


def test_a_window_that_never_opened_is_there_where_it_refused() -> None:
    """Rows for a window that was over before its first row came are refused by that window, in that batch only."""
    physics = find_physics(shipped("future-event"))
    (late,) = [life for life in physics.windows if not life.ever_open]
    assert physics.clock.span(late.start, late.end) == "12:05–12:10"
    assert (late.refused, late.total) == ({4: 3}, 0)
    scene = make_scene(physics)
    assert scene is not None
    cells = [cell for cell in place_cells(scene) if cell.kind == REFUSED]
    assert [cell.sentence for cell in cells] == [
        "Window 12:05–12:10 was closed before batch 4: 3 rows for it were dropped."
    ]


def test_a_time_is_no_name() -> None:
    """A row is called by a word of its own, not by a second time that it carries."""
    assert {row.label for row in find_physics(shipped("clean-up-c-met")).rows} == {""}
    assert {row.label for row in find_physics(shipped("future-event")).rows} == {"a", "b"}
    assert {row.label for row in find_physics(shipped("slowest-stream")).rows} == {"phone", "sensor"}


def test_sentences(animals: Physics) -> None:
    """A point says when it came, what the watermark was, and what became of it in which window."""
    told = {
        f"{row.batch} {row.label}": point_sentence(row, animals.batches[row.batch], animals.clock)
        for row in animals.rows
    }
    assert told["6 donkey"] == (
        "12:04 donkey came in batch 6; the watermark was 12:11; its windows 11:55–12:05 and 12:00–12:10 were closed: dropped."
    )
    assert told["8 dog"] == (
        "12:10 dog came in batch 8; the watermark was 12:16; its window 12:05–12:15 was closed and did not get it: "
        "counted in window 12:10–12:20 only."
    )
    assert told["0 owl"] == (
        "12:03 owl came in batch 0; there was no watermark yet: on time, counted in windows 11:55–12:05 and 12:00–12:10."
    )
    assert told["6 owl"] == (
        "12:17 owl came in batch 6; the watermark was 12:11, and 12:21 had been seen before: late, but counted in windows "
        "12:10–12:20 and 12:15–12:25."
    )


@pytest.mark.parametrize("name", [each.name for each in SCENARIOS if recording_path(each.name).exists()])
def test_every_shipped_recording_adds_up(name: str) -> None:
    """In no batch of any scenario does a verdict contradict what Spark counted, and no drop stays unexplained."""
    physics = find_physics(read_recording(recording_path(name)))
    for batch in physics.batches:
        assert batch.check.agrees if batch.check else batch.dropped == 0, batch


@pytest.mark.parametrize(
    ("time", "spans"),
    [
        (0, [(-5, 5), (0, 10)]),
        (4, [(-5, 5), (0, 10)]),
        (5, [(0, 10), (5, 15)]),
        (-1, [(-10, 0), (-5, 5)]),
    ],
)
def test_sliding_windows(time: int, spans: list[tuple[int, int]]) -> None:
    """A row falls into every window that starts at or before it and ends after it, before 1970 too."""
    assert [(start // MINUTE, end // MINUTE) for start, end in SLIDING.windows(time * MINUTE)] == spans


def test_a_window_ends_at_the_watermark() -> None:
    """Spark drops a window whose end equals the watermark, and a row whose time equals it."""
    rule = Rule(0, SLIDING, ())
    assert judge(2 * MINUTE, rule, watermark=10 * MINUTE, seen=None).status == DROPPED
    assert judge(2 * MINUTE, rule, watermark=10 * MINUTE - 1, seen=None).status == PARTLY
    bare = Rule(0, None, None)
    assert judge(MINUTE, bare, watermark=MINUTE, seen=None).status == DROPPED
    assert judge(MINUTE + 1, bare, watermark=MINUTE, seen=None).status == ON_TIME


def test_drops_are_counted_after_partial_aggregation() -> None:
    """Two late rows of one key and window may count once or twice; two keys count twice at least."""
    rule = Rule(0, SLIDING, ("animal",))
    verdict = judge(0, rule, watermark=20 * MINUTE, seen=None)
    same = check_drops([({"animal": "dog"}, verdict)] * 2, rule, spark=2)
    assert (same.least, same.most, same.agrees) == (2, 4, True)
    other = check_drops([({"animal": "dog"}, verdict), ({"animal": "cat"}, verdict)], rule, spark=3)
    assert (other.least, other.most, other.agrees) == (4, 4, False)
    rowwise = check_drops([({}, judge(0, Rule(0, None, None), 1, None))] * 3, Rule(0, None, None), spark=3)
    assert (rowwise.least, rowwise.most) == (3, 3)


def plan_of(*texts: str) -> Plan:
    """A chain of operators, the sink first; every node puts out time#1 and value#2."""
    columns = (Column("time", "timestamp", "#1"), Column("value", "int", "#2"))
    names = [text.lstrip("~").split()[0] for text in texts]
    last = len(texts) - 1
    links = [(Link(place + 1),) if place < last else () for place in range(len(texts))]
    return Plan(tuple(PlanNode(n, names[n], text, columns, links[n]) for n, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("above", "mode", "never"),
    [
        ("~Aggregate [time#1-T1000ms], [count(1)]", "Complete", "complete mode"),
        ("~Aggregate [value#2], [count(1)]", "Update", "not among the grouping keys"),
        ("~Project [value#2]", "Append", "no stateful operator"),
        ("~Aggregate [time#1-T1000ms], [count(1)]", "Update", ""),
        ("~Deduplicate [value#2]", "Append", ""),
    ],
)
def test_when_nothing_is_ever_dropped(above: str, mode: str, never: str) -> None:
    """A query that can drop no row says why."""
    plan = plan_of(above, "~EventTimeWatermark time#1: timestamp, 1 seconds", "StreamingRelation x")
    event_time = EventTime("time", "#1", 1000, 0, None)
    rule = find_rule(plan, event_time, (), mode)
    assert never in rule.never and bool(never) == bool(rule.never)


def test_the_windows_of_two_streams_united() -> None:
    """Rows of both inputs of a union are measured by the ends of their windows, and other operators' windows left out."""
    united = find_physics(read_recording(recording_path("fastest-stream")))
    assert all(len(row.verdict.windows) == 1 for row in united.rows)
    (late,) = (row for row in united.rows if row.verdict.status == DROPPED)
    assert late.stream == "sensors"
    chained = find_physics(read_recording(recording_path("chained-aggregations")))
    assert {life.end - life.start for life in chained.windows} == {5_000_000}


def test_where_the_event_time_comes_from() -> None:
    """The column is followed through renames and conversions to the source; what cannot be followed is named."""

    def read(project: str) -> EventTime:
        plan = plan_of("~EventTimeWatermark t#9: timestamp, 10 minutes", f"~Project [{project}]", "StreamingRelation x")
        return find_event_times(plan, ())[0]

    seconds = read("timestamp_seconds(value#2) AS t#9, time#1")
    assert seconds.read and seconds.read({"value": 15}) == 15_000_000 and seconds.delay_ms == 600_000
    renamed = read("time#1 AS t#9")
    assert renamed.read and renamed.read({"time": "1970-01-01T00:00:01Z"}) == 1_000_000
    assert renamed.read({"time": "nonsense"}) is None
    computed = read("cast((value#2 * 2) as timestamp) AS t#9")
    assert computed.read is None and "computed by cast((value#2 * 2) as timestamp)" in computed.problem


def test_windows_are_found_in_the_plan() -> None:
    """Length and slide of the animals' windows come from the plan that Spark made of the query."""
    recording = read_recording(recording_path("animal-windows"))
    assert recording.started
    (spec,) = find_windows(recording.started)
    assert (spec.kind, spec.length // MINUTE, spec.slide // MINUTE, spec.lanes) == ("sliding", 10, 5, 2)


def test_long_runs_say_where_the_late_watermark_comes_from() -> None:
    """Above the number of plans that are read, a note says that the watermark for late rows is that of the batch before."""
    whole = read_recording(recording_path("animal-windows"))
    long = replace(whole, batches=tuple(replace(whole.batches[2], id=number) for number in range(PLANS_READ + 1)))
    assert not any("plans are not read" in note for note in find_physics(whole).notes)
    assert any("plans are not read" in note for note in find_physics(long).notes)
