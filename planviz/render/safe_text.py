"""Makes text from outside safe to draw: escaped, without control characters, and clipped to a width."""

from __future__ import annotations

import html
import re
from functools import lru_cache

# Characters XML forbids, and those that turn the direction of the text around them.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_WIDTHS = {
    **dict.fromkeys("0123456789abdeghnopqu$#_L", 556),
    **dict.fromkeys("cksvxyzJ", 500),
    **dict.fromkeys(" ft.,:;/[]!|I\\", 278),
    **dict.fromkeys("ijl'", 222),
    **dict.fromkeys('r()-`"', 333),
    **dict.fromkeys("mM%", 860),
    **dict.fromkeys("ABEKPSVXY&", 667),
    **dict.fromkeys("CDHNRUw", 722),
    **dict.fromkeys("GOQ", 778),
    **dict.fromkeys("FTZ", 611),
    **dict.fromkeys("=><+~", 584),
    "W": 944,
    "@": 1015,
    "·": 278,
    "→": 1000,
    "…": 1000,
}
"""Widths of Helvetica and its likes in thousandths of the font size, so that layout needs no font library."""

MONOSPACE = 0.602
"""How wide a monospace character is, as a part of the font size."""


def plain(text: str) -> str:
    """The text without what no picture can show; each such character becomes a replacement mark."""
    return _UNSAFE.sub("\ufffd", text.replace("\n", " ").replace("\t", " "))


def escaped(text: str) -> str:
    """Safe between tags and inside quoted attributes of XML and HTML."""
    return html.escape(plain(text), quote=True)


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide the text will be in a proportional font, a little generously."""
    units = sum(_WIDTHS.get(character, 600 if character < "\u2e80" else 1000) for character in text)
    return units * size / 1000 * (1.08 if bold else 1.0)


def clipped(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it gets wider than that."""
    text = plain(text[:400])
    if text_width(text, size, bold) <= width:
        return text
    used = text_width("…", size, bold)
    for index, character in enumerate(text):
        used += text_width(character, size, bold)
        if used > width:
            return text[:index].rstrip() + "…"
    return text


def clipped_monospace(text: str, size: float, width: float) -> str:
    """The same for a monospace font; wide scripts count double."""
    text = plain(text[:400])
    room = int(width / (size * MONOSPACE))
    if monospace_cells(text) <= room:
        return text
    used = 1
    for index, character in enumerate(text):
        used += _cells(character)
        if used > room:
            return text[:index].rstrip() + "…"
    return text


def monospace_cells(text: str) -> int:
    """How many cells of a monospace font the text takes."""
    return len(text) if text.isascii() else sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    return 1 if character < "\u1100" or "\u2000" <= character < "\u2e80" else 2
