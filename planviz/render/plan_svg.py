"""Draws a scene as one stand-alone SVG: the picture on the screen is the picture in the file."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from planviz.analysis.counted import counted
from planviz.model import Plan
from planviz.render.palette import FAMILY_STYLES, MONO, SANS, THEMES, Theme
from planviz.render.plan_cards import (
    CHIP_GAP,
    CHIP_SIZE,
    LINE_SIZE,
    NAME_SIZE,
    PAD,
    ROLE_SIZE,
    Decorations,
    Mark,
    chip_width,
    role_width,
)
from planviz.render.plan_layout import EDGE_LABELS, Box, Edge, Group, Scene, lay_out, moved
from planviz.render.safe_text import escaped, text_width

CAPTION_HEIGHT = 34


@dataclass(frozen=True, slots=True)
class SvgOptions:
    """How to draw: `interactive` adds what only the app needs and leaves the background to the page."""

    theme: str = "light"
    caption: str = ""
    interactive: bool = False
    prefix: str = ""
    """Stands before the node ids, where a picture holds more than one plan."""


def plan_to_svg(
    plan: Plan, layout: str = "vertical", decorations: Decorations | None = None, options: SvgOptions | None = None
) -> str:
    """The whole plan as SVG. The same plan and options give the same text."""
    return scene_to_svg(lay_out(plan, layout, decorations), options or SvgOptions())


def scene_to_svg(scene: Scene, options: SvgOptions) -> str:
    """The scene with a background and a caption below, if they are wished for."""
    width, height = max(scene.width, _caption_width(options.caption)), scene.height
    height += CAPTION_HEIGHT if options.caption else 0
    # A picture that is narrower than its caption stands in the middle.
    placed = moved(scene, (width - scene.width) / 2, 0)
    label = f"Plan of {len(scene.boxes)} operators"
    return framed_svg(scene_parts(placed, options), width, height, label, options)


def scene_parts(scene: Scene, options: SvgOptions) -> list[str]:
    """Groups first, then edges, then cards, so that cards are never covered."""
    theme = THEMES[options.theme]
    most = max((edge.rows or 0 for edge in scene.edges), default=0)
    sideways = scene.layout == "horizontal"
    return [
        *(_group(group, theme) for group in scene.groups),
        *(_edge(edge, most, sideways, theme, options.prefix) for edge in scene.edges),
        *(_card(box, options, theme, index == 0) for index, box in enumerate(scene.boxes)),
    ]


def framed_svg(parts: list[str], width: float, height: float, label: str, options: SvgOptions) -> str:
    """The parts as a stand-alone picture; the app leaves the background to the page."""
    theme = THEMES[options.theme]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" font-family="{SANS}" role="group" aria-label="{escaped(label)}">'
    )
    background = "" if options.interactive else _rect(0, 0, width, height, f'fill="{theme.background}"')
    caption = ""
    if options.caption:
        caption = (
            f'<text x="{_n(width / 2)}" y="{_n(height - 16)}" font-size="12" text-anchor="middle" '
            f'fill="{theme.muted}">{escaped(options.caption)}</text>'
        )
    return "".join([head, background, *parts, caption, "</svg>"])


def svg_size(svg: str) -> tuple[float, float]:
    """The width and height which such a picture says it has."""
    size = re.search(r' width="([\d.]+)" height="([\d.]+)"', svg)
    return (float(size.group(1)), float(size.group(2))) if size else (1.0, 1.0)


def _caption_width(caption: str) -> float:
    return text_width(caption, 12) + 32 if caption else 0


def _n(value: float) -> str:
    """A number with at most one decimal, and none where it says nothing."""
    return f"{value:.1f}".removesuffix(".0")


def _rect(x: float, y: float, width: float, height: float, attributes: str) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {attributes}/>'


def _group(group: Group, theme: Theme) -> str:
    """The outline of overlapping rectangles: their lines first, and their fills over all inner lines."""
    rounded = group.rectangles[:1] if len(group.rectangles) == 1 else ()
    line = "".join(
        _rect(
            *shape,
            f'rx="{10 if shape in rounded else 3}" fill="none" stroke="{theme.group_line}" stroke-width="2.4" stroke-dasharray="5 4"',
        )
        for shape in group.rectangles
    )
    fill = "".join(
        _rect(*shape, f'rx="{10 if shape in rounded else 3}" fill="{theme.group_fill}"') for shape in group.rectangles
    )
    label = (
        f'<text x="{_n(group.x)}" y="{_n(group.y)}" font-size="9.5" fill="{theme.muted}" '
        f'letter-spacing=".3">{escaped(group.label)}</text>'
    )
    return f'<g class="group">{line}{fill}{label}</g>'


def _edge(edge: Edge, most: int, sideways: bool, theme: Theme, prefix: str) -> str:
    """A curve with an arrow head at the parent; the more rows, the wider."""
    width = 1.3 + (4.2 * math.log1p(edge.rows) / math.log1p(most) if edge.rows and most else 0)
    dash = "" if edge.kind == "child" else ' stroke-dasharray="2 5"'
    return (
        f'<g class="edge" data-child="{prefix}{edge.child}" data-parent="{prefix}{edge.parent}">'
        f'<path d="{_curve(edge, sideways)}" fill="none" stroke="{theme.edge}" stroke-width="{_n(width)}" '
        f'stroke-opacity=".8" stroke-linecap="round"{dash}/>'
        f'<path d="{_arrow(edge, sideways)}" fill="{theme.edge}"/>{_edge_label(edge, sideways, theme)}</g>'
    )


def _curve(edge: Edge, sideways: bool) -> str:
    if sideways:
        middle = _n((edge.x1 + edge.bend_x) / 2)
        curve = f"C{middle},{_n(edge.y1)} {middle},{_n(edge.bend_y)} {_n(edge.bend_x)},{_n(edge.bend_y)}"
        return f"M{_n(edge.x1)},{_n(edge.y1)}{curve}H{_n(edge.x2 - 7)}"
    middle = _n((edge.y1 + edge.bend_y) / 2)
    curve = f"C{_n(edge.x1)},{middle} {_n(edge.bend_x)},{middle} {_n(edge.bend_x)},{_n(edge.bend_y)}"
    return f"M{_n(edge.x1)},{_n(edge.y1)}{curve}V{_n(edge.y2 + 7)}"


def _arrow(edge: Edge, sideways: bool) -> str:
    x, y = edge.x2, edge.y2
    if sideways:
        return f"M{_n(x - 9)},{_n(y - 5)}L{_n(x - 1)},{_n(y)}L{_n(x - 9)},{_n(y + 5)}z"
    return f"M{_n(x - 5)},{_n(y + 9)}L{_n(x)},{_n(y + 1)}L{_n(x + 5)},{_n(y + 9)}z"


def edge_label(edge: Edge) -> str:
    """What stands at an edge: what kind it is if not plain data flow, and the rows that went over it."""
    rows = "" if edge.rows is None else counted(edge.rows, "row")
    return " · ".join(part for part in (EDGE_LABELS.get(edge.kind, ""), rows) if part)


def _edge_label(edge: Edge, sideways: bool, theme: Theme) -> str:
    label = edge_label(edge)
    if not label:
        return ""
    if sideways:
        x, y, anchor = (edge.x1 + edge.bend_x) / 2, (edge.y1 + edge.bend_y) / 2 - edge.lift, "middle"
        if abs(edge.y1 - edge.bend_y) > 8:
            x, y, anchor = edge.x1 + 8, edge.y1 - edge.lift, "start"
    else:
        x, y, anchor = edge.x1 + 8, edge.y1 - edge.lift, "start"
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="10.5" text-anchor="{anchor}" fill="{theme.muted}" '
        f'paint-order="stroke" stroke="{theme.background}" stroke-width="3" stroke-linejoin="round">{escaped(label)}</text>'
    )


def _card(box: Box, options: SvgOptions, theme: Theme, root: bool) -> str:
    card = box.card
    style = FAMILY_STYLES[card.family]
    line, fill = style.line(options.theme), style.fill(options.theme)
    dash = ' stroke-dasharray="4 3"' if card.ghost else ""
    faint = ' opacity=".62"' if card.ghost else ""
    spoken = f"{card.title}. {card.role}" if card.role else card.title
    parts = [
        (
            f'<g class="node{" root" if root else ""}" data-id="{options.prefix}{card.node}" tabindex="{0 if root else -1}" role="button" '
            f'aria-label="{escaped(spoken)}"{faint}>'
        ),
        f"<title>{escaped(card.title)}</title>",
        _mark(box, theme),
        _rect(
            box.x,
            box.y,
            card.width,
            card.height,
            f'class="card" rx="9" fill="{fill}" stroke="{line}" stroke-width="1.2"{dash}',
        ),
        _icon(box, style.icon, line, theme),
        (
            f'<text x="{_n(box.x + PAD + 22)}" y="{_n(box.y + 19.5)}" font-size="{NAME_SIZE:g}" font-weight="700" '
            f'fill="{theme.text}">{escaped(card.name)}</text>'
        ),
        _role(box, theme),
    ]
    if card.line:
        parts.append(
            f'<text x="{_n(box.x + PAD)}" y="{_n(box.y + 39)}" font-size="{LINE_SIZE:g}" font-family="{MONO}" '
            f'fill="{theme.muted}">{escaped(card.line)}</text>'
        )
    parts += [_chips(box, line, theme), _badge(box, theme), _fold(box, options, theme, line), "</g>"]
    return "".join(parts)


def _icon(box: Box, path: str, colour: str, theme: Theme) -> str:
    x, y = box.x + PAD - 2, box.y + 6
    return (
        _rect(x, y, 18, 18, f'rx="5" fill="{colour}"')
        + f'<path transform="translate({_n(x + 2.2)},{_n(y + 2.2)}) scale(.85)" d="{path}" fill="none" '
        f'stroke="{theme.on_accent}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _role(box: Box, theme: Theme) -> str:
    role = box.card.role
    if not role:
        return ""
    width = role_width(role)
    x = box.x + box.card.width - width - 8
    return (
        _rect(x, box.y + 7, width, 16, f'rx="8" fill="{theme.role}"')
        + f'<text x="{_n(x + width / 2)}" y="{_n(box.y + 18.6)}" font-size="{ROLE_SIZE:g}" font-weight="700" '
        f'text-anchor="middle" fill="{theme.on_accent}">{escaped(role)}</text>'
    )


def _chips(box: Box, line: str, theme: Theme) -> str:
    x, y = box.x + PAD, box.y + (46 if box.card.line else 29)
    parts = []
    for label, value in box.card.chips:
        width = chip_width(label, value)
        parts.append(
            _rect(
                x, y, width, 17, f'rx="8.5" fill="{theme.chip}" stroke="{line}" stroke-opacity=".4" stroke-width=".8"'
            )
            + f'<text x="{_n(x + 6)}" y="{_n(y + 12)}" font-size="{CHIP_SIZE:g}" fill="{theme.muted}">{escaped(label)} '
            f'<tspan font-weight="700" fill="{theme.text}">{escaped(value)}</tspan></text>'
        )
        x += width + CHIP_GAP
    return "".join(parts)


def _mark_colour(mark: Mark, theme: Theme) -> str:
    return {"added": theme.added, "removed": theme.removed}.get(mark.kind, theme.changed)


def _mark(box: Box, theme: Theme) -> str:
    """A ring around a card which is new or has changed."""
    mark = box.card.mark
    if mark is None:
        return ""
    colour = _mark_colour(mark, theme)
    return _rect(
        box.x - 4, box.y - 4, box.card.width + 8, box.card.height + 8,
        f'rx="12" fill="none" stroke="{colour}" stroke-width="2.2"',
    )  # fmt: skip


def _badge(box: Box, theme: Theme) -> str:
    """What has changed, on the ring."""
    mark = box.card.mark
    if mark is None or not mark.text:
        return ""
    colour = _mark_colour(mark, theme)
    width = text_width(mark.text, 9.5, bold=True) + 12
    # At the bottom, where neither a row count nor a stage's name can stand.
    x, y = box.x + box.card.width - width - 6, box.y + box.card.height - 4
    return (
        _rect(x, y, width, 15, f'rx="7.5" fill="{colour}"')
        + f'<text x="{_n(x + width / 2)}" y="{_n(y + 10.8)}" font-size="9.5" font-weight="700" text-anchor="middle" '
        f'fill="{theme.on_accent}">{escaped(mark.text)}</text>'
    )


def _fold(box: Box, options: SvgOptions, theme: Theme, line: str) -> str:
    """How many operators a folded card hides; in the app also the handle that folds."""
    card = box.card
    if not card.hidden and not (options.interactive and card.foldable):
        return ""
    text = f"+{card.hidden}" if card.hidden else "–"
    width = max(text_width(text, 10, bold=True) + 10, 18)
    x, y = box.x + 14, box.y + card.height - 8
    kind = "fold folded" if card.hidden else "fold"
    return (
        f'<g class="{kind}" data-fold="{options.prefix}{card.node}">'
        + _rect(x, y, width, 16, f'rx="8" fill="{theme.background}" stroke="{line}" stroke-width="1.2"')
        + f'<text x="{_n(x + width / 2)}" y="{_n(y + 11.6)}" font-size="10" font-weight="700" text-anchor="middle" '
        f'fill="{line}">{text}</text></g>'
    )
