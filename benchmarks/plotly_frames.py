"""The same run as a plotly animation, one frame a batch: what the physics picture is measured against."""

from __future__ import annotations

import plotly.graph_objects as go

from planviz.analysis.physics import Physics


def plotly_page(physics: Physics) -> str:
    """A page with all points, the watermark's step and a curtain which one frame a batch moves."""
    places = {batch.index: batch.index for batch in physics.batches}
    times = [row.time / 1000 for row in physics.rows]
    low, high, last = min(times), max(times), len(places)
    marks = [batch for batch in physics.batches if batch.watermark is not None]
    points = go.Scattergl(x=times, y=[places[row.batch] + 0.5 for row in physics.rows], mode="markers")
    mark = go.Scatter(
        x=[(batch.watermark or 0) / 1000 for batch in marks],
        y=[batch.index for batch in marks],
        line={"shape": "vh", "color": "red"},
    )
    frames = [go.Frame(name=str(index), data=[_curtain(low, high, index + 1, last)], traces=[2]) for index in places]
    play = {
        "label": "play",
        "method": "animate",
        "args": [None, {"frame": {"duration": 50, "redraw": False}, "transition": {"duration": 0}}],
    }
    layout = go.Layout(
        xaxis={"type": "date", "range": [low, high]},
        yaxis={"range": [0, last]},
        updatemenus=[{"type": "buttons", "buttons": [play]}],
    )
    figure = go.Figure([points, mark, _curtain(low, high, 0, last)], layout, frames)
    page: str = figure.to_html(include_plotlyjs=True, auto_play=False)
    return page


def _curtain(low: float, high: float, bottom: float, top: float) -> go.Scatter:
    """The future, hidden."""
    return go.Scatter(
        x=[low, high, high, low],
        y=[bottom, bottom, top, top],
        fill="toself",
        fillcolor="rgba(255,255,255,0.9)",
        line={"width": 0},
        hoverinfo="skip",
    )
