"""Turns an SVG into a PNG, without a browser."""

from __future__ import annotations

import resvg_py

LARGEST = 16_000
"""Pixels in either direction; more than this no viewer opens, and the memory it takes is enormous."""


def svg_to_png(svg: str, width: float, height: float, scale: float = 2.0) -> bytes:
    """The picture `scale` times as large as it says, or as large as a PNG may sensibly be."""
    zoom = min(scale, LARGEST / max(width, height, 1.0))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family="Liberation Sans"))
