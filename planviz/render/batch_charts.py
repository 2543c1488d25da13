"""Charts over batches as plotly figures: rates, durations, watermark lag and state, one unit each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import plotly.graph_objects as go

from planviz.analysis.loop import STEPS, StepKind, batch_time
from planviz.analysis.state_words import operator_words, store_words
from planviz.model import Batch, OperatorProgress
from planviz.render.inks import inks, series_colors
from planviz.render.svg_parts import FONT

HEIGHT = 260


def rates_figure(batches: Sequence[Batch], selected: int, theme: str) -> go.Figure:
    """Rows per second that came in, and that Spark worked off."""
    ink, known = inks(theme), [batch for batch in batches if batch.progress]
    figure = go.Figure()
    for name, color, values in (
        ("came in", ink.newest, [batch.progress.input_rate for batch in known if batch.progress]),
        ("worked off", ink.data, [batch.progress.processed_rate for batch in known if batch.progress]),
    ):
        figure.add_scatter(x=_ids(known), y=values, name=name, mode="lines+markers", line_color=color)
    return _finished(figure, "rows per second", known, selected, theme)


def duration_figure(batches: Sequence[Batch], selected: int, theme: str) -> go.Figure:
    """How long each batch took, those without data apart."""
    ink, known = inks(theme), [batch for batch in batches if batch.progress and batch.progress.batch_ms is not None]
    figure = go.Figure()
    for name, color, data in (("with data", ink.data, True), ("without data", ink.quiet, False)):
        chosen = [batch for batch in known if batch.has_data is data]
        if chosen:
            figure.add_bar(
                x=_ids(chosen), y=[_duration(batch) for batch in chosen], name=name, marker_color=color, width=0.75
            )
    figure.update_layout(barmode="overlay")
    return _finished(figure, "ms", known, selected, theme)


def steps_figure(batches: Sequence[Batch], selected: int, theme: str, kinds: Sequence[StepKind] = STEPS) -> go.Figure:
    """The steps of each batch on top of each other; what no step accounts for is the rest."""
    times = [time for batch in batches if (time := batch_time(batch, kinds))]
    figure, colors = go.Figure(), series_colors(theme)
    ids = [time.batch for time in times]
    for place, kind in enumerate(kinds):
        values = [time.steps[place].millis or 0 for time in times]
        figure.add_bar(x=ids, y=values, name=f"{kind.number} {kind.title}", marker_color=colors[place])
    figure.add_bar(x=ids, y=[time.other for time in times], name="other", marker_color=colors[-1])
    figure.update_layout(barmode="stack")
    return _finished(figure, "ms", batches, selected, theme)


def lag_figure(batches: Sequence[Batch], selected: int, theme: str) -> go.Figure | None:
    """How far the watermark is behind the newest event of each batch; None if no batch has both."""
    known = [
        batch
        for batch in batches
        if batch.progress and batch.progress.watermark and batch.progress.event_max is not None
    ]
    if not known:
        return None
    seconds = [
        ((each.progress.event_max or 0) - (each.progress.watermark or 0)) / 1000 for each in known if each.progress
    ]
    figure = go.Figure()
    figure.add_scatter(x=_ids(known), y=seconds, name="lag", mode="lines+markers", line_color=inks(theme).watermark)
    return _finished(figure, "seconds of event time", batches, selected, theme)


def state_figure(
    batches: Sequence[Batch], selected: int, theme: str, unit: str, figure_of: Callable[[OperatorProgress], int]
) -> go.Figure:
    """One figure of every stateful operator, on top of each other."""
    known = [batch for batch in batches if batch.progress and batch.progress.operators]
    count = max((len(batch.progress.operators) for batch in known if batch.progress), default=0)
    figure = go.Figure()
    for place, color in zip(range(count), _cycle(series_colors(theme)[2:-1] + series_colors(theme)[:2]), strict=False):
        chosen = [each for each in known if each.progress and place < len(each.progress.operators)]
        values = [figure_of(each.progress.operators[place]) for each in chosen if each.progress]
        name = operator_words(chosen[0].progress.operators[place].name) if chosen and chosen[0].progress else ""
        figure.add_bar(x=_ids(chosen), y=values, name=f"{name} ({place})" if count > 1 else name, marker_color=color)
    figure.update_layout(barmode="stack")
    return _finished(figure, unit, batches, selected, theme)


def store_rows_figure(batches: Sequence[Batch], selected: int, theme: str) -> go.Figure:
    """The rows of every store, on top of each other, as they were read from the checkpoint."""
    known = [batch for batch in batches if batch.state]
    stores = list(dict.fromkeys((each.operator_id, each.store) for batch in known for each in batch.state or ()))
    figure = go.Figure()
    for (operator, store), color in zip(
        stores, _cycle(series_colors(theme)[2:-1] + series_colors(theme)[:2]), strict=False
    ):
        found = {
            batch.id: each.rows.total
            for batch in known
            for each in batch.state or ()
            if (each.operator_id, each.store) == (operator, store)
        }
        name = store_words(store) or "rows"
        operators = {each for each, _ in stores}
        name = f"{name} ({operator})" if len(operators) > 1 else name
        figure.add_bar(x=list(found), y=list(found.values()), name=name, marker_color=color)
    figure.update_layout(barmode="stack")
    return _finished(figure, "rows", batches, selected, theme)


def row_changes_figure(batches: Sequence[Batch], selected: int, theme: str) -> go.Figure:
    """State rows updated and removed, and rows dropped as too late, side by side."""
    ink, known = inks(theme), [batch for batch in batches if batch.progress and batch.progress.operators]
    figure = go.Figure()
    for name, color, read in (
        ("updated", ink.state, lambda operator: operator.rows_updated),
        ("removed", ink.quiet, lambda operator: operator.rows_removed),
        ("dropped as too late", ink.watermark, lambda operator: operator.rows_dropped),
    ):
        values = [sum(map(read, each.progress.operators)) for each in known if each.progress]
        figure.add_bar(x=_ids(known), y=values, name=name, marker_color=color)
    figure.update_layout(barmode="group")
    return _finished(figure, "rows", batches, selected, theme)


def _finished(figure: go.Figure, unit: str, batches: Sequence[Batch], selected: int, theme: str) -> go.Figure:
    """The look that all charts share, and a band behind the selected batch."""
    ink = inks(theme)
    axis: dict[str, Any] = {
        "gridcolor": ink.line,
        "zerolinecolor": ink.line,
        "linecolor": ink.line,
        "fixedrange": True,
        "automargin": True,
    }
    span = [min(_ids(batches), default=0) - 0.6, max(_ids(batches), default=0) + 0.6]
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 8, "r": 8, "t": 10, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": ink.muted, "size": 13, "family": FONT},
        hovermode="x unified",
        hoverlabel={"bgcolor": ink.panel, "bordercolor": ink.line, "font": {"color": ink.text}},
        showlegend=False,
        bargap=0.25,
        clickmode="event+select",
        dragmode=False,
        xaxis={**axis, "title": {"text": "batch", "standoff": 6}, "range": span, "tickformat": "d", "showgrid": False, "zeroline": False},
        yaxis={**axis, "title": {"text": unit, "standoff": 8}, "rangemode": "tozero"},
        shapes=[
            {
                "type": "rect", "xref": "x", "yref": "paper", "x0": selected - 0.5, "x1": selected + 0.5, "y0": 0, "y1": 1,
                "fillcolor": ink.accent, "opacity": 0.24 if theme == "dark" else 0.14, "line": {"width": 0}, "layer": "below",
            }
        ],
    )  # fmt: skip
    if max(span) - min(span) < 14:
        figure.update_xaxes(dtick=1)
    most = max((value or 0 for trace in figure.data for value in trace.y or ()), default=0)
    if unit == "rows" and most * (len(figure.data) if figure.layout.barmode == "stack" else 1) <= 5:
        figure.update_yaxes(dtick=1)
    return figure


def _ids(batches: Sequence[Batch]) -> list[int]:
    return [batch.id for batch in batches]


def _duration(batch: Batch) -> int:
    return (batch.progress.batch_ms or 0) if batch.progress else 0


def _cycle(colors: Sequence[str]) -> list[str]:
    return list(colors) * 20
