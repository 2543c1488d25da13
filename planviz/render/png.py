"""Turns an SVG into a PNG, without a browser."""

from __future__ import annotations

import math

import resvg_py

LONGEST, MOST = 16_000, 32_000_000
"""Pixels in either direction, and in all: more than that takes long to draw, and few viewers open it."""


def svg_to_png(svg: str, width: float, height: float, scale: float = 2.0) -> bytes:
    """The picture `scale` times as large as it says, or as large as a PNG may sensibly be."""
    zoom = min(scale, LONGEST / max(width, height, 1.0), math.sqrt(MOST / max(width * height, 1.0)))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family="Liberation Sans"))
