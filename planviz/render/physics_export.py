"""Writes the physics of a run, or of several, in every form that leaves planviz."""

from __future__ import annotations

import tempfile
from pathlib import Path

from planviz.render.animation import board_to_film
from planviz.render.physics_board import Board
from planviz.render.physics_page import board_to_page
from planviz.render.physics_svg import board_to_svg
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
    board: Board,
    suffix: str,
    theme: str = "light",
    position: float | None = None,
    seconds: float | None = None,
) -> bytes:
    """The file's content. Raises KeyError for a suffix that MIME_TYPES does not have.

    SVG and PNG show one moment (`position`, by default the end); the others the whole run.
    """
    if suffix in (".svg", ".png"):
        svg = board_to_svg(board, theme, position)
        return svg.encode() if suffix == ".svg" else svg_to_png(svg)
    if suffix == ".html":
        return board_to_page(board, theme).encode()
    MIME_TYPES[suffix]
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, f"film{suffix}")
        board_to_film(board, path, theme, seconds)
        return path.read_bytes()
