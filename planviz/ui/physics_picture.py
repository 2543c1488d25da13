"""The physics picture in the browser: moved by the player, kept as it is while nothing changes."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.physics import Physics, find_physics
from planviz.model import Recording
from planviz.render.physics_payload import scene_to_payload
from planviz.render.physics_scene import Scene
from planviz.render.web import web_file

_PICTURE = st.components.v2.component(
    "planviz_physics", html=web_file("picture.html"), css=web_file("picture.css"), js=web_file("picture.js")
)


def show_physics(scene: Scene, run: str, theme: str, title: str, first: int = 0) -> None:
    """Show the picture. What it is given depends on no batch, so that stepping sends nothing to the browser again."""
    _PICTURE(key=f"physics-{run}", data=scene_to_payload(scene, theme, title, run, first))


def physics_of(recording: Recording, run: str) -> Physics:
    """The physics of a recording, found once for as long as it does not grow."""
    batches = recording.batches
    grown = (len(batches), sum(len(b.inputs) for b in batches), sum(b.state is not None for b in batches))
    memory = st.session_state.setdefault("physics", {})
    if memory.get("of") != (run, grown):
        memory["of"], memory["physics"] = (run, grown), find_physics(recording)
    physics: Physics = memory["physics"]
    return physics
