"""Offers the physics picture in every form in which it can leave the app."""

from __future__ import annotations

from functools import partial

import streamlit as st

from planviz.render.physics_board import Board
from planviz.render.physics_export import MIME_TYPES, export_physics

_MOMENT = {".svg": "{place} as SVG", ".png": "{place} as PNG"}
_WHOLE = {
    ".gif": "The run as GIF",
    ".mp4": "The run as MP4",
    ".webm": "The run as WebM",
    ".html": "The run as a page that plays offline",
}


def offer_export(board: Board, run: str, theme: str, step: int) -> None:
    """The picture at a step and the whole run; each is made only when it is asked for."""
    place = f"{board.noun}-{board.ids[step]}"
    name = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in run)
    with st.popover("Save the picture", icon=":material/download:"):
        for suffix, words in {**_MOMENT, **_WHOLE}.items():
            st.download_button(
                words.format(place=place.replace("-", " ").capitalize()),
                partial(export_physics, board, suffix, theme, step + 1),
                f"{name}{f'-{place}' if suffix in _MOMENT else ''}{suffix}",
                MIME_TYPES[suffix],
                key=f"physics-export{suffix}",
                on_click="ignore",
                width="stretch",
            )
