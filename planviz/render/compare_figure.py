"""A figure of several recordings over the same steps, as a plotly chart: one line each."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from planviz.render.inks import inks, series_colors
from planviz.render.svg_parts import FONT

HEIGHT = 220
DASHES = ("solid", "dash", "dot")
MARKERS = ("circle", "square", "diamond")


def compare_figure(
    names: Sequence[str], values: Sequence[Sequence[int | None]], steps: Sequence[str], selected: int, theme: str
) -> go.Figure:
    """`values[i]` is the line of the i-th name, a value for each step; None is a gap. Lines differ in shape too."""
    ink, colors = inks(theme), series_colors(theme)
    figure = go.Figure()
    for place, (name, line) in enumerate(zip(names, values, strict=True)):
        figure.add_scatter(
            x=list(range(len(steps))),
            y=list(line),
            name=name,
            mode="lines+markers",
            connectgaps=True,
            line={"color": colors[place], "dash": DASHES[place % len(DASHES)], "shape": "hv"},
            marker={"symbol": MARKERS[place % len(MARKERS)], "size": 8},
            text=list(steps),
            hovertemplate="%{text}: %{y:,}<extra>%{fullData.name}</extra>",
        )
    figure.add_vline(selected, line_color=ink.accent, line_width=1, line_dash="dot")
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 44, "r": 12, "t": 10, "b": 30},
        paper_bgcolor=ink.background,
        plot_bgcolor=ink.background,
        font={"family": FONT, "color": ink.text, "size": 12},
        showlegend=False,
    )
    figure.update_xaxes(
        tickvals=list(range(len(steps))), ticktext=[str(number + 1) for number in range(len(steps))], gridcolor=ink.line
    )
    most = max((value for line in values for value in line if value is not None), default=1)
    figure.update_yaxes(gridcolor=ink.line, rangemode="tozero", tickformat=",d", dtick=max(1, most // 4))
    return figure
