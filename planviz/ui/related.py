"""Links from a scenario to those related to it, and to a comparison with them."""

from __future__ import annotations

import streamlit as st

from planviz.model import Scenario
from planviz.ui.links import go, open_run
from scenarios import find_scenario

COMPARED = 2
"""With how many related scenarios one is compared."""


def show_related(scenario: Scenario) -> None:
    """A row of links."""
    related = [found for name in scenario.related if (found := find_scenario(name))]
    if not related:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("See also", width="content")
        for other in related:
            st.button(other.title, key=f"related-{other.name}", type="tertiary", on_click=open_run, args=(other.name,))
        runs = ",".join([scenario.name, *(other.name for other in related[:COMPARED])])
        st.button(
            "Compare them",
            key="related-compare",
            icon=":material/compare:",
            type="tertiary",
            on_click=go,
            args=({"page": "compare", "runs": runs},),
        )
