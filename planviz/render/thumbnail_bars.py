"""A small picture of a run without event time: for each batch rows in, rows out and rows in state, as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planviz.analysis.counted import counted
from planviz.analysis.loop import triggers
from planviz.analysis.noun import Noun, noun_of
from planviz.analysis.trigger_words import trigger_interval
from planviz.model import Recording
from planviz.render.inks import Inks
from planviz.render.physics_theme import PALETTES, Palette
from planviz.render.safe_text import text_width
from planviz.render.svg_element import element, number
from planviz.render.thumbnail_canvas import HEIGHT, SMALL, small_picture, small_text
from planviz.render.thumbnail_clock import CLOCK, clock_strip
from planviz.render.thumbnail_columns import FAILED, REFUSED, Column, squeezed

SIDE, TOP, BOTTOM = 6.0, 28.0, 14.0
"""Room beside the columns, above the bars (legend and figures), and below them (names of the batches)."""
WIDEST_BAR = 18.0
CROSS = 24.0
"""How far above the bars of a batch that was not committed its cross begins."""
NAMES = ("in", "out", "state")


def bar_thumbnails(
    recordings: Sequence[Recording], columns: Sequence[tuple[Column, ...]], theme: str, width: float
) -> tuple[str, ...]:
    """One picture a run, all on the same scale."""
    every = [column for each in columns for column in each]
    most = max((rows for column in every for rows in column.rows if rows is not None), default=0) or 1
    kinds = [place for place in range(len(NAMES)) if any(column.rows[place] is not None for column in every)]
    return tuple(
        _draw(each, recording, _Scale(most, tuple(kinds), PALETTES[theme], width))
        for each, recording in zip(columns, recordings, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """What the pictures share: the highest bar, which of NAMES are drawn, colours and width."""

    most: int
    kinds: tuple[int, ...]
    colors: Palette
    width: float

    @property
    def ink(self) -> Inks:
        return self.colors.ink

    def color(self, kind: int) -> str:
        """Rows in are as in the physics picture, and so is the state."""
        return (self.colors.on_time, self.colors.seen, self.colors.state)[kind]


def _draw(every: Sequence[Column], recording: Recording, scale: _Scale) -> str:
    columns = squeezed(every)
    interval = trigger_interval(recording.query.trigger)
    rhythm = triggers(recording.batches, interval) if interval else ()
    floor = HEIGHT - BOTTOM - (CLOCK + 5 if rhythm else 0)
    step = (scale.width - 2 * SIDE) / max(len(columns), 1)
    parts = [_legend(scale)]
    for place, column in enumerate(columns):
        left = SIDE + place * step
        parts += _column_parts(column, left, step, floor, scale)
        if place and column.run != columns[place - 1].run:
            parts.append(_restart(left, floor, column.run, scale.ink))
    baseline = f"M{number(SIDE)} {number(floor)}H{number(scale.width - SIDE)}"
    parts.append(element("path", d=baseline, stroke=scale.ink.quiet))
    if interval and rhythm:
        parts += clock_strip(rhythm, interval, SIDE, scale.width - SIDE, scale.ink)
    return small_picture("".join(parts), _told(every, scale, noun_of(recording)), scale.width)


def _legend(scale: _Scale) -> str:
    parts, x = [], SIDE
    for kind in scale.kinds:
        parts.append(element("rect", x=x, y=4, width=7, height=7, rx=1.5, fill=scale.color(kind)))
        parts.append(small_text(x + 10, 11, NAMES[kind], scale.ink.muted))
        x += 18 + text_width(NAMES[kind], SMALL)
    return "".join(parts)


def _column_parts(column: Column, left: float, step: float, floor: float, scale: _Scale) -> Iterator[str]:
    """The bars of one batch and its name; a batch that was not committed is crossed out."""
    ink, middle = scale.ink, left + step / 2
    yield from _bars(column, middle, step, floor, scale)
    if column.kind in (FAILED, REFUSED):
        highest = max(rows or 0 for rows in column.rows) / scale.most * (floor - TOP)
        d = f"M{number(middle - 4.5)} {number(floor - highest - CROSS)}l9 9m0 -9l-9 9"
        yield element("path", d=d, stroke=ink.watermark, stroke_width="2.6", stroke_linecap="round")
    if column.kind == REFUSED:
        yield small_text(middle, HEIGHT - 4, "refused", ink.watermark, "middle")
    elif column.id is not None and step >= 12:
        color = {FAILED: ink.watermark, "no-data": ink.quiet}.get(column.kind, ink.muted)
        yield small_text(middle, floor + 10, str(column.id), color, "middle")


def _bars(column: Column, middle: float, step: float, floor: float, scale: _Scale) -> Iterator[str]:
    kinds = scale.kinds
    pitch = min((step - min(4, step / 5)) / len(kinds), WIDEST_BAR + 2) if kinds else 0.0
    start = middle - pitch * len(kinds) / 2
    for place, kind in enumerate(kinds):
        rows = column.rows[kind]
        if rows is None:
            continue
        tall = rows / scale.most * (floor - TOP)
        x = start + place * pitch
        yield element(
            "rect",
            x=x,
            y=floor - tall,
            width=max(pitch - 2, pitch * 0.8),
            height=tall,
            rx=1 if tall > 2 else None,
            fill=scale.color(kind),
        )
        if text_width(f"{rows:,}", SMALL) <= pitch + 2:
            color = scale.ink.text if rows else scale.ink.quiet
            yield small_text(x + (pitch - 2) / 2, floor - tall - 3, f"{rows:,}", color, "middle")


def _restart(x: float, floor: float, run: int, ink: Inks) -> str:
    """Where the query was started again."""
    line = element("path", d=f"M{number(x)} 3V{number(floor + BOTTOM - 2)}", stroke=ink.text, stroke_dasharray="3 2")
    return line + small_text(x + 4, 11, f"run {run}", ink.muted)


def _told(columns: Sequence[Column], scale: _Scale, noun: Noun) -> str:
    """The picture in words."""
    batches = [column for column in columns if column.id is not None]
    told = [counted(len({column.id for column in batches}), noun.one, noun.many)]
    told += [f"in {columns[-1].run} runs"] if columns and columns[-1].run > 1 else []
    told += [f"{noun.one} {column.id} not committed by run {column.run}" for column in batches if column.kind == FAILED]
    told += [f"run {column.run} refused by Spark" for column in columns if column.kind == REFUSED]
    for kind in scale.kinds:
        rows = ", ".join("–" if (seen := column.rows[kind]) is None else f"{seen:,}" for column in batches[-20:])
        told.append(f"rows {'in state' if kind == 2 else NAMES[kind]}: {rows}")
    return "; ".join(told)
