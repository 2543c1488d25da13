"""Shows an SVG in the page, with a download of the very same picture."""

from __future__ import annotations

import streamlit as st

_CSS = """
.stage { overflow-x: auto; }
.stage svg { display: block; }
.stage.wide svg { width: 100%; min-width: 760px; height: auto; }
.stage.more { mask-image: linear-gradient(to right, #000 calc(100% - 40px), transparent); }
"""
# Below the least width a picture is scrolled sideways, because its text could not be read any more; it fades where it
# goes on.

_JS = """
export default function({ parentElement, data }) {
  const stage = parentElement.querySelector(".stage");
  stage.classList.toggle("wide", data.wide);
  if (stage.dataset.shown !== data.svg) {
    stage.innerHTML = data.svg;
    stage.dataset.shown = data.svg;
  }
  const goesOn = () => stage.scrollWidth - stage.clientWidth - stage.scrollLeft > 4;
  const fade = () => stage.classList.toggle("more", goesOn());
  stage.onscroll = fade;
  const resized = new ResizeObserver(fade);
  resized.observe(stage);
  return () => resized.disconnect();
}
"""

# st.html would strip the SVG. What is drawn is escaped where it is drawn: see render/svg_parts.py.
_picture = st.components.v2.component("planviz_picture", html='<div class="stage"></div>', css=_CSS, js=_JS)


def show_picture(svg: str, name: str, slot: str, wide: bool = True) -> None:
    """The picture, as wide as the page or in its own size, and a button which saves it as NAME.svg.

    `slot` is its place in the page.
    """
    _picture(data={"svg": svg, "wide": wide}, key=f"picture-{slot}")
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.download_button(
            "SVG",
            svg,
            f"{name}.svg",
            "image/svg+xml",
            type="tertiary",
            icon=":material/download:",
            key=f"svg-{slot}",
            on_click="ignore",
            help="Save this picture as an SVG file.",
        )
