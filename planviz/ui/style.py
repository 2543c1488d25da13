"""The app's few own styles, over Streamlit's theme."""

from __future__ import annotations

from importlib import resources

import streamlit as st


def apply() -> None:
    """Put the style sheet into the page."""
    st.html(f"<style>{sheet('style.css')}</style>")


def sheet(name: str) -> str:
    """The style sheet in that file."""
    return resources.files("planviz.ui").joinpath(name).read_text(encoding="utf-8")


def theme() -> str:
    """ "light" or "dark", as the user sees the app."""
    return "dark" if st.context.theme.type == "dark" else "light"
