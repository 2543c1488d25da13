"""A strip in the small picture of a run whose batches are due at fixed times: when each ran, and where it overran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planviz.analysis.loop import Trigger
from planviz.analysis.moment import length_text
from planviz.render.inks import Inks
from planviz.render.safe_text import text_width
from planviz.render.svg_element import element
from planviz.render.thumbnail_canvas import HEIGHT, SMALL, small_text

CLOCK = 7.0
"""Height of the strip."""


def clock_strip(rhythm: Sequence[Trigger], interval: int, left: float, right: float, ink: Inks) -> Iterator[str]:
    """The batches on the clock; the part beyond the trigger's interval stands out."""
    words = f"due every {length_text(interval)}"
    room = right - left - text_width(words, SMALL) - 6
    begin, y = rhythm[0].start, HEIGHT - CLOCK - 4
    scale = room / max(rhythm[-1].start + max(rhythm[-1].length, interval) - begin, 1)
    yield element("rect", x=left, y=y, width=room, height=CLOCK, rx=2, fill=ink.line)
    for each in rhythm:
        x, inside = left + (each.start - begin) * scale, (each.length - each.behind) * scale
        yield element("rect", x=x, y=y, width=inside, height=CLOCK, fill=ink.text)
        if each.behind:
            yield element("rect", x=x + inside, y=y, width=each.behind * scale, height=CLOCK, fill=ink.watermark)
    yield small_text(left + room + 6, HEIGHT - 4.5, words, ink.muted)
