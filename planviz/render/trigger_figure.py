"""The rhythm of triggers as a plotly figure: when each batch ran, how long, and where it overran its interval."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import plotly.graph_objects as go

from planviz.analysis.loop import Trigger
from planviz.analysis.moment import length_text
from planviz.render.inks import Inks, inks
from planviz.render.svg_parts import FONT

HEIGHT = 144


def trigger_figure(triggers: Sequence[Trigger], interval: int | None, selected: int, theme: str) -> go.Figure:
    """A bar for each batch on the clock; the part beyond the trigger's interval stands out."""
    ink = inks(theme)
    figure = go.Figure()
    for name, color, pieces in _pieces(triggers, ink):
        if not pieces:
            continue
        figure.add_bar(
            base=[_date(start) for _, start, _ in pieces],
            x=[length for _, _, length in pieces],
            y=["batches"] * len(pieces),
            orientation="h",
            name=name,
            marker={
                "color": color,
                "line": {
                    "width": [2 if batch == selected and name != "idle" else 0 for batch, _, _ in pieces],
                    "color": ink.text,
                },
            },
            customdata=[batch for batch, _, _ in pieces],
            hovertext=[f"batch {batch}: {name} {length_text(length)}" for batch, _, length in pieces],
            hoverinfo="text",
            text=[str(batch) if name == "running" else "" for batch, _, _ in pieces],
            textposition="inside",
            insidetextanchor="middle",
        )
    figure.update_layout(
        barmode="overlay",
        height=HEIGHT,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": ink.muted, "size": 13, "family": FONT},
        hoverlabel={"bgcolor": ink.panel, "bordercolor": ink.line, "font": {"color": ink.text}},
        showlegend=False,
        xaxis={
            "type": "date",
            "gridcolor": ink.line,
            "title": {"text": "clock (UTC)", "standoff": 6},
            "automargin": True,
        },
        yaxis={"visible": False, "fixedrange": True},
        uniformtext={"minsize": 10, "mode": "hide"},
        dragmode="pan",
    )
    if interval and len(triggers) < 200:
        figure.update_xaxes(tick0=_date(triggers[0].start - triggers[0].start % interval))
    return figure


def _pieces(triggers: Sequence[Trigger], ink: Inks) -> list[tuple[str, str, list[tuple[int, int, int]]]]:
    """What is drawn: name, colour, and (batch, start, length) of each piece."""
    running = [(each.batch, each.start, each.length - each.behind) for each in triggers]
    beyond = [(each.batch, each.start + each.length - each.behind, each.behind) for each in triggers]
    idle = [(each.batch, each.start + each.length, each.idle or 0) for each in triggers]
    kinds = (("running", ink.data, running), ("beyond the interval", ink.watermark, beyond), ("idle", ink.line, idle))
    return [(name, color, [piece for piece in pieces if piece[2] > 0]) for name, color, pieces in kinds]


def _date(millis: int) -> datetime:
    return datetime.fromtimestamp(millis / 1000, UTC)
