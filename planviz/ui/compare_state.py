"""The view "State" of a comparison: what each run remembers after this step."""

from __future__ import annotations

import streamlit as st

from planviz.ui.comparison import CompareView, Comparison, side_by_side
from planviz.ui.tabs.state import NO_STATE, has_state, show_content
from planviz.ui.view import View


def show(comparison: Comparison) -> None:
    """A column a run."""
    side_by_side(comparison, _state)


def _state(view: View) -> None:
    if has_state(view.recording):
        show_content(view, forecasts=False)
    else:
        st.info(NO_STATE, icon=":material/info:")


VIEW = CompareView("state", "State", ":material/database:", show)
