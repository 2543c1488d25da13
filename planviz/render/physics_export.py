"""Writes the physics of a run in every form that leaves planviz."""

from __future__ import annotations

import tempfile
from pathlib import Path

from planviz.render.animation import scene_to_film
from planviz.render.physics_page import scene_to_page
from planviz.render.physics_scene import Scene
from planviz.render.physics_svg import scene_to_svg
from planviz.render.png import svg_to_png

MIME_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".gif": "image/gif",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".html": "text/html",
}


def export_physics(
    scene: Scene,
    suffix: str,
    theme: str = "light",
    title: str = "",
    position: float | None = None,
    seconds: float | None = None,
) -> bytes:
    """The file's content. Raises KeyError for a suffix that MIME_TYPES does not have.

    SVG and PNG show one moment (`position`, by default the end); the others the whole run.
    """
    if suffix in (".svg", ".png"):
        svg = scene_to_svg(scene, theme, position, title)
        return svg.encode() if suffix == ".svg" else svg_to_png(svg)
    if suffix == ".html":
        return scene_to_page(scene, theme, title, scene.physics.notes).encode()
    MIME_TYPES[suffix]
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, f"film{suffix}")
        scene_to_film(scene, path, theme, title, seconds)
        return path.read_bytes()
