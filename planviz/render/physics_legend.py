"""Draws the legend of the physics picture: only what the runs have."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY
from planviz.render.physics_board import Board
from planviz.render.physics_scene import ALONE, Scene
from planviz.render.physics_shapes import shape_path
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, text, text_width

FATES = {
    ON_TIME: "on time",
    LATE: "late, but counted",
    PARTLY: "late: some windows closed",
    DROPPED: "too late: dropped",
}
SPAN, WATERMARK, LATE_WATERMARK = "a batch, first to last", "watermark", "watermark for late rows"
SEEN, WINDOW = "newest event seen", "window"
NAMES = (*FATES.values(), SPAN, WATERMARK, LATE_WATERMARK, SEEN, WINDOW)
"""All that a legend can have, in its order."""
SIZE = 12.5


def draw_legend(board: Board, colors: Palette) -> str:
    """One line of marks and names: under the title of a run, above the titles of several."""
    parts, x, y = [], 24.0, 54 if board.scenes[0].frame is ALONE else 28
    entries = dict(entry for scene in board.scenes for entry in _entries(scene, colors))
    for name in sorted(entries, key=NAMES.index):
        words = text(16, 0, name, colors.text, SIZE)
        parts.append(element("g", entries[name] + words, transform=f"translate({x:.0f} {y})"))
        x += 16 + text_width(name, SIZE) + 30
    return "".join(parts)


def _entries(scene: Scene, colors: Palette) -> Iterator[tuple[str, str]]:
    """The names and marks of what a run has."""
    physics = scene.physics
    present = {row.verdict.status for row in physics.rows}
    for status, name in FATES.items():
        if status in present:
            yield name, shape_path(status, [(4, -4)], colors)
    if len(physics.rows_known) < sum(batch.event_max is not None for batch in physics.batches):
        bar = element("path", d="M-6 -4h16M-6 -8v8M10 -8v8", stroke=colors.on_time, stroke_width="2.2")
        yield SPAN, bar
    line = {"stroke": colors.watermark, "stroke_width": "3"}
    if any(batch.watermark is not None for batch in physics.batches):
        yield WATERMARK, element("path", d="M-8 -4h20", **line)
    if scene.detailed and any(batch.late not in (None, batch.watermark) for batch in physics.batches):
        dots = {"stroke": colors.watermark, "stroke_width": "2.2", "stroke_dasharray": "1.5 3.5"}
        yield LATE_WATERMARK, element("path", d="M-8 -4h20", **dots)
    if any(batch.seen is not None for batch in physics.batches):
        dashes = {"stroke": colors.seen, "stroke_width": "2", "stroke_dasharray": "6 4"}
        yield SEEN, element("path", d="M-8 -4h20", **dashes)
    if physics.windows:
        box = element("rect", x=-6, y=-10, width=16, height=12, rx=3, fill=colors.window, fill_opacity="0.34")
        yield WINDOW, box
