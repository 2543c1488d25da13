"""Recordings side by side: what belongs together stands together, and the pages show it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from planviz.analysis.compare import compare, figures
from planviz.ui.compare_page import PRESETS
from scenarios import find_scenario
from scenarios.support_file import MODES, read_support
from tests.shipped import batch, shipped


def test_steps_follow_the_input_and_not_the_batch_ids() -> None:
    """A run that runs no batch without data has a gap there, and its next batch stands beside the others' next input."""
    steps = compare((shipped("watermark-append"), shipped("watermark-complete")))
    ids = [tuple(each.id if each else None for each in step.batches) for step in steps]
    assert ids == [(0, 0), (1, None), (2, 1), (3, 2), (4, None), (5, 3)]
    assert [step.label for step in steps][:2] == ["Input 1 · batch 0", "after input 1 · batch 1"]


def test_refused_run_has_no_batch_at_any_step() -> None:
    """A query that never ran stands beside one that did, and is empty at every step."""
    steps = compare((shipped("words-append"), shipped("words-update")))
    assert [step.batches[0] for step in steps] == [None, None, None]
    assert compare((shipped("words-append"),)) == ()


def test_figures_of_several_operators_are_added_up() -> None:
    """Two stateful operators count as one in the comparison."""
    seen = figures(batch("chained-aggregations", 3))
    assert (seen.state, seen.updated, seen.removed) == (2, 1, 1)


def test_presets_name_scenarios() -> None:
    """Every comparison that is offered is of two or three scenarios that exist."""
    for runs in PRESETS.values():
        assert len(runs) in (2, 3) and all(find_scenario(run) for run in runs)


@pytest.mark.thorough
@pytest.mark.parametrize("runs", PRESETS.values(), ids=PRESETS)
def test_page_shows_each_preset(runs: tuple[str, ...]) -> None:
    """Each offered comparison can be shown at its last step, and the figures of every run are on the page."""
    page = AppTest.from_string("from planviz.ui import compare_page\ncompare_page.show()", default_timeout=60)
    page.query_params["runs"] = ",".join(runs)
    page.query_params["step"] = str(len(compare(tuple(shipped(run) for run in runs))))
    page.run()
    assert not page.exception
    assert not page.error


def test_page_asks_for_runs_and_tells_of_missing_ones() -> None:
    """Without runs the page says what to do, and a run that is not there gets a message."""
    page = AppTest.from_string("from planviz.ui import compare_page\ncompare_page.show()", default_timeout=60).run()
    assert "Choose two or three runs" in page.info[0].value
    page.query_params["runs"] = "word-count,nowhere"
    page.run()
    assert "nowhere" in page.error[0].value


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
