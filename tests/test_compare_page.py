"""The compare page: every offered comparison in every view, and what it says when it has nothing to show."""

from __future__ import annotations

import html

import pytest
from streamlit.testing.v1 import AppTest

from planviz.analysis.compare import compare
from planviz.ui import library
from planviz.ui.compare_page import VIEWS
from scenarios.comparisons import COMPARISONS
from tests.components import linked_html


def compare_page(**parameters: str) -> AppTest:
    page = AppTest.from_string("from planviz.ui import compare_page\ncompare_page.show()", default_timeout=60)
    for name, value in parameters.items():
        page.query_params[name] = value
    return page.run()


@pytest.mark.thorough
@pytest.mark.parametrize("runs", [each.runs for each in COMPARISONS], ids=[each.title for each in COMPARISONS])
def test_each_comparison_in_each_view(runs: tuple[str, ...]) -> None:
    """Every offered comparison can be shown in all views, at its first and its last step."""
    last = len(compare(tuple(library.load_run(run)[0] for run in runs)))
    for view in VIEWS:
        for step in (1, last):
            page = compare_page(runs=",".join(runs), view=view.slug, step=str(step))
            assert not page.exception and not page.error, (view.slug, step)


def test_what_is_not_there() -> None:
    """Without runs the page offers comparisons; a run or a life that is not there gets a message."""
    offered = linked_html(compare_page())
    for each in COMPARISONS:
        assert f'href="?page=compare&amp;runs={",".join(each.runs)}">{html.escape(each.title)}</a>' in offered
    assert offered.count("<figure>") == offered.count('role="img"') == sum(len(each.runs) for each in COMPARISONS)
    assert "nowhere" in compare_page(runs="word-count,nowhere").error[0].value
    assert "has no run 3" in compare_page(runs="restart@1,restart@3").error[0].value


def test_an_offer_is_shown() -> None:
    """An offered comparison is shown with its runs chosen."""
    page = compare_page(runs=",".join(COMPARISONS[0].runs))
    assert page.multiselect[0].value == list(COMPARISONS[0].runs)
    assert page.selectbox[0].value == 0


def test_another_choice_of_runs_goes_into_the_link() -> None:
    """Whoever takes a run out and puts another in gets a link to that comparison, at no step of the one before."""
    page = compare_page(runs="watermark-append,watermark-zero", step="3")
    page.multiselect[0].set_value(["watermark-append", "watermark-update"]).run()
    assert page.query_params["runs"] == "watermark-append,watermark-update"
    assert "step" not in page.query_params
    assert not page.exception


def test_a_run_without_a_batch_says_why() -> None:
    """A refused query, one that had ended, one that had not begun, and one with nothing to do are told apart."""
    texts = {
        ("words-append,words-update", "1"): "Spark refused this query",
        ("restart@1,restart@2", "4"): "This run had ended by then.",
        ("restart@1,restart@2 ", "1"): "This run had not begun yet.",
        ("watermark-append,watermark-complete", "2"): "it had nothing to work off.",
    }
    for (runs, step), words in texts.items():
        page = compare_page(runs=runs.strip(), step=step, view="output")
        assert any(words in caption.value for caption in page.caption), words
