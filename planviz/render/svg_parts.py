"""The parts SVG diagrams are made of: escaped text, boxes, and the frame around them."""

from __future__ import annotations

from planviz.render.inks import Inks
from planviz.render.safe_text import clipped, escaped

FONT = "'Source Sans','Source Sans 3','Source Sans Pro',Inter,Helvetica,Arial,'Liberation Sans',sans-serif"


def label(
    x: float,
    y: float,
    text: str,
    color: str,
    size: float = 12,
    anchor: str = "start",
    weight: int = 400,
    width: float | None = None,
    halo: str = "",
) -> str:
    """A line of text; with `width` it is cut to fit, and the whole of it shows on hover; `halo` keeps lines off it."""
    shown = text if width is None else clipped(text, size, width, bold=weight >= 600)
    around = f' stroke="{halo}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"' if halo else ""
    hover = f"<title>{escaped(text)}</title>" if shown != text else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{color}" text-anchor="{anchor}" '
        f'font-weight="{weight}"{around}>{hover}{escaped(shown)}</text>'
    )


def box(
    x: float, y: float, width: float, height: float, fill: str, line: str = "none", radius: float = 4, extra: str = ""
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" rx="{radius:g}" '
        f'fill="{fill}" stroke="{line}"{extra}/>'
    )


def rule(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1, extra: str = "") -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width:g}"{extra}/>'


def picture(width: float, height: float, title: str, parts: list[str], ink: Inks) -> str:
    """A stand-alone SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{FONT}" role="img" aria-label="{escaped(title)}">'
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="{ink.background}"/>{"".join(parts)}</svg>'
    )
