"""What Spark allows: every question has an answer, and the page shows it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from scenarios.support_file import MODES, read_support


def test_support_page_shows_what_was_tried() -> None:
    """The matrix has an answer in every cell, the notes' refusals that still hold are refused, and the page shows all."""
    support = read_support()
    assert all(set(row["modes"]) == set(MODES) for row in support["matrix"])
    matrix = {row["type"]: [row["modes"][mode]["allowed"] for mode in MODES] for row in support["matrix"]}
    assert matrix["Aggregation on event time with a watermark"] == [True, True, True]
    assert matrix["Other aggregations (no watermark, or not on its column)"] == [False, True, True]
    assert matrix["Select, filter, map: no aggregation"] == [True, True, False]
    accepted_now = {each["title"] for each in support["operations"] if each["once_refused"] and each["allowed"]}
    assert accepted_now == {
        "Several aggregations in a row",
        "limit, take the first rows",
        "distinct",
        "Join of two streams",
    }
    page = AppTest.from_string("from planviz.ui import support_page\nsupport_page.show()", default_timeout=60).run()
    assert not page.exception
    assert {each.label for each in page.expander} == {each["title"] for each in support["operations"]}
