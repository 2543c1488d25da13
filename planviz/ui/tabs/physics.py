"""The tab "Physics"."""

from __future__ import annotations

import streamlit as st

from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab."""
    st.write(view.batch.id)


TAB = Tab("physics", "Physics", ":material/timeline:", show)
