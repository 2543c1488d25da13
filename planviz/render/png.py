"""Turns an SVG into a PNG, without a browser."""

from __future__ import annotations

import math

import resvg_py

ZOOM = 2.0
LONGEST, MOST = 16_000, 32_000_000
"""Pixels in either direction, and in all: more than that takes long to draw, and few viewers open it."""


def svg_to_png(svg: str, zoom: float = ZOOM) -> bytes:
    """The picture in pixels."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))


def sensible_zoom(width: float, height: float) -> float:
    """Twice the size for sharp text, or less where the picture would get too large."""
    return min(ZOOM, LONGEST / max(width, height, 1.0), math.sqrt(MOST / max(width * height, 1.0)))
