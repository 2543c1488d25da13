"""The button that runs a scenario live, and why it could not."""

from __future__ import annotations

import streamlit as st

from planviz.ui import live
from planviz.ui.links import open_run
from planviz.ui.markdown import escape_markdown

_CANNOT_START = "cannot-start"
"""Where a callback leaves the reason why no run was started, for the page to show."""


def run_live_button(scenario: str) -> None:
    """A button that starts a run and goes there."""
    st.button(
        "Run live",
        icon=":material/bolt:",
        type="primary",
        key="run-live",
        on_click=_run_live,
        args=(scenario,),
    )


def show_why_not() -> None:
    """The reason, if the last click started nothing."""
    if _CANNOT_START in st.session_state:
        st.error(escape_markdown(st.session_state.pop(_CANNOT_START)), icon=":material/error:")


def _run_live(scenario: str) -> None:
    try:
        open_run(live.start(scenario))
    except live.CannotStart as error:
        st.session_state[_CANNOT_START] = str(error)
