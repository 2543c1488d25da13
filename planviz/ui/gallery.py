"""The gallery: every built-in scenario with what it teaches."""

from __future__ import annotations

import html
import itertools

import streamlit as st

from planviz.model import Scenario
from planviz.ui import library
from planviz.ui.links import open_run
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
    words = st.text_input(
        "Find a scenario",
        placeholder="Find a scenario or a concept: watermark, join, RocksDB …",
        icon=":material/search:",
        label_visibility="collapsed",
        width=520,
    )
    found = [scenario for scenario in SCENARIOS if _matches(scenario, words)]
    if not found:
        st.info("No scenario is about that. Try one word, such as “window”, “dedup” or “restart”.")
    for group, scenarios in itertools.groupby(found, key=lambda scenario: scenario.group):
        st.subheader(group, anchor=group.lower().replace(" ", "-"))
        _cards(list(scenarios))


def _matches(scenario: Scenario, words: str) -> bool:
    """Whether every word occurs in what the scenario says of itself."""
    parts = (scenario.name, scenario.group, scenario.title, scenario.teaches, scenario.lesson, *scenario.concepts)
    text = " ".join(parts).lower()
    return all(word in text for word in words.lower().split())


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
            on_click=open_run,
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
            st.button(run, key=f"kept-{run}", on_click=open_run, args=(run,))
