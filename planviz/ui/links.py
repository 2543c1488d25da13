"""Where a click leads: the URL's parameters are the only memory of which page is shown."""

from __future__ import annotations

import streamlit as st


def go(parameters: dict[str, str]) -> None:
    """Show the page which these parameters name, and nothing of the one before."""
    st.query_params.from_dict(parameters)


def open_run(run: str) -> None:
    """Show a run."""
    go({"run": run})
