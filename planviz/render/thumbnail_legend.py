"""How to read the small pictures, as HTML: each mark with its word."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.analysis.lateness import DROPPED, LATE, ON_TIME
from planviz.render.physics_shapes import shape_path
from planviz.render.physics_theme import PALETTES, Palette
from planviz.render.safe_text import escaped
from planviz.render.svg_element import element


def legend_html(theme: str) -> str:
    """One line of marks and words."""
    items = "".join(
        f'<li><svg viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">{mark}</svg>{escaped(words)}</li>'
        for mark, words in _marks(PALETTES[theme])
    )
    return f'<ul class="legend" aria-label="How to read the pictures">{items}</ul>'


def _marks(colors: Palette) -> Iterator[tuple[str, str]]:
    middle = [(10.0, 6.0)]
    for status, words in ((ON_TIME, "a row, in time"), (LATE, "late, but counted"), (DROPPED, "too late: dropped")):
        yield shape_path(status, middle, colors, 0.7), words
    yield element("path", d="M1 6h18", stroke=colors.watermark, stroke_width="2.2"), "watermark"
    dashes = {"stroke": colors.seen, "stroke_width": "1.6", "stroke_dasharray": "4 3"}
    yield element("path", d="M1 6h18", **dashes), "newest event seen"
    box = {"x": 2, "y": 1, "width": 16, "height": 10, "rx": 2}
    yield element("rect", fill=colors.window, fill_opacity="0.3", **box), "window"
    yield element("rect", fill=colors.state, fill_opacity="0.75", **box), "rows in state"
