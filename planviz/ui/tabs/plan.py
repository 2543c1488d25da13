"""The tab "Plan"."""

from __future__ import annotations

import streamlit as st

from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab."""
    st.write(view.batch.id)


TAB = Tab("plan", "Plan", ":material/account_tree:", show)
