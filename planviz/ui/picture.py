"""Shows an SVG in the page, with a download of the very same picture."""

from __future__ import annotations

import streamlit as st

LEAST_WIDTH = 760
"""Below that the picture is scrolled sideways, because its text could not be read any more."""


def show_picture(svg: str, name: str) -> None:
    """The picture as wide as the page, and a button which saves it as NAME.svg."""
    fluid = svg.replace("<svg ", '<svg style="width:100%;height:auto;display:block" ', 1)
    st.html(f'<div style="overflow-x:auto"><div style="min-width:{LEAST_WIDTH}px">{fluid}</div></div>')
    st.download_button(
        "SVG",
        svg,
        f"{name}.svg",
        "image/svg+xml",
        icon=":material/download:",
        key=f"svg-{name}",
        on_click="ignore",
        help="Save this picture as an SVG file.",
    )
