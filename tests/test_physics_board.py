"""Several runs on one canvas: in step, on the same axes, and with gaps where one of them ran no batch."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

from planviz.analysis.compare import compare, step_indexes
from planviz.analysis.lives import life, until
from planviz.analysis.physics import find_physics
from planviz.analysis.physics_slice import slice_physics
from planviz.render.animation import draw_frames
from planviz.render.physics_board import Board, Part, make_board
from planviz.render.physics_export import export_physics
from planviz.render.physics_payload import board_to_payload
from planviz.render.physics_svg import board_to_svg
from planviz.render.svg_element import number
from tests.shipped import shipped

HOSTILE = "</script><script>alert(1)</script>&\"'"


def parts_of(*names: str) -> list[Part]:
    recordings = tuple(shipped(name) for name in names)
    steps = compare(recordings)
    pairs = enumerate(zip(names, recordings, strict=True))
    return [Part(name, find_physics(each), step_indexes(each, steps, place)) for place, (name, each) in pairs]


def board_of_runs(*names: str) -> Board:
    board = make_board(parts_of(*names))
    assert board is not None
    return board


def test_runs_share_both_axes() -> None:
    """The n-th input is at the same height and noon at the same place in each run, so that lines can be compared."""
    board = board_of_runs("watermark-append", "watermark-zero")
    first, second = board.scenes
    assert (first.start, first.end) == (second.start, second.end)
    assert [place.top for place in first.places] == [place.top for place in second.places] == list(board.tops)
    noon = first.physics.rows[0].time
    assert first.x(noon) == second.x(noon)
    assert board.lefts == (0, first.frame.width)


def test_a_run_without_a_batch_has_a_gap_and_keeps_its_watermark() -> None:
    """Complete mode runs no batch without data: there is a gap there, and its newest batch stays the one before."""
    board = board_of_runs("watermark-append", "watermark-complete")
    append, complete = board.scenes
    assert not append.gaps and len(complete.gaps) == 2
    assert complete.steps == (0, 0, 1, 2, 2, 3)
    assert [gap.top for gap in complete.gaps] == [append.places[1].top, append.places[4].top]
    svg = board_to_svg(board)
    assert svg.count(">no batch<") == 2
    line = re.findall(r'<path d="([^"]+)" fill="none" stroke="[^"]+" stroke-width="3"', svg)[1]
    assert f"V{number(complete.places[3].bottom)}H" in line, "it moves with the batch after the gap"
    assert board.kinds == ("data", "no-data", "data", "data", "no-data", "data")


def test_runs_far_apart_in_time_keep_their_own_axes() -> None:
    """A run of 2024 and one of a day later would both shrink to a line on a common axis."""
    one, other = parts_of("watermark-append", "watermark-zero")
    day = 86_400_000_000
    rows = tuple(replace(row, time=row.time + day) for row in other.physics.rows)
    later = replace(
        other.physics, rows=rows, windows=(), batches=tuple(_later(batch, day) for batch in other.physics.batches)
    )
    board = make_board([one, replace(other, physics=later)])
    assert board is not None
    first, second = board.scenes
    assert first.end < second.start


def _later(batch, micros):
    moved = {name: getattr(batch, name) + micros for name in ("watermark", "late", "seen", "event_min", "event_avg", "event_max") if getattr(batch, name) is not None}  # fmt: skip
    return replace(batch, **moved)


def test_runs_without_event_time_are_left_out() -> None:
    """A refused query and one without event time have no part in the picture; of such alone there is none."""
    board = make_board(parts_of("words-append", "watermark-append"))
    assert board is not None and board.titles == ("watermark-append",)
    assert make_board(parts_of("words-append", "words-update")) is None


def test_windows_of_an_earlier_life_do_not_open_again() -> None:
    """What the first life left in the state is there when the second begins."""
    whole = shipped("watermark-append")
    half = 3
    runs = (whole.runs[0], replace(whole.runs[0], query=replace(whole.query, run_id="second")))
    batches = tuple(
        replace(batch, run_id="second" if place >= half else batch.run_id) for place, batch in enumerate(whole.batches)
    )
    restarted = replace(whole, runs=runs, batches=batches)
    own = life(restarted, 2)
    assert [batch.id for batch in own.batches] == [3, 4, 5]
    physics = slice_physics(find_physics(until(restarted, 2)), half, len(own.batches))
    assert sorted(window.opened for window in physics.windows) == [-3, -1, 0]


def test_every_form_shows_all_runs() -> None:
    """SVG, page, payload and film have both runs; titles from outside stay text."""
    parts = [
        replace(part, title=f"{HOSTILE} {place}")
        for place, part in enumerate(parts_of("watermark-append", "watermark-zero"))
    ]
    board = make_board(parts)
    assert board is not None
    svg = export_physics(board, ".svg", position=3).decode()
    ElementTree.fromstring(svg)
    assert "<script" not in svg and svg.count("watermark delay") == 2
    page = export_physics(board, ".html").decode()
    assert page.count("<script") == 2 and "alert(1)</script>" not in page
    payload = json.loads(json.dumps(board_to_payload(board, "light", "run")))
    assert [len(panel["now"]) for panel in payload["panels"]] == [6, 6]
    assert payload["panels"][1]["now"][2][0] == "watermark 12:00:15"
    hidden, shown = draw_frames(board, "light", [0, 6])
    assert hidden.size == shown.size == (round(board.width), -(-int(board.height * 10) // 10))
    for left in board.lefts:
        column = [shown.getpixel((int(left) + 200, y)) for y in range(shown.height)]
        assert column != [hidden.getpixel((int(left) + 200, y)) for y in range(hidden.height)]
