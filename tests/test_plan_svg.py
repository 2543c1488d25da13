from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from planviz.analysis.roles import role_labels
from planviz.model import Plan, read_recording
from planviz.render.plan_cards import Decorations, Mark
from planviz.render.plan_layout import LAYOUTS
from planviz.render.plan_svg import SvgOptions, plan_to_svg
from tests.plans import all_plans, chain, hostile_plan, recordings, small_plan

EXPECTED = Path(__file__).parent / "samples" / "small_plan.svg"
SVG = "{http://www.w3.org/2000/svg}"


def test_a_small_plan_is_drawn_to_the_letter() -> None:
    """The whole SVG of a small plan is the one that was looked at and kept beside the tests."""
    decorations = Decorations(roles={1: "1 partial"}, marks={2: Mark("changed", "0002.json")})
    options = SvgOptions(caption="A query · batch 3")
    assert (
        plan_to_svg(small_plan(), decorations=decorations, options=options)
        == EXPECTED.read_text(encoding="utf-8").strip()
    )


@pytest.mark.thorough
@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_every_recorded_plan_is_well_formed(path: Path) -> None:
    """Each plan becomes XML with one node for each operator, in both themes."""
    for where, plan in all_plans(read_recording(path)):
        for theme in ("light", "dark"):
            svg = plan_to_svg(plan, decorations=Decorations(role_labels(plan)), options=SvgOptions(theme, "x"))
            tree = ElementTree.fromstring(svg)
            nodes = [
                each.get("data-id") for each in tree.iter(f"{SVG}g") if (each.get("class") or "").startswith("node")
            ]
            assert sorted(nodes, key=int) == [str(node.id) for node in plan], where


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("interactive", [False, True])
def test_hostile_text_is_escaped_and_clipped(layout: str, interactive: bool) -> None:
    """Nothing in a plan's text can become markup, break the XML, turn the writing around, or make the picture huge."""
    marks = {0: Mark("changed", "<i>&\x00")}
    svg = plan_to_svg(
        hostile_plan(),
        layout,
        Decorations({1: "<b>&"}, marks),
        SvgOptions(caption="</svg>\x00&", interactive=interactive),
    )
    tree = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "tspan", "title"}
    assert not re.search("[\x00-\x08\u202a-\u202e\u2066-\u2069\u200e\u200f\ud800-\udfff]", svg)
    assert len(svg) < 60_000


def test_the_same_plan_gives_the_same_bytes() -> None:
    """Drawing is deterministic."""
    assert plan_to_svg(hostile_plan()) == plan_to_svg(hostile_plan())


def test_a_picture_for_the_page_has_no_background_but_handles() -> None:
    """The app's picture shows the page through and can be folded; the exported one has neither."""
    page, file = plan_to_svg(chain(3), options=SvgOptions(interactive=True)), plan_to_svg(chain(3))
    assert 'class="fold"' in page and 'fill="#FFFFFF"/><g' not in page[:400]
    assert 'class="fold"' not in file


def test_an_empty_plan_is_a_picture_too() -> None:
    """Nothing to draw is not an error."""
    ElementTree.fromstring(plan_to_svg(Plan(())))
