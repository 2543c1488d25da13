"""Draws the line of the present: where the watermark stands, and how far the newest event is ahead of it."""

from __future__ import annotations

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.moment import length_text
from planviz.render.physics_scene import Scene
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, number, text


def now_line(scene: Scene, step: int, colors: Palette) -> str:
    """The line of the present, with the delay between watermark and newest event time on it."""
    batch = scene.at(step)
    state = f"M{number(scene.state_left)} 0H{number(scene.right)}" if scene.physics.operators else ""
    path = f"M{number(scene.frame.left)} 0h{number(scene.plot_width)}{state}"
    line = element("path", d=path, stroke=colors.text, stroke_width="1.8")
    return line + (_words(scene, batch, colors) if batch else "")


def no_watermark(scene: Scene) -> str:
    """What to say in place of a watermark."""
    return (
        "no watermark yet" if any(each.delay_ms is not None for each in scene.physics.event_times) else "no watermark"
    )


def _words(scene: Scene, batch: BatchFacts, colors: Palette) -> str:
    """What the "now" line says: the watermark, and the delay if that is what sets it."""
    clock, left = scene.physics.clock, scene.frame.left
    if batch.watermark is None:
        return text(left + 6, -6, no_watermark(scene), colors.watermark, 12, font_weight="600")
    delay, x = scene.physics.delay, scene.x(batch.watermark)
    label = f"watermark {clock.text(batch.watermark)}"
    parts = []
    if (
        delay is not None
        and batch.seen is not None
        and batch.seen - batch.watermark == delay
        and scene.inside(batch.seen)
    ):
        end = scene.x(batch.seen)
        arrow = f"M{number(x + 2)} -7H{number(end - 2)}"
        heads = f"M{number(x + 1)} -7l7 -3.5v7zM{number(end - 1)} -7l-7 -3.5v7z"
        parts.append(element("path", d=arrow, stroke=colors.text, stroke_width="1.2"))
        parts.append(element("path", d=heads, fill=colors.text))
        middle = text(
            (x + end) / 2, -12, length_text(delay / 1000), colors.text, 11, text_anchor="middle", font_weight="600"
        )
        parts.append(middle if end - x > 40 else "")
    if x - left > 130:
        parts.append(text(x - 8, -7, label, colors.watermark, 12, text_anchor="end", font_weight="600"))
    else:
        parts.append(text(left + 4, -20, label, colors.watermark, 12, font_weight="600"))
    return "".join(parts)
