"""The details panel: HTML made by the renderer, in a component of its own because Streamlit's own HTML drops charts."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

SCRIPT = "export default ({ parentElement, data }) => { parentElement.querySelector('.panel').innerHTML = data.html; }"


def plan_panel(html: str) -> None:
    """Show HTML in which everything from outside is escaped."""
    css = files("planviz.ui").joinpath("plan_panel.css").read_text(encoding="utf-8")
    mount = st.components.v2.component("planviz_plan_panel", html='<div class="panel"></div>', css=css, js=SCRIPT)
    mount(key="plan_details", data={"html": html}, height="content")
