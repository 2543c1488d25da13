"""The small pictures on cards: true to the recordings, readable, escaped, and told in words too."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY
from planviz.analysis.physics import find_physics
from planviz.analysis.refusal_reason import refusal_reason
from planviz.model import Failure
from planviz.render.physics_theme import PALETTES
from planviz.render.thumbnail import thumbnail_to_svg, thumbnails_to_svg
from planviz.render.thumbnail_columns import MOST_COLUMNS
from scenarios import facts_path
from tests.shipped import NAMES, shipped

HOSTILE = "</text><script>alert(1)</script>&\"'"
LIGHT = PALETTES["light"]


def texts(svg: str) -> list[str]:
    """All words and figures in a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def told(svg: str) -> str:
    return ElementTree.fromstring(svg).attrib["aria-label"]


@pytest.mark.parametrize("name", NAMES)
def test_every_recording_has_a_small_picture(name: str) -> None:
    """It is sound XML of a few kilobytes in both themes, and says in words what it shows."""
    light, dark = (thumbnail_to_svg(shipped(name), theme) for theme in ("light", "dark"))
    assert len(told(light)) > 20 and told(light) == told(dark)
    assert light != dark and len(light) < 8000


@pytest.mark.parametrize("name", ["words-update", "words-complete", "state-never-shrinks", "dedup", "limit-append"])
def test_bars_carry_the_facts(name: str) -> None:
    """The figures over the bars are the rows in, out and in state of each batch that Spark reported."""
    expected = ["in", "out", "state"]
    for batch in json.loads(facts_path(name).read_text())["batches"]:
        figures = (batch["input"], batch["output"], batch["operators"][0]["total"], batch["batch"])
        expected += [str(figure) for figure in figures]
    assert texts(thumbnail_to_svg(shipped(name))) == expected


def test_points_are_the_rows_by_their_fate() -> None:
    """Every row of the animals is a point in the colour and shape of what became of it."""
    fates = Counter(row.verdict.status for row in find_physics(shipped("animal-windows")).rows)
    svg = thumbnail_to_svg(shipped("animal-windows"))
    paths = [
        (path.attrib.get("stroke"), path.attrib.get("fill"), path.attrib["d"].count("M"))
        for path in ElementTree.fromstring(svg).iter()
        if path.tag.endswith("path")
    ]
    assert (LIGHT.on_time, "none", fates[ON_TIME]) in paths
    assert (None, LIGHT.late, fates[LATE]) in paths
    assert (LIGHT.dropped, LIGHT.background, fates[PARTLY]) in paths
    assert (LIGHT.dropped, None, fates[DROPPED]) in paths
    assert told(svg).startswith("9 batches on event time; 16 rows: ")
    assert "1 dropped; watermark up to 12:16; rows in state 4, 4, 9, 9, 14, 9, 11, 8, 10" in told(svg)


def test_state_stands_beside_the_batches() -> None:
    """From the bottom to the top the figures are the state rows after each batch."""
    svg = thumbnail_to_svg(shipped("watermark-append"))
    batches = json.loads(facts_path("watermark-append").read_text())["batches"]
    figures = [each for each in texts(svg) if each.isdigit()]
    assert figures == [str(batch["operators"][0]["total"]) for batch in batches]
    assert texts(svg)[-2:] == ["12:00:10", "12:00:25"]


def test_a_refused_query_shows_why() -> None:
    """Spark's own words stand in the picture, without error codes and class names."""
    svg = thumbnail_to_svg(shipped("words-append"))
    assert " ".join(texts(svg)).startswith("Invalid streaming output mode: append. This output mode is not supported")
    assert told(svg).startswith("Refused by Spark: Invalid") and "SQLSTATE" not in svg and "[STREAMING" not in svg
    assert texts(thumbnail_to_svg(shipped("words-append"), width=140)) == ["refused by Spark"]


def test_reasons_are_plain() -> None:
    """Of any error the sentences are left: no class, no code, no stack."""
    real_time = shipped("real-time-refused").failure
    assert real_time is not None
    assert refusal_reason(real_time) == (
        "Streaming real-time mode has the following limitation: The input stream RateStreamMicroBatchStream is not "
        "supported in Real-time Mode."
    )
    assert refusal_reason(Failure("", "SOME_CLASS")) == "SOME_CLASS"


def test_lives_are_parted() -> None:
    """A batch that the first run did not commit is crossed out, and stands again in the second run."""
    svg = thumbnail_to_svg(shipped("kill-mid-batch"))
    assert "run 2" in texts(svg)
    names = [element for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]
    ones = [each.attrib["fill"] for each in names if each.text == "1" and float(each.attrib["y"]) > 80]
    assert ones == [LIGHT.dropped, LIGHT.muted]
    assert "3 batches; in 2 runs; batch 1 not committed by run 1" in told(svg)
    assert "run 2 refused by Spark" in told(thumbnail_to_svg(shipped("changed-query")))


def test_a_restart_is_seen_on_event_time() -> None:
    """Where a later run of the query went on, a line goes through the picture."""
    whole = shipped("watermark-append")
    batches = tuple(replace(batch, run_id="later") if batch.id > 2 else batch for batch in whole.batches)
    line = 'stroke-dasharray="3 2"'
    assert thumbnail_to_svg(whole).count(line) == 0
    assert thumbnail_to_svg(replace(whole, batches=batches)).count(line) == 1


def test_an_interval_is_shown_on_the_clock() -> None:
    """Where batches are due at fixed times they are drawn on the clock, and what overran stands out."""
    late, in_time = (thumbnail_to_svg(shipped(name)) for name in ("trigger-falling-behind", "trigger-interval"))
    assert "due every 1 s" in texts(late) and "due every 2 s" in texts(in_time)
    assert late.count(f'fill="{LIGHT.dropped}"') == 3 and LIGHT.dropped not in in_time


def test_compared_runs_share_axes() -> None:
    """Side by side, a row is at the same place in both pictures, and a batch at the same height."""
    zero, append = thumbnails_to_svg((shipped("watermark-zero"), shipped("watermark-append")), width=210)
    first = f'<path d="(M[^"]+)" stroke="{LIGHT.on_time}"'
    assert re.findall(first, append)[0].split("M")[1] == re.findall(first, zero)[0].split("M")[1]
    state = [re.findall(rf'width="([\d.]+)" fill="{LIGHT.state}"', svg) for svg in (append, zero)]
    assert state == [["10", "10", "20", "30", "20", "20"], ["10", "10", "10", "20", "10", "10"]]
    update, complete = thumbnails_to_svg((shipped("words-update"), shipped("words-complete")), width=210)
    assert re.findall(r'height="([\d.]+)"', update)[-1] == re.findall(r'height="([\d.]+)"', complete)[-1]


def test_very_many_batches_share_columns() -> None:
    """A run of a thousand batches is still a small picture, and its highest bar is there."""
    short = shipped("state-never-shrinks")
    batches = tuple(replace(short.batches[number % 4], id=number) for number in range(1000))
    svg = thumbnail_to_svg(replace(short, batches=batches))
    assert svg.count("<rect") <= 3 * (MOST_COLUMNS + 1) and len(svg) < 40_000
    assert told(svg).startswith("1,000 batches") and 'height="50"' in svg


def test_text_from_outside_is_escaped() -> None:
    """Whatever an error says, it is drawn as text."""
    svg = thumbnail_to_svg(replace(shipped("words-append"), failure=Failure(HOSTILE)))
    assert "<script" not in svg and HOSTILE.split("<")[1].split(">")[1] in " ".join(texts(svg))


def test_a_recording_without_anything() -> None:
    """A run that has not begun has a picture that says so."""
    empty = replace(shipped("words-append"), failure=None)
    assert texts(thumbnail_to_svg(empty)) == ["no batch was recorded"]
