"""The physics picture is the same for the same run, survives any text, and says what it cannot show."""

from __future__ import annotations

import io
import json
import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.physics import Physics, find_physics
from planviz.analysis.physics_slice import slice_physics
from planviz.cli import main
from planviz.model import read_recording
from planviz.render.animation import draw_frames, film_positions
from planviz.render.physics_board import board_of
from planviz.render.physics_export import MIME_TYPES, export_physics
from planviz.render.physics_layout import make_scene
from planviz.render.physics_now import find_present
from planviz.render.physics_payload import board_to_payload
from planviz.render.physics_points import crowding, place_points
from planviz.render.physics_scene import BATCH, TIME, Scene
from planviz.render.physics_svg import board_to_svg
from scenarios import find_scenario, recording_path
from tests.shipped import shipped

HOSTILE = "</svg><script>alert(1)</script>&\"'\x00\u202e" + "𝒜" * 200


@pytest.fixture(scope="module")
def animals() -> Physics:
    return find_physics(read_recording(recording_path("animal-windows")))


@pytest.fixture(scope="module")
def scene(animals: Physics) -> Scene:
    made = make_scene(animals)
    assert made is not None
    return made


def words(svg: str) -> list[str]:
    """All that is written in a picture."""
    return [text for element in ElementTree.fromstring(svg).iter() if (text := element.text) and text.strip()]


def test_the_same_run_gives_the_same_bytes(animals: Physics) -> None:
    """An SVG is made of the recording alone, byte for byte."""
    scenes = [make_scene(find_physics(read_recording(recording_path("animal-windows")))) for _ in range(2)]
    first, second = (board_to_svg(board_of(each, "t"), "dark", 4.5) for each in scenes if each)
    assert first == second


def test_the_figures_are_in_the_picture(scene: Scene) -> None:
    """Watermark, dropped, freed, state rows and every animal can be read in it."""
    said = words(board_to_svg(board_of(scene)))
    assert {"watermark 12:16", "2 dropped", "1 dropped", "−5 freed", "−3 freed", "14", "10 min"} <= set(said)
    names = [word for word in said if word in ("dog", "owl", "cat", "donkey")]
    assert len(names) == len(scene.physics.rows) == 16
    assert "12:05–12:15 closed: 1 row dropped" in said


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("spacing", [BATCH, TIME])
def test_points_lie_in_their_batch(animals: Physics, spacing: str, theme: str) -> None:
    """Every point lies at its event time, between the edges of the batch it came in."""
    made = make_scene(animals, spacing)
    assert made is not None
    ElementTree.fromstring(board_to_svg(board_of(made), theme))
    edges = [made.bottom, *(place.top for place in made.places)]
    for point in place_points(made):
        assert edges[point.row.batch + 1] <= point.y <= edges[point.row.batch]
        assert point.x == pytest.approx(made.x(point.row.time))


def test_the_curtain_hides_the_future(scene: Scene) -> None:
    """At the end there is no curtain; at batch 3 it reaches from the top down to the end of that batch."""
    curtain = re.compile(r'fill-opacity="0\.9" x="127" y="84" width="1058" height="([\d.]+)"')
    assert not curtain.search(board_to_svg(board_of(scene)))
    found = curtain.search(board_to_svg(board_of(scene), position=4))
    assert found and float(found[1]) == pytest.approx(scene.places[3].top - scene.frame.top + 8, abs=0.1)


def test_hostile_text_stays_text(animals: Physics) -> None:
    """Names of rows and queries cannot break out of SVG, page or JSON."""
    # Few points are written into the drawing, many into the data beside it.
    for physics in (animals, many(animals, 300)):
        made = make_scene(replace(physics, rows=tuple(replace(row, label=HOSTILE) for row in physics.rows)))
        assert made is not None
        check_hostile(made)


def check_hostile(made: Scene) -> None:
    svg = board_to_svg(board_of(made, HOSTILE))
    ElementTree.fromstring(svg)
    assert "<script" not in svg
    page = export_physics(board_of(made, HOSTILE), ".html").decode()
    assert page.count("</script>") == 2 and "alert(1)</script>" not in page
    json.dumps(board_to_payload(board_of(made, HOSTILE), "light", "run"))


def many(animals: Physics, count: int) -> Physics:
    """The animals' run again and again: a run of many batches."""
    step = 60_000_000
    batches: list[BatchFacts] = []
    for index in range(count):
        mark = animals.batches[-1].watermark
        assert mark is not None
        batches.append(
            replace(animals.batches[2], index=index, id=index, watermark=mark + index * step, late=mark + index * step)
        )
    rows = tuple(
        replace(row, batch=index, time=row.time + index * step) for index in range(count) for row in animals.rows[:2]
    )
    return replace(animals, batches=tuple(batches), rows=rows, rows_known=frozenset(range(count)), windows=())


def test_many_batches_are_merged_and_it_is_said(animals: Physics) -> None:
    """10,000 batches give a picture of bounded size, and a note tells what shares a place."""
    made = make_scene(many(animals, 10_000))
    assert made is not None and not made.detailed
    assert len(board_to_svg(board_of(made))) < 400_000
    assert len(made.bands) <= 600
    notes = " ".join(crowding(made))
    assert "batches share one line of pixels" in notes and "20,000 rows are drawn as" in notes


def test_a_close_up_shows_the_same_facts(animals: Physics) -> None:
    """Batches cut out of a run keep their rows, windows and words, but for what happens later."""
    part = slice_physics(animals, 4, 3)
    assert [batch.id for batch in part.batches] == [4, 5, 6]
    made = make_scene(part)
    assert made is not None
    said = words(board_to_svg(board_of(made)))
    assert {"batch 5", "−5 freed", "2 dropped", "donkey", "11:55–12:05 closed, state freed", "12:00–12:10 +1"} <= set(
        said
    )
    assert "batch 3" not in said and not any("12:05–12:15 closed" in each for each in said)


def test_a_stray_row_does_not_squeeze_the_others(animals: Physics) -> None:
    """A row of 1970 is drawn at the edge, and a note says so."""
    crowd = many(animals, 30)
    made = make_scene(replace(crowd, rows=(*crowd.rows, replace(crowd.rows[0], time=0))))
    assert made is not None and made.start > 10**15
    assert any("drawn at the edge" in note for note in crowding(made))


def test_no_event_time_no_picture() -> None:
    """A query without watermark has no such picture."""
    assert make_scene(find_physics(read_recording(recording_path("word-count")))) is None


def test_films_end_with_the_whole_run(scene: Scene) -> None:
    """The first frame hides all, the last shows all, and long runs do not make long films."""
    positions = film_positions(9)
    assert positions[0] == 0 and positions[-1] == 9
    assert len(film_positions(10_000)) == 240
    first, last = draw_frames(board_of(scene), "light", [0, 9])
    assert first.size == last.size == (1200, math.ceil(scene.canvas_height))
    inside = (200, 120, 900, 600)
    assert len(first.crop(inside).getcolors(10**6) or ()) < len(last.crop(inside).getcolors(10**6) or ())


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("suffix", "magic"),
    [
        (".svg", b"<svg"),
        (".png", b"\x89PNG"),
        (".gif", b"GIF89a"),
        (".mp4", b"ftyp"),
        (".webm", b"\x1aE\xdf\xa3"),
        (".html", b"<!doctype html>"),
    ],
)
def test_animate(tmp_path: Path, suffix: str, magic: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """`planviz animate FILE -o OUT` writes every form that it promises."""
    out = tmp_path / f"run{suffix}"
    assert main(["animate", str(recording_path("animal-windows")), "-o", str(out), "--seconds", "1"]) == 0
    assert magic in out.read_bytes()[:16]
    assert "9 batches" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_gif_has_every_frame(scene: Scene) -> None:
    """The GIF has a frame for each moment and the colours of the picture."""
    film = Image.open(io.BytesIO(export_physics(board_of(scene), ".gif", seconds=1)))
    assert getattr(film, "n_frames", 1) == 12
    film.seek(11)
    colors = {color for _, color in film.convert("RGB").getcolors(10**6) or ()}
    assert {(255, 255, 255), (240, 163, 10), (215, 38, 61)} <= colors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "run.pdf"], "its name has to end in"),
        (["-o", "run.svg", "--batch", "77"], "There is no batch 77"),
        (["-o", "no/such/directory/run.svg"], "Cannot write"),
    ],
)
def test_animate_says_what_is_wrong(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake becomes one sentence and exit code 1."""
    assert main(["animate", str(recording_path("animal-windows")), *arguments]) == 1
    assert message in capsys.readouterr().err


def test_every_form_has_a_mime_type() -> None:
    """What can be exported can be served."""
    assert set(MIME_TYPES) == {".svg", ".png", ".gif", ".mp4", ".webm", ".html"}


def titled(name: str, title: str) -> str:
    scene = make_scene(find_physics(shipped(name)))
    assert scene is not None
    return board_to_svg(board_of(scene, title))


def test_titles_are_whole_where_there_is_room() -> None:
    """No title of the course is cut; one that is longer than the picture is."""
    for name in ("no-data-batches-off", "slowest-stream", "future-event", "session-windows", "join-inner"):
        scenario = find_scenario(name)
        assert scenario is not None
        assert f">{scenario.title}<" in titled(name, scenario.title)
    assert "…</text>" in titled("animal-windows", "animals " * 40)


def test_no_arrow_without_a_delay() -> None:
    """Watermark and newest event are one moment if the delay is zero: no arrow leads from one to the other."""
    for name, has_arrow in (("watermark-zero", False), ("watermark-append", True)):
        scene = make_scene(find_physics(shipped(name)))
        present = find_present(scene, 5) if scene else None
        assert present is not None
        assert (present.span is not None) == has_arrow
