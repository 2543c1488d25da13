"""Draws two plans side by side, with a band from each operator of the one to what it is in the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from planviz.analysis.stage_match import CHANGED, MOVED, StageMatch
from planviz.model import Plan
from planviz.render.palette import THEMES, Theme
from planviz.render.plan_cards import Decorations, Mark
from planviz.render.plan_layout import Box, Scene, lay_out, moved
from planviz.render.plan_svg import SvgOptions, framed_svg, scene_parts
from planviz.render.safe_text import clipped, escaped

BETWEEN, HEAD = 150, 40
BEFORE, AFTER = "a", "b"
"""What stands before the node ids of the two plans."""


@dataclass(frozen=True, slots=True)
class PlanSide:
    """One of the two plans: its heading, the roles of its operators, and what to call those the other one lacks."""

    plan: Plan
    title: str
    roles: Mapping[int, str] = field(default_factory=dict)
    alone: str = ""


def plan_pair_to_svg(before: PlanSide, after: PlanSide, match: StageMatch, options: SvgOptions) -> str:
    """The earlier plan on the left; bands are grey where nothing changed, and dashed where an operator moved."""
    gone = {node: Mark("removed", before.alone) for node in match.gone}
    new = {node: Mark("added", after.alone) for node in match.new}
    left = lay_out(before.plan, "vertical", Decorations(roles=before.roles, marks=gone))
    right = lay_out(after.plan, "vertical", Decorations(roles=after.roles, marks=new))
    tall = max(left.height, right.height)
    left = moved(left, 0, HEAD)
    right = moved(right, left.width + BETWEEN, HEAD)
    theme = THEMES[options.theme]
    parts = [
        _heading(before.title, left.width / 2, left.width, theme),
        _heading(after.title, left.width + BETWEEN + right.width / 2, right.width, theme),
        *_bands(left, right, match, theme),
        *scene_parts(left, replace(options, prefix=BEFORE)),
        *scene_parts(right, replace(options, prefix=AFTER)),
    ]
    label = f"{before.title} and {after.title} side by side"
    return framed_svg(parts, left.width + BETWEEN + right.width, HEAD + tall, label, options)


def _heading(text: str, x: float, width: float, theme: Theme) -> str:
    """A plan's title, no wider than the plan and half of the room beside it."""
    return (
        f'<text x="{x:.1f}" y="28" font-size="15" font-weight="700" text-anchor="middle" '
        f'fill="{theme.text}">{escaped(clipped(text, 15, width + BETWEEN / 2, bold=True))}</text>'
    )


def _bands(left: Scene, right: Scene, match: StageMatch, theme: Theme) -> list[str]:
    starts = {box.card.node: box for box in left.boxes}
    ends = {box.card.node: box for box in right.boxes}
    return [
        _band(starts[link.before], ends[node], link.kind, link.note, theme)
        for link in match.links
        for node in link.after
        if link.before in starts and node in ends
    ]


def _band(start: Box, end: Box, kind: str, note: str, theme: Theme) -> str:
    colour = {CHANGED: theme.changed, MOVED: theme.added}.get(kind, theme.edge)
    dash = ' stroke-dasharray="7 5"' if kind == MOVED else ""
    x1, y1 = start.x + start.card.width + 3, start.y + start.card.height / 2
    x2, y2 = end.x - 3, end.y + end.card.height / 2
    middle = (x1 + x2) / 2
    return (
        f'<path class="band" data-from="{BEFORE}{start.card.node}" data-to="{AFTER}{end.card.node}" '
        f'd="M{x1:.1f},{y1:.1f}C{middle:.1f},{y1:.1f} {middle:.1f},{y2:.1f} {x2:.1f},{y2:.1f}" fill="none" '
        f'stroke="{colour}" stroke-width="2" stroke-opacity=".55"{dash}>'
        f"<title>{escaped(f'{kind}: {note}' if note else kind)}</title></path>"
    )
