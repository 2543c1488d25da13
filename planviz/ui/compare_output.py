"""The view "Output" of a comparison: what each run wrote in this step, and its result table after it."""

from __future__ import annotations

from planviz.ui.comparison import CompareView, Comparison, side_by_side
from planviz.ui.tabs.output import show_result, show_written
from planviz.ui.view import View


def show(comparison: Comparison) -> None:
    """A column a run."""
    side_by_side(comparison, _output)


def _output(view: View) -> None:
    show_written(view)
    show_result(view)


VIEW = CompareView("output", "Output", ":material/output:", show)
