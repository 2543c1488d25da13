"""The canvas of a small picture of a run: its size, its frame, and its few words."""

from __future__ import annotations

from planviz.render.svg_element import element, number, text
from planviz.render.svg_parts import FONT

WIDTH, HEIGHT = 300.0, 92.0
SMALL = 9.5
"""The size of words and figures."""


def small_picture(content: str, told: str, width: float) -> str:
    """The whole picture; `told` is what it says to those who cannot see it."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(HEIGHT)}",
        font_family=FONT,
        role="img",
        aria_label=told,
    )


def small_text(x: float, y: float, words: str, color: str, anchor: str | None = None, weight: str | None = None) -> str:
    """A few words, or a figure."""
    return text(x, y, words, color, SMALL, text_anchor=anchor, font_weight=weight)
