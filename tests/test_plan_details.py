from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from planviz.analysis.node_history import SPAN, node_history
from planviz.analysis.roles import chains
from planviz.model import Batch, Column, Metric, Plan, PlanNode, QueryInfo, Recording, StateInfo, read_recording
from planviz.render.details_html import Details, details_html
from tests.plans import HOSTILE, all_plans, recordings, sample


class Tags(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {tag, *(f"@{name}" for name, _ in attrs)}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_panel_tells_everything_of_a_stateful_operator() -> None:
    """What it does, its part in the chain, its state, metrics with units, arguments and columns."""
    recording = sample("animal-windows")
    plan = recording.batches[6].plans["physical"]
    (found,) = chains(plan)
    role = next(role for role in found.roles if role.node == 2)
    history = node_history(recording, 6, "physical", plan[2])
    page = Tags(details_html(Details(plan[2], 6, role, ("state version: 5 → 6",), 5, history), "light"))
    for text in (
        "StateStoreSave", "Writes the new state of each key", "Its part here: 6 save.", "state version: 5 → 6",
        "6, so this batch writes 7", "2024-01-01 12:11:00", "number of total state rows", "struct<start:timestamp",
        "batch 3: ", "Spark's own text",
    ):  # fmt: skip
        assert text in page.text, text
    assert {"svg", "rect", "table"} <= page.seen


@pytest.mark.thorough
@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_every_recorded_operator_has_a_panel(path: Path) -> None:
    """No operator of any recording breaks the panel, and none shows an expression id among its arguments."""
    for _, plan in all_plans(read_recording(path)):
        for node in plan:
            html = details_html(Details(node, 0), "dark")
            arguments = re.search(r"<h5>Arguments</h5>(.*?)(<h5>|<details>)", html, re.DOTALL)
            assert arguments is None or not re.search(r"#\d+", arguments.group(1).replace("&#", ""))


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_stays_text(text: str) -> None:
    """Whatever a plan's texts hold, the panel has only the tags and attributes it is made of."""
    node = PlanNode(
        id=0,
        name=text or "x",
        text=f"{text} [{text}], a={text}",
        output=(Column(text, text, text),),
        metrics=(Metric("k", text, "sum", 1),),
        state=StateInfo(text, text, 0, 1, 2, 0, None, text),
    )
    page = Tags(details_html(Details(node, 0, changes=(text,), against=1), "light"))
    assert page.seen <= {
        "h4", "h5", "p", "b", "br", "div", "span", "table", "tr", "td", "code", "pre", "details", "summary", "svg", "path", "rect",
        "title", "@class", "@style", "@width", "@height", "@viewbox", "@fill", "@stroke", "@stroke-width", "@stroke-linecap",
        "@stroke-linejoin", "@d", "@role",
    }  # fmt: skip
    assert "\x00" not in page.text and "\u202e" not in page.text


def test_history_follows_the_node_through_the_batches() -> None:
    """The same operator at the same place in each batch; a source without rows is still that source."""
    recording = sample("animal-windows")
    scan = recording.batches[0].plans["physical"][11]
    history = node_history(recording, 0, "physical", scan)["numOutputRows"]
    assert history.batches == tuple(range(9))
    assert [value.value if value else None for value in history.values] == [3, 0, 4, 0, 4, 0, 3, 0, 2]


def test_history_of_a_long_run_is_a_window() -> None:
    """Of ten thousand batches only those around the chosen one are read."""
    opened = []

    class Plans(dict[str, Plan]):
        def get(self, stage: str, default: object = None) -> Plan:  # type: ignore[override]
            opened.append(stage)
            return Plan((PlanNode(0, "A", "A", metrics=(Metric("k", "l", "sum", 1),)),))

    recording = Recording(QueryInfo(), tuple(Batch(number, Plans()) for number in range(10_000)))
    history = node_history(recording, 5_000, "physical", Plans().get("x")[0])["k"]
    assert len(history.batches) == SPAN and 5_000 in history.batches
    assert len(opened) == SPAN + 1
