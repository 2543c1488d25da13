"""What the scenario's author wants people to see in a batch, with a way to the tab where it is to be seen."""

from __future__ import annotations

import html

import streamlit as st

from planviz.model import Batch, Scenario
from planviz.ui.tabs import TABS
from planviz.ui.view import Tab


def show_watch(scenario: Scenario, batch: Batch, shown: str) -> None:
    """The texts for this batch; `shown` is the tab that is open."""
    tabs = {tab.slug: tab for tab in TABS}
    for place, watch in enumerate(each for each in scenario.watch if each.batch == batch.id):
        text = f'<div class="pv-watch">{html.escape(watch.text)}</div>'
        tab = tabs.get(watch.tab)
        if tab is None or tab.slug == shown:
            st.html(text)
            continue
        with st.container(horizontal=True, vertical_alignment="center", key=f"watch-{place}"):
            st.html(text, width="content")
            _link(tab, place)


def _link(tab: Tab, place: int) -> None:
    st.button(
        f"Look at {tab.title}",
        key=f"watch-tab-{place}",
        icon=tab.icon,
        type="tertiary",
        on_click=_open,
        args=(tab.slug,),
    )


def _open(slug: str) -> None:
    st.query_params["tab"] = slug
