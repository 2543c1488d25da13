"""What Spark allows: every question has an answer, and the page shows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from scenarios import NAMES
from scenarios.support_file import ENGINES, MODES, read_support
from tests.conftest import PATIENCE_MS


def opened() -> AppTest:
    page = AppTest.from_string("from planviz.ui import support_page\nsupport_page.show()", default_timeout=60).run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return "\n".join(element.value for element in page.get("html"))


def test_every_question_has_an_answer() -> None:
    """The matrix has an answer in every cell, and what older notes say of modes and refusals is as Spark has it now."""
    support = read_support()
    assert all(set(row["modes"]) == set(MODES) for row in support["matrix"])
    matrix = {row["type"]: [row["modes"][mode]["allowed"] for mode in MODES] for row in support["matrix"]}
    assert matrix["Aggregation on event time with a watermark"] == [True, True, True]
    assert matrix["Other aggregations (no watermark, or not on its column)"] == [False, True, True]
    assert matrix["Select, filter, map: no aggregation"] == [True, True, False]
    sources = {row["source"]: [row["engines"][engine]["allowed"] for engine in ENGINES] for row in support["sources"]}
    assert [sources[name] for name in ("Kafka", "Rate", "Rate per micro-batch")] == [[1, 1, 1], [1, 1, 0], [1, 0, 0]]
    accepted_now = {each["title"] for each in support["operations"] if each["once_refused"] and each["allowed"]}
    assert accepted_now == {
        "Several aggregations in a row",
        "limit, take the first rows",
        "distinct",
        "dropDuplicates after an aggregation",
        "Join of two streams",
        "Cross join of two streams",
    }


def test_every_refusal_is_told() -> None:
    """Each refused operation has Spark's own words, a reason and a way out; each link leads to a scenario."""
    support = read_support()
    for each in support["operations"]:
        assert each["why"].endswith((".", ".)")) and each["instead"].endswith(".")
        assert each["allowed"] or (each["error_class"] and each["message"]), each["title"]
    linked = [each["scenario"] for kind in ("matrix", "sources", "sinks", "operations") for each in support[kind]]
    assert set(linked) - {""} <= set(NAMES)
    assert len({each["title"] for each in support["operations"]}) == len(support["operations"])


def test_page_shows_what_was_tried() -> None:
    """Every query type, source, sink and operation is on the page, with Spark's words for what it refused."""
    page, support = shown(opened()), read_support()
    names = {"matrix": "type", "sources": "source", "sinks": "sink", "operations": "title"}
    for name in [each[key] for kind, key in names.items() for each in support[kind]]:
        assert name.replace("'", "&#x27;") in page
    assert page.count("Limits are not supported on streaming DataFrames/Datasets in Update output mode") >= 2
    assert 'href="?run=limit-append"' in page


@pytest.mark.parametrize(
    ("words", "there", "gone"),
    [
        ("pivot", "pivot", "count(distinct"),
        ("outer update", "Outer join of two streams in update mode", "pivot"),
        ("real-time", "Rate per micro-batch", "pivot"),
        ("streamingrelation operations", "Files: text", "Rate per micro-batch"),
    ],
)
def test_an_operation_can_be_found(words: str, there: str, gone: str) -> None:
    """Only what has all the words is left; if that is little it is open, and if it is nothing the page says so."""
    page = opened()
    page.text_input(key="find-operation").set_value(words).run()
    assert there in shown(page) and gone not in shown(page)
    page.text_input(key="find-operation").set_value("pivot").run()
    assert '<details class="pv-operation" open>' in shown(page)
    page.text_input(key="find-operation").set_value("<b>nothing</b>").run()
    assert "Nothing here has" in page.info[0].value and "<b>nothing" not in shown(page)


@pytest.mark.browser
def test_an_answer_opens_in_place_and_leads_to_its_scenario(app_url: str, page: Page) -> None:
    """A click on a line shows Spark's words below it, and the link there opens the run that shows it."""
    page.goto(f"{app_url}/?page=support")
    line = page.locator("details.pv-operation", has_text="limit in update mode")
    expect(line.locator(".pv-said")).to_be_hidden(timeout=PATIENCE_MS)
    line.locator("summary").click()
    expect(line.locator(".pv-said")).to_contain_text("Limits are not supported on streaming DataFrames/Datasets")
    line.get_by_role("link").click()
    page.wait_for_function("new URLSearchParams(location.search).get('run') === 'limit-append'")
    expect(page.get_by_role("heading", name="limit on a stream")).to_be_visible(timeout=PATIENCE_MS)
