"""Places the rows of a run on the canvas: with names where they fit, and once where many would cover each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planviz.analysis.row_facts import RowFacts
from planviz.render.physics_layout import LINE, MOST_LABEL, MOST_LINES, label_side, pack_labels
from planviz.render.physics_scene import LABEL_SIZE, LANE, Band, Scene
from planviz.render.physics_shapes import LEAST_COLUMN
from planviz.render.svg_element import shorten

NAMED_POINTS = 80
"""Up to so many rows are named wherever they fit."""
MOST_POINTS = 4000
"""Above this many rows, points on (nearly) the same spot are drawn once."""


@dataclass(frozen=True, slots=True)
class Point:
    """One row, or several of the same fate on one spot (`count`); `side` is where its name stands, 1 on the right."""

    x: float
    y: float
    row: RowFacts
    label: str = ""
    side: int = 1
    count: int = 1


def place_points(scene: Scene) -> tuple[Point, ...]:
    """Every row's point, in the order of the rows."""
    by_batch: dict[int, list[RowFacts]] = {}
    for row in scene.physics.rows:
        by_batch.setdefault(row.batch, []).append(row)
    points = [point for band in scene.bands for point in _place_band(scene, band, by_batch)]
    return tuple(_thin(points) if len(points) > MOST_POINTS else points)


def _place_band(scene: Scene, band: Band, by_batch: dict[int, list[RowFacts]]) -> Iterator[Point]:
    rows = [row for index in range(band.first, band.last + 1) for row in by_batch.get(index, ())]
    if not rows:
        return
    upper = band.top + (4 if scene.detailed else 0)
    lower = band.bottom - (scene.lanes * LANE + 5 if scene.detailed else 0)
    few = scene.detailed or len(scene.physics.rows) <= NAMED_POINTS
    named = _with_names(scene, rows, upper, lower) if few else None
    yield from named if named is not None else _spread(scene, rows, upper, lower)


def _with_names(scene: Scene, rows: Sequence[RowFacts], upper: float, lower: float) -> list[Point] | None:
    """Points with their names beside them, on as few lines as keep them apart; None if they do not fit."""
    places = [(scene.x(row.time), shorten(row.label, MOST_LABEL, LABEL_SIZE)) for row in rows]
    right = scene.frame.left + scene.plot_width
    lines = pack_labels(places, right)
    used = max(lines) + 1
    if used > MOST_LINES or used * LINE > lower - upper + LINE / 2:
        return None
    middle, step = (upper + lower) / 2, min(LINE, (lower - upper) / used)
    return [
        Point(x, middle + (line - (used - 1) / 2) * step, row, label, label_side(x, label, right))
        for (x, label), line, row in zip(places, lines, rows, strict=True)
    ]


def _spread(scene: Scene, rows: Sequence[RowFacts], upper: float, lower: float) -> Iterator[Point]:
    """Points without names, spread over the band in the order of the rows, so that few cover each other."""
    for place, row in enumerate(rows):
        share = (place * 0.618 + 0.5) % 1
        yield Point(scene.x(row.time), lower - share * (lower - upper), row)


def _thin(points: Sequence[Point]) -> Iterator[Point]:
    """One point for all of the same fate that fall on the same 4×4 pixels."""
    found: dict[tuple[int, int, str], list[Point]] = {}
    for point in points:
        found.setdefault((int(point.x / 4), int(point.y / 4), point.row.verdict.status), []).append(point)
    for group in found.values():
        yield Point(group[0].x, group[0].y, group[0].row, count=len(group))


def crowding(scene: Scene) -> Iterator[str]:
    """What the picture leaves out because it could not be seen."""
    merged = max(band.last - band.first + 1 for band in scene.bands)
    if merged > 1:
        yield f"Up to {merged:,} batches share one line of pixels: drawn is where each line ends. A close-up parts them."
    drawn, rows = len(place_points(scene)), len(scene.physics.rows)
    if drawn < rows:
        yield f"{rows:,} rows are drawn as {drawn:,} points: rows of like fate on the same spot are one point."
    open_ones = (life for life in scene.physics.windows if life.ever_open)
    narrow = sum(scene.x(life.end) - scene.x(life.start) < LEAST_COLUMN for life in open_ones)
    if narrow and not scene.detailed:
        yield f"{narrow:,} windows are too narrow to be drawn."
    outside = sum(not scene.inside(row.time) for row in scene.physics.rows)
    if outside:
        yield f"{outside:,} rows lie far outside in event time and are drawn at the edge."
