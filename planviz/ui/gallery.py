"""The gallery: every built-in scenario with what it teaches."""

from __future__ import annotations

import html
import itertools

import streamlit as st

from planviz.model import Scenario
from planviz.ui import library
from scenarios import SCENARIOS

COLUMNS = 3
KEPT_SHOWN = 6


def show() -> None:
    """Fill the page."""
    st.html(
        '<div class="pv-hero">See what a Spark stream really does</div>'
        '<div class="pv-lead">Every scenario below was run on real Spark and recorded micro-batch by micro-batch: plans, '
        "offsets, watermark, windows, state and output. Pick one and step through it, or run it live.</div>"
    )
    _kept()
    for group, scenarios in itertools.groupby(SCENARIOS, key=lambda scenario: scenario.group):
        st.subheader(group, anchor=False)
        _cards(list(scenarios))


def _cards(scenarios: list[Scenario]) -> None:
    for start in range(0, len(scenarios), COLUMNS):
        row = scenarios[start : start + COLUMNS]
        for column, scenario in zip(st.columns(COLUMNS), row, strict=False):
            with column:
                _card(scenario)


def _card(scenario: Scenario) -> None:
    with st.container(border=True, height="stretch", key=f"card-{scenario.name}"):
        chips = "".join(f'<span class="pv-chip">{html.escape(concept)}</span>' for concept in scenario.concepts)
        st.html(
            f'<div class="pv-card-title">{html.escape(scenario.title)}</div>'
            f'<p class="pv-card-text">{html.escape(scenario.teaches)}</p><div class="pv-chips">{chips}</div>'
        )
        st.space("stretch")
        st.button(
            "Step through it",
            key=f"open-{scenario.name}",
            icon=":material/play_arrow:",
            on_click=_open,
            args=(scenario.name,),
        )


def _kept() -> None:
    """The user's own runs, so that they are found again."""
    runs = library.kept_runs()
    if not runs:
        return
    with st.expander(f"Your runs ({len(runs)})", icon=":material/history:"), st.container(horizontal=True):
        for path in runs[:KEPT_SHOWN]:
            run = library.run_of(path)
            st.button(run, key=f"kept-{run}", on_click=_open, args=(run,))


def _open(run: str) -> None:
    st.query_params.from_dict({"run": run})
