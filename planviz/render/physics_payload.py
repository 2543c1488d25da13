"""What the browser needs beside the drawing: where each batch ends, what the "now" line says, and what points tell."""

from __future__ import annotations

import hashlib
from typing import Any

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.moment import length_text
from planviz.analysis.point_sentence import point_arrival, point_name, point_outcome
from planviz.render.physics_points import Point, place_points
from planviz.render.physics_scene import LEFT, TOP, WIDTH, Scene
from planviz.render.physics_svg import EXPLAINED_POINTS, no_watermark, scene_to_svg
from planviz.render.physics_theme import PALETTES

MOST_NOW = 3000
"""Above this many batches the "now" line says only where it is."""


def scene_to_payload(scene: Scene, theme: str, title: str, run: str, first: int = 0) -> dict[str, Any]:
    """Plain JSON values for the picture in the browser; the drawing is already escaped, the rest is set as text.

    `first` is the index of the scene's first batch in the whole run.
    """
    svg = scene_to_svg(scene, theme, position=-1, title=title)
    colors = PALETTES[theme]
    points = place_points(scene)
    words: dict[str, int] = {}
    told = [_point(scene, point, words) for point in points] if len(points) > EXPLAINED_POINTS else []
    batches = scene.physics.batches
    return {
        "svg": svg,
        "hash": hashlib.sha256(svg.encode()).hexdigest()[:16],
        "run": run,
        "first": first,
        "size": {"width": WIDTH, "height": round(scene.canvas_height, 1)},
        "plot": {
            "left": LEFT,
            "right": round(LEFT + scene.plot_width, 1),
            "top": TOP,
            "bottom": round(scene.bottom, 1),
            "state": round(scene.state_left, 1) if scene.physics.operators else None,
        },
        "tops": [round(top, 1) for top in scene.tops],
        "now": [_now(scene, batch) for batch in batches] if len(batches) <= MOST_NOW else [],
        "delay": length_text(scene.physics.delay / 1000) if scene.physics.delay is not None else "",
        "points": told,
        "words": list(words),
        "colors": {"text": colors.text, "watermark": colors.watermark},
    }


def _point(scene: Scene, point: Point, words: dict[str, int]) -> list[Any]:
    """Place and name, and two parts of its sentence by their numbers: many points share them."""
    clock = scene.physics.clock
    arrival = point_arrival(point.row, scene.physics.batches[point.row.batch], clock)
    parts = [words.setdefault(part, len(words)) for part in (arrival, point_outcome(point.row, clock))]
    return [round(point.x, 1), round(point.y, 1), point_name(point.row, clock), *parts, point.count]


def _now(scene: Scene, batch: BatchFacts) -> list[Any]:
    """The watermark's place and name, and the place of the newest event if the delay leads there."""
    if batch.watermark is None:
        return [None, no_watermark(scene), None]
    reached = batch.seen is not None and batch.seen - batch.watermark == scene.physics.delay
    seen = scene.x(batch.seen) if batch.seen is not None and reached and scene.inside(batch.seen) else None
    name = f"watermark {scene.physics.clock.text(batch.watermark)}"
    return [round(scene.x(batch.watermark), 1), name, round(seen, 1) if seen is not None else None]
