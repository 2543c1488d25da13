"""The page of one scenario of the user's own: what it says, its source, its runs, and a button that runs it live."""

from __future__ import annotations

import html
from pathlib import Path

import streamlit as st

from planviz.model import Scenario
from planviz.own_scenarios import OwnScenarios
from planviz.scenario_files import ScenarioError
from planviz.ui import library
from planviz.ui.linked_html import link_to, show_linked
from planviz.ui.markdown import escape_markdown
from planviz.ui.own import own_scenarios, watch_directory
from planviz.ui.own_chapter import SLUG, TITLE
from planviz.ui.run_live import run_live_button, show_why_not
from planviz.ui.thumbnails import thumbnail


def show() -> None:
    """Fill the page with the scenario that the link names."""
    watch_directory()
    name = st.query_params.get("name", "")
    try:
        own = own_scenarios()
    except ScenarioError as error:
        st.error(escape_markdown(str(error)), icon=":material/error:")
        return
    found = own.find(name) if own else None
    show_linked(f'<nav class="lesson"><span><a href="{link_to(chapter=SLUG)}">{TITLE}</a></span></nav>', "own-place")
    if found is None:
        _missing(name, own)
        return
    _title(found.scenario, found.path)
    show_why_not()
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.code(found.path.read_text(encoding="utf-8", errors="replace"), language="python", wrap_lines=True)
    with right:
        _watch(found.scenario)
        _runs(found.scenario)


def _missing(name: str, own: OwnScenarios | None) -> None:
    """Say why there is no such scenario; a file that cannot be read may be the one."""
    where = f"in {own.directory}" if own else "here: the app was started without --scenarios DIR"
    st.error(escape_markdown(f"There is no scenario “{name}” {where}."), icon=":material/error:")
    for problem in own.problems if own else ():
        st.warning(escape_markdown(problem.reason), icon=":material/warning:")


def _title(scenario: Scenario, path: Path) -> None:
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        st.html(
            f'<h1 class="pv-title">{html.escape(scenario.title)}</h1><span class="pv-tagline">{html.escape(str(path))}</span>'
        )
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        run_live_button(scenario.name)
    for words in (scenario.teaches, scenario.lesson):
        st.html(f'<div class="pv-card-text">{html.escape(words)}</div>')


def _watch(scenario: Scenario) -> None:
    if scenario.watch:
        st.markdown("**What to look at**")
    for watch in scenario.watch:
        st.html(f'<div class="pv-watch"><b>Batch {watch.batch}</b> {html.escape(watch.text)}</div>')


def _runs(scenario: Scenario) -> None:
    """Its recordings, newest first, each with its picture; and the newest ones side by side."""
    runs = library.runs_of(scenario.name)
    st.markdown("**Its runs**")
    if not runs:
        st.caption("None yet. “Run live” makes one; it is kept, and found here again.")
        return
    cards = "".join(_card(run, scenario) for run in runs)
    show_linked(f'{_compared(runs)}<ul class="cards">{cards}</ul>', "own-runs")


def _compared(runs: list[str]) -> str:
    if len(runs) < 2:
        return ""
    href = link_to(page="compare", runs=",".join(reversed(runs[:2])))
    return f'<p class="more"><a class="chip" href="{href}">Compare the last two</a></p>'


def _card(run: str, scenario: Scenario) -> str:
    older = library.query_of(run).source_code != scenario.source_code
    badge = '<span class="badge">an earlier form of the query</span>' if older else ""
    return (
        f'<li><article class="card"><div class="picture">{thumbnail(run).html}</div>'
        f'<h3><a href="{link_to(run=run)}">{html.escape(library.title_of(run))}</a></h3>'
        f'<div class="marks">{badge}</div></article></li>'
    )
