"""Draws the physics of one run or of several as SVG: everything once, and a curtain over what has not happened yet."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.render.physics_axes import draw_axes, draw_title, state_heading
from planviz.render.physics_board import Board
from planviz.render.physics_data import draw_data
from planviz.render.physics_legend import draw_legend
from planviz.render.physics_now import now_line
from planviz.render.physics_scene import Scene
from planviz.render.physics_theme import PALETTES, Palette
from planviz.render.svg_element import element, number
from planviz.render.svg_parts import FONT

CURTAIN_OPACITY = 0.9


def board_to_svg(board: Board, theme: str = "light", position: float | None = None) -> str:
    """The picture at a moment: position 3 is after the third step, None is the end.

    For a player pass `position=-1`: then curtain and "now" line are left out.
    """
    colors = PALETTES[theme]
    parts = [
        element("rect", class_="paper", width=board.width, height=board.height, fill=colors.background),
        draw_legend(board, colors),
    ]
    moment = len(board.tops) if position is None else position
    for scene, title, left in zip(board.scenes, board.titles, board.lefts, strict=True):
        drawn = [draw_title(scene, title, colors), draw_axes(scene, colors)]
        drawn.append(element("g", "".join(draw_data(scene, colors)), class_="data"))
        drawn.append(state_heading(scene, colors))
        if moment >= 0:
            drawn += _curtain(board, scene, moment, colors)
        parts.append(element("g", "".join(drawn), transform=f"translate({number(left)} 0)") if left else "".join(drawn))
    return element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(board.width)} {number(board.height)}",
        width=board.width,
        height=board.height,
        font_family=FONT,
        role="img",
        aria_label=_label(board),
    )


def curtain_box(scene: Scene) -> tuple[float, float, float, float]:
    """What the curtain can hide of a scene: left, top, right and bottom."""
    return scene.frame.left - 1, scene.frame.top - 8, scene.right + 1, scene.bottom


def _curtain(board: Board, scene: Scene, position: float, colors: Palette) -> Iterator[str]:
    """The curtain over the future and the "now" line, for pictures that stand alone."""
    y = board.position_y(position)
    if position < len(board.tops):
        left, top, right, _ = curtain_box(scene)
        box = {"x": left, "y": top, "width": right - left, "height": y - top}
        yield element("rect", fill=colors.background, fill_opacity=str(CURTAIN_OPACITY), **box)
    yield element("g", now_line(scene, board.step_at(position), colors), transform=f"translate(0 {number(y)})")


def _label(board: Board) -> str:
    several = f" of {len(board.scenes)} runs" if len(board.scenes) > 1 else ""
    noun = board.noun if len(board.tops) == 1 else {"batch": "batches", "step": "steps"}[board.noun]
    return f"Event time against processing time{several}, {len(board.tops)} {noun}"
