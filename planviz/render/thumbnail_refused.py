"""A small picture of a query that Spark refused: the mark, and Spark's reason."""

from __future__ import annotations

from planviz.analysis.refusal_reason import refusal_reason
from planviz.model import Recording
from planviz.render.inks import inks
from planviz.render.safe_text import clipped, text_width
from planviz.render.svg_element import element, text
from planviz.render.thumbnail_canvas import HEIGHT, small_picture

SIZE, LINE, MOST_LINES = 10.5, 14.0, 5
LEAST_ROOM = 140
"""With less room than that Spark's reason could not be read."""
MARK = 13.0
"""Radius of the mark."""


def refused_thumbnail(recording: Recording, theme: str, width: float) -> str:
    """The picture of a run without any batch: why there is none."""
    ink = inks(theme)
    if recording.failure is None:
        words = text(width / 2, HEIGHT / 2 + 4, "no batch was recorded", ink.muted, SIZE, text_anchor="middle")
        return small_picture(words, "No batch was recorded", width)
    reason = refusal_reason(recording.failure)
    left = 2 * MARK + 22
    room = width - left - 8
    lines = _wrapped(reason if room > LEAST_ROOM else "refused by Spark", room)
    top = HEIGHT / 2 - (len(lines) - 1) * LINE / 2 + 4
    written = "".join(text(left, top + place * LINE, line, ink.text, SIZE) for place, line in enumerate(lines))
    return small_picture(_mark(10 + MARK, HEIGHT / 2, ink.watermark) + written, f"Refused by Spark: {reason}", width)


def _mark(x: float, y: float, color: str) -> str:
    """No entry: a ring with a bar across."""
    ring = element("circle", cx=x, cy=y, r=MARK, fill="none", stroke=color, stroke_width=3)
    side = MARK * 0.68
    bar = element(
        "path", d=f"M{x - side:.1f} {y + side:.1f}L{x + side:.1f} {y - side:.1f}", stroke=color, stroke_width=3
    )
    return ring + bar


def _wrapped(words: str, room: float) -> list[str]:
    """The text in lines of that width; what is too much is cut off."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, SIZE) <= room or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < MOST_LINES:
            lines.append(word)
        else:
            lines[-1] = f"{longer} …"
            break
    return [clipped(line, SIZE, room) for line in lines]
