"""The view "Figures" of a comparison: what each run counted at this step, and how it went from step to step."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.compare import figures
from planviz.analysis.compare_table import COUNTS, Line, step_lines
from planviz.model import Batch
from planviz.render.compare_figure import compare_figure
from planviz.render.inks import series_colors
from planviz.ui.comparison import CompareView, Comparison

CHARTS = ("output", "state", "dropped")


def show(comparison: Comparison) -> None:
    """The table of this step, and the charts of all."""
    heads = "".join(f"<th>{html.escape(side.title)}</th>" for side in comparison.sides)
    lines = step_lines([(side.recording, side.batch) for side in comparison.sides])
    body = "".join(map(_line, lines))
    st.html(f'<table class="pv-compare"><tr><th></th>{heads}</tr>{body}</table>')
    _charts(comparison)


def _line(line: Line) -> str:
    """One row of the table; it stands out if the runs differ in it."""
    cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in line.cells)
    return f'<tr class="{"pv-differs" if line.differs else ""}"><th>{html.escape(line.label)}</th>{cells}</tr>'


def _charts(comparison: Comparison) -> None:
    titles = [side.title for side in comparison.sides]
    marks = zip(titles, series_colors(comparison.theme), "●■◆", strict=False)
    items = "".join(
        f'<li><span style="color:{color}" aria-hidden="true">{mark}</span>{html.escape(title)}</li>'
        for title, color, mark in marks
    )
    st.html(f'<ul class="pv-legend">{items}</ul>')
    labels = [step.label for step in comparison.steps]
    for column, name in zip(st.columns(len(CHARTS)), CHARTS, strict=True):
        lines = [[_figure(step.batches[place], name) for step in comparison.steps] for place in range(len(titles))]
        with column:
            st.markdown(f"**{COUNTS[name]}**")
            if any(value is not None for line in lines for value in line):
                figure = compare_figure(titles, lines, labels, comparison.number, comparison.theme)
                st.plotly_chart(figure, key=f"compare-{name}", config={"displayModeBar": False}, theme=None)
            else:
                st.caption("None of these runs has this figure: they keep no state.")


def _figure(batch: Batch | None, name: str) -> int | None:
    value: int | None = getattr(figures(batch), name) if batch else None
    return value


VIEW = CompareView("figures", "Figures", ":material/table_chart:", show)
