"""The physics picture in the browser: moved by the player, kept as it is while nothing changes."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.physics import Physics, find_physics
from planviz.model import Recording
from planviz.render.physics_board import Board
from planviz.render.physics_payload import board_to_payload
from planviz.render.web import web_file

_PICTURE = st.components.v2.component(
    "planviz_physics", html=web_file("picture.html"), css=web_file("picture.css"), js=web_file("picture.js")
)

KEPT = 3
"""The physics of so many recordings is kept: as many as are compared."""


def show_physics(board: Board, run: str, theme: str, first: int = 0) -> None:
    """Show the picture. What it is given depends on no step, so that stepping sends nothing to the browser again."""
    _PICTURE(key=f"physics-{run}", data=board_to_payload(board, theme, run, first))


def physics_of(recording: Recording, run: str) -> Physics:
    """The physics of a recording, found once for as long as it does not grow."""
    batches = recording.batches
    grown = (len(batches), sum(len(b.inputs) for b in batches), sum(b.state is not None for b in batches))
    memory: dict[str, tuple[object, Physics]] = st.session_state.setdefault("physics", {})
    if run not in memory or memory[run][0] != grown:
        while len(memory) >= KEPT:
            del memory[next(iter(memory))]
        memory[run] = (grown, find_physics(recording))
    return memory[run][1]
