"""What the browser needs beside the drawing: where each batch ends, what the "now" line says, and what points tell."""

from __future__ import annotations

import hashlib
from typing import Any

from planviz.analysis.point_sentence import point_arrival, point_name, point_outcome
from planviz.render.physics_board import Board
from planviz.render.physics_data import EXPLAINED_POINTS
from planviz.render.physics_now import find_present
from planviz.render.physics_points import Point, place_points
from planviz.render.physics_scene import Scene
from planviz.render.physics_svg import board_to_svg, curtain_box
from planviz.render.physics_theme import PALETTES

MARKS = {"data": "d", "no-data": "n", "failed": "f"}
"""A letter for each kind of batch: what the player draws its marks from."""
MOST_NOW = 3000
"""Above this many batches the "now" line says only where it is."""


def board_to_payload(board: Board, theme: str, run: str, first: int = 0) -> dict[str, Any]:
    """Plain JSON values for the picture in the browser; the drawing is already escaped, the rest is set as text.

    `first` is the index of the board's first step among all that the player has.
    """
    svg = board_to_svg(board, theme, position=-1)
    colors = PALETTES[theme]
    words: dict[str, int] = {}
    points = [
        point for scene, left in zip(board.scenes, board.lefts, strict=True) for point in _points(scene, left, words)
    ]
    return {
        "svg": svg,
        "hash": hashlib.sha256(svg.encode()).hexdigest()[:16],
        "run": run,
        "first": first,
        "size": {"width": round(board.width, 1), "height": round(board.height, 1)},
        "top": round(board.top, 1),
        "bottom": round(board.bottom, 1),
        "tops": [round(top, 1) for top in board.tops],
        "panels": [_panel(scene, left) for scene, left in zip(board.scenes, board.lefts, strict=True)],
        "points": points,
        "words": list(words),
        "colors": {"text": colors.text, "watermark": colors.watermark},
    }


def player_data(board: Board, run: str) -> dict[str, Any]:
    """What the player of a page needs that shows nothing but this board."""
    return {
        "run": run,
        "ids": list(board.ids),
        "kinds": "".join(MARKS[kind] for kind in board.kinds),
        "noun": board.noun,
        "place": board.ids[-1],
        "follow": False,
        "seq": 0,
        "live": False,
    }


def _panel(scene: Scene, left: float) -> dict[str, Any]:
    """Where one run is on the canvas, and what its part of the "now" line says at each step."""
    x, y, right, _ = curtain_box(scene)
    steps = range(len(scene.steps))
    return {
        "curtain": [round(left + x, 1), round(y, 1), round(left + right, 1)],
        "plot": [round(left + scene.frame.left, 1), round(left + scene.frame.left + scene.plot_width, 1)],
        "state": [round(left + scene.state_left, 1), round(left + scene.right, 1)] if scene.physics.operators else None,
        "now": [_now(scene, step, left) for step in steps] if len(steps) <= MOST_NOW else [],
    }


def _points(scene: Scene, left: float, words: dict[str, int]) -> list[list[Any]]:
    """The points of a run that has too many for each to carry its own sentence."""
    points = place_points(scene)
    return [_point(scene, point, left, words) for point in points] if len(points) > EXPLAINED_POINTS else []


def _point(scene: Scene, point: Point, left: float, words: dict[str, int]) -> list[Any]:
    """Place and name, and two parts of its sentence by their numbers: many points share them."""
    clock = scene.physics.clock
    arrival = point_arrival(point.row, scene.physics.batches[point.row.batch], clock)
    parts = [words.setdefault(part, len(words)) for part in (arrival, point_outcome(point.row, clock))]
    return [round(left + point.x, 1), round(point.y, 1), point_name(point.row, clock), *parts, point.count]


def _now(scene: Scene, step: int, left: float) -> list[Any]:
    """The words of the "now" line, where they stand, and the arrow over the delay."""
    present = find_present(scene, step)
    if present is None:
        return []
    arrow = [round(left + x, 1) for x in present.span] if present.span else None
    return [present.label, round(left + present.x, 1), present.y, present.anchor, arrow, present.delay]
