"""The tab "Plan": every stage of the selected batch's plan as a graph, and what each operator did."""

from __future__ import annotations

import streamlit as st

from planviz.ui.plan_page import show_plan
from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab. A fragment, so that a click in the graph does not run the rest of the page again."""
    st.fragment(show_plan)(view)


TAB = Tab("plan", "Plan", ":material/account_tree:", show)
