"""The details panel: HTML made by the renderer, in a component of its own because Streamlit's own HTML drops charts."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from planviz.render.details_html import Details, details_html

SCRIPT = "export default ({ parentElement, data }) => { parentElement.querySelector('.panel').innerHTML = data.html; }"


def plan_details(details: Details, theme: str) -> None:
    """Show one operator."""
    css = files("planviz.ui").joinpath("plan_details.css").read_text(encoding="utf-8")
    mount = st.components.v2.component("planviz_plan_details", html='<div class="panel"></div>', css=css, js=SCRIPT)
    mount(key="plan_details", data={"html": details_html(details, theme)}, height="content")
