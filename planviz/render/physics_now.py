"""The line of the present: where the watermark stands, and how far the newest event is ahead of it."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.moment import length_text
from planviz.render.physics_scene import Scene
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, number, text, text_width

SIZE = 12
BESIDE = 130
"""With so much room on its left the watermark's name stands beside it."""
LEAST_SPAN = 40
"""In a shorter arrow there is no room for the delay."""
LEAST_ARROW = 18
"""In a shorter arrow the two heads would run into each other."""


@dataclass(frozen=True, slots=True)
class Present:
    """What the line says at a step, and where; y is measured from the line.

    `span` leads from the watermark to the newest event if it is the delay that lies between them.
    """

    label: str
    x: float
    y: float
    anchor: str
    span: tuple[float, float] | None = None
    delay: str = ""


def find_present(scene: Scene, step: int) -> Present | None:
    """What to say at a step; None before the first batch."""
    batch, left = scene.at(step), scene.frame.left
    if batch is None:
        return None
    if batch.watermark is None:
        return Present(_no_watermark(scene), left + 6, -6.5, "start")
    x, span = scene.x(batch.watermark), _span(scene, batch)
    label = f"watermark {scene.physics.clock.text(batch.watermark)}"
    delay = length_text(scene.physics.delay / 1000) if span and scene.physics.delay is not None else ""
    room = span is not None and span[1] - span[0] > LEAST_SPAN
    if x - left > BESIDE:
        return Present(label, x - 8, -7, "end", span, delay if room else "")
    covered = span is not None and sum(span) / 2 - text_width(delay, SIZE) / 2 < left + 10 + text_width(label, SIZE)
    if covered:
        # The delay would stand in the name, so the name tells it.
        return Present(f"{label}, {delay} behind", left + 4, -20, "start", span)
    return Present(label, left + 4, -20, "start", span, delay if room else "")


def _no_watermark(scene: Scene) -> str:
    waits = any(each.delay_ms is not None for each in scene.physics.event_times)
    return "no watermark yet" if waits else "no watermark"


def _span(scene: Scene, batch: BatchFacts) -> tuple[float, float] | None:
    if batch.watermark is None or batch.seen is None or not scene.inside(batch.seen):
        return None
    if not scene.physics.delay or batch.seen - batch.watermark != scene.physics.delay:
        return None
    start, end = scene.x(batch.watermark), scene.x(batch.seen)
    return (start, end) if end - start >= LEAST_ARROW else None


def now_line(scene: Scene, step: int, colors: Palette) -> str:
    """The line with its words."""
    state = f"M{number(scene.state_left)} 0H{number(scene.right)}" if scene.physics.operators else ""
    path = f"M{number(scene.frame.left)} 0h{number(scene.plot_width)}{state}"
    line = element("path", d=path, stroke=colors.text, stroke_width="1.8")
    present = find_present(scene, step)
    return line + (_words(present, colors) if present else "")


def _words(present: Present, colors: Palette) -> str:
    bold = {"font_weight": "600"}
    label = text(present.x, present.y, present.label, colors.watermark, SIZE, text_anchor=present.anchor, **bold)
    if present.span is None:
        return label
    start, end = present.span
    arrow = element("path", d=f"M{number(start + 2)} -7H{number(end - 2)}", stroke=colors.text, stroke_width="1.2")
    heads = f"M{number(start + 1)} -7l7 -3.5v7zM{number(end - 1)} -7l-7 -3.5v7z"
    delay = text((start + end) / 2, -12, present.delay, colors.text, 11, text_anchor="middle", **bold)
    return arrow + element("path", d=heads, fill=colors.text) + (delay if present.delay else "") + label
