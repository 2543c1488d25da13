"""Shows a chart over batches; a click on a batch selects it in the whole page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from planviz.model import Batch
from planviz.render.chart_legend import chart_legend
from planviz.ui.player import ask_for_batch
from planviz.ui.view import View

BATCHES_SHOWN = 400


def batches_around(view: View) -> tuple[Batch, ...]:
    """The batches that a chart shows: all of them, or those around the selected one if there are too many to see."""
    batches = view.recording.batches
    if len(batches) <= BATCHES_SHOWN:
        return batches
    place = next(place for place, batch in enumerate(batches) if batch.id == view.batch.id)
    first = min(max(place - BATCHES_SHOWN // 2, 0), len(batches) - BATCHES_SHOWN)
    shown = batches[first : first + BATCHES_SHOWN]
    many, of = view.noun.many, len(batches)
    st.caption(f"Shown are {many} {shown[0].id:,} to {shown[-1].id:,} of {of:,}, around the selected one.")
    return shown


def show_chart(title: str, figure: Any, key: str, explanation: str = "") -> None:
    """A chart under its title and its legend."""
    st.markdown(f"**{title}**", help=explanation or None)
    legend = chart_legend(figure)
    if legend:
        st.html(legend)
    st.plotly_chart(
        figure,
        key=f"chart-{key}",
        on_select=lambda: _select(f"chart-{key}"),
        selection_mode="points",
        config={"displayModeBar": False},
        theme=None,
    )


def _select(key: str) -> None:
    points = st.session_state[key].selection.points
    if points:
        point = points[0]
        chosen = point.get("customdata", point.get("x"))
        ask_for_batch(int(chosen[0] if isinstance(chosen, list) else chosen))
