"""Draws the legend of the physics picture: only what the run has."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY
from planviz.render.physics_scene import Scene
from planviz.render.physics_shapes import shape_path
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, text, text_width

NAMES = {
    ON_TIME: "on time",
    LATE: "late, but counted",
    PARTLY: "late: some windows closed",
    DROPPED: "too late: dropped",
}
SIZE = 12.5


def draw_legend(scene: Scene, colors: Palette) -> str:
    """One line of marks and names under the title."""
    parts, x = [], 24.0
    for mark, name in _entries(scene, colors):
        parts.append(element("g", mark + text(16, 0, name, colors.text, SIZE), transform=f"translate({x:.0f} 54)"))
        x += 16 + text_width(name, SIZE) + 30
    return "".join(parts)


def _entries(scene: Scene, colors: Palette) -> Iterator[tuple[str, str]]:
    physics = scene.physics
    present = {row.verdict.status for row in physics.rows}
    for status, name in NAMES.items():
        if status in present:
            yield shape_path(status, [(4, -4)], colors), name
    if len(physics.rows_known) < sum(batch.event_max is not None for batch in physics.batches):
        bar = element("path", d="M-6 -4h16M-6 -8v8M10 -8v8", stroke=colors.on_time, stroke_width="2.2")
        yield bar, "a batch, first to last"
    line = {"stroke": colors.watermark, "stroke_width": "3"}
    if any(batch.watermark is not None for batch in physics.batches):
        yield element("path", d="M-8 -4h20", **line), "watermark"
    if scene.detailed and any(batch.late not in (None, batch.watermark) for batch in physics.batches):
        dots = {"stroke": colors.watermark, "stroke_width": "2.2", "stroke_dasharray": "1.5 3.5"}
        yield element("path", d="M-8 -4h20", **dots), "watermark for late rows"
    if any(batch.seen is not None for batch in physics.batches):
        dashes = {"stroke": colors.seen, "stroke_width": "2", "stroke_dasharray": "6 4"}
        yield element("path", d="M-8 -4h20", **dashes), "newest event seen"
    if physics.windows:
        box = element("rect", x=-6, y=-10, width=16, height=12, rx=3, fill=colors.window, fill_opacity="0.34")
        yield box, "window"
