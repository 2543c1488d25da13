"""The shapes of the physics picture: a point for each fate of a row, and windows as columns when batches are many."""

from __future__ import annotations

from collections.abc import Sequence

from planviz.analysis.lateness import DROPPED, LATE, ON_TIME
from planviz.analysis.window_life import WindowLife
from planviz.render.physics_scene import Scene
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, number, text, text_width

LEAST_COLUMN = 4
"""Without strips, a window narrower than this many pixels is not drawn."""


def shape_path(status: str, places: Sequence[tuple[float, float]], colors: Palette, size: float = 1.0) -> str:
    """All points of one fate: a disc, a diamond, a half-empty diamond, or a cross."""
    if status == ON_TIME:
        d = "".join(f"M{number(x)} {number(y)}h0" for x, y in places)
        return element(
            "path", d=d, stroke=colors.on_time, stroke_width=number(9 * size), stroke_linecap="round", fill="none"
        )
    if status == DROPPED:
        r = 4.2 * size
        d = "".join(
            f"M{number(x - r)} {number(y - r)}l{number(2 * r)} {number(2 * r)}m0 -{number(2 * r)}l-{number(2 * r)} {number(2 * r)}"
            for x, y in places
        )
        return element("path", d=d, stroke=colors.dropped, stroke_width=number(2.8 * size), stroke_linecap="round")
    r = 6 * size
    whole = "".join(
        f"M{number(x)} {number(y - r)}l{number(r)} {number(r)}l-{number(r)} {number(r)}l-{number(r)} -{number(r)}z"
        for x, y in places
    )
    edge = {"stroke": colors.late_edge, "stroke_width": number(1.2 * size)} if size > 0.7 else {}
    if status == LATE:
        return element("path", d=whole, fill=colors.late, **edge)
    half = "".join(f"M{number(x)} {number(y - r)}l{number(r)} {number(r)}l-{number(r)} {number(r)}z" for x, y in places)
    outline = {"stroke": colors.dropped, "stroke_width": number(1.8 * size)}
    return element("path", d=whole, fill=colors.background, **outline) + element("path", d=half, fill=colors.late)


def window_columns(scene: Scene, colors: Palette, words: bool = True) -> str:
    """Windows as columns from the batch that opened them to the one that closed them, for scenes without strips."""
    if scene.detailed:
        return ""
    open_ones = (life for life in scene.physics.windows if life.ever_open)
    lives = [life for life in open_ones if scene.x(life.end) - scene.x(life.start) >= LEAST_COLUMN]
    opacity = f"{0.2 / max(scene.lanes, 1):.3f}"
    parts = [_column(scene, life, colors, opacity) for life in lives]
    return "".join(parts + [_closing(scene, life, colors, words) for life in lives if life.closed is not None])


def _column(scene: Scene, life: WindowLife, colors: Palette, opacity: str) -> str:
    left, right = scene.x(life.start), scene.x(life.end)
    lower = scene.places[max(life.opened, 0)].bottom
    upper = scene.places[life.closed if life.closed is not None else -1].top
    return element(
        "rect",
        x=left + 0.5,
        y=upper,
        width=right - left - 1,
        height=max(lower - upper, 0),
        fill=colors.window,
        fill_opacity=opacity,
    )


def _closing(scene: Scene, life: WindowLife, colors: Palette, worded: bool) -> str:
    """The lid of a column, and how many rows it took in, if there is room to say so."""
    assert life.closed is not None
    left, right, y = scene.x(life.start), scene.x(life.end), scene.places[life.closed].top
    lid = element(
        "path", d=f"M{number(left + 1)} {number(y)}H{number(right - 1)}", stroke=colors.window, stroke_width=2
    )
    words = f"{life.total:,} rows" if life.total and worded else ""
    if scene.lanes > 1 or not words or text_width(words, 10.5) > right - left - 4:
        return lid
    return lid + text((left + right) / 2, y - 5, words, colors.window_text, 10.5, text_anchor="middle")
