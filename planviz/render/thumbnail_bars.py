"""A small picture of a run without event time: for each batch rows in, rows out and rows in state, as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planviz.analysis.batch_facts import batch_kind
from planviz.analysis.compare import figures
from planviz.analysis.lives import life
from planviz.analysis.loop import triggers
from planviz.analysis.moment import length_text
from planviz.analysis.trigger_words import trigger_interval
from planviz.model import Batch, Recording
from planviz.render.inks import Inks
from planviz.render.physics_theme import PALETTES, Palette
from planviz.render.safe_text import text_width
from planviz.render.svg_element import element, number
from planviz.render.thumbnail_canvas import HEIGHT, SMALL, counted, small_picture, small_text

SIDE, TOP, BOTTOM = 6.0, 28.0, 14.0
"""Room beside the columns, above the bars (legend and figures), and below them (names of the batches)."""
CLOCK = 7.0
"""Height of the strip that shows the batches on the clock."""
WIDEST_BAR = 18.0
CROSS = 24.0
"""How far above the bars of a batch that was not committed its cross begins."""
MOST_COLUMNS = 72
"""More batches than that share columns."""
NAMES = ("in", "out", "state")


@dataclass(frozen=True, slots=True)
class Column:
    """One batch as one run of the query saw it: rows in, out and in state; None for what Spark did not tell.

    A column without an id is a step at which this run had no batch, or, if it is refused, no chance to run one.
    """

    id: int | None
    run: int
    kind: str
    rows: tuple[int | None, int | None, int | None] = (None, None, None)


def columns_of(recording: Recording) -> tuple[Column, ...]:
    """Every batch in the order in which it was begun: one that a run did not commit stands there again."""
    found: list[Column] = []
    for run in range(1, len(recording.runs) + 1):
        lived = life(recording, run)
        found += (_column(batch, run) for batch in lived.batches)
        if lived.failure and not lived.batches:
            found.append(Column(None, run, "refused"))
    return tuple(found) or tuple(_column(batch, 1) for batch in recording.batches)


def columns_in_step(batches: Sequence[Batch | None]) -> tuple[Column, ...]:
    """The batches of a run that stands beside others."""
    return tuple(_column(batch, 1) if batch else Column(None, 1, "none") for batch in batches)


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
    columns = _squeezed(every)
    interval = trigger_interval(recording.query.trigger)
    floor = HEIGHT - BOTTOM - (CLOCK + 5 if interval else 0)
    step = (scale.width - 2 * SIDE) / max(len(columns), 1)
    parts = [_legend(scale)]
    for place, column in enumerate(columns):
        left = SIDE + place * step
        parts += _column_parts(column, left, step, floor, scale)
        if place and column.run != columns[place - 1].run:
            parts.append(_restart(left, floor, column.run, scale.ink))
    baseline = f"M{number(SIDE)} {number(floor)}H{number(scale.width - SIDE)}"
    parts.append(element("path", d=baseline, stroke=scale.ink.quiet))
    if interval:
        parts += _clock(recording, interval, scale)
    return small_picture("".join(parts), _told(every, scale), scale.width)


def _squeezed(columns: Sequence[Column]) -> Sequence[Column]:
    """Of very many batches, neighbours in one column: the most rows of each kind, and the worst that happened."""
    share = -(-len(columns) // MOST_COLUMNS)
    if share <= 1:
        return columns
    groups = [columns[start : start + share] for start in range(0, len(columns), share)]
    return [
        Column(
            group[0].id,
            group[-1].run,
            next((column.kind for column in group if column.kind in ("failed", "refused")), group[0].kind),
            _most(group),
        )
        for group in groups
    ]


def _most(columns: Sequence[Column]) -> tuple[int | None, int | None, int | None]:
    rows = [
        max((seen for column in columns if (seen := column.rows[kind]) is not None), default=None) for kind in range(3)
    ]
    return rows[0], rows[1], rows[2]


def _column(batch: Batch, run: int) -> Column:
    told = figures(batch)
    return Column(batch.id, run, batch_kind(batch), (told.input, told.output, told.state))


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
    if column.kind in ("failed", "refused"):
        highest = max(rows or 0 for rows in column.rows) / scale.most * (floor - TOP)
        d = f"M{number(middle - 4.5)} {number(floor - highest - CROSS)}l9 9m0 -9l-9 9"
        yield element("path", d=d, stroke=ink.watermark, stroke_width="2.6", stroke_linecap="round")
    if column.kind == "refused":
        yield small_text(middle, HEIGHT - 4, "refused", ink.watermark, "middle")
    elif column.id is not None and step >= 12:
        color = {"failed": ink.watermark, "no-data": ink.quiet}.get(column.kind, ink.muted)
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


def _clock(recording: Recording, interval: int, scale: _Scale) -> Iterator[str]:
    """When each batch ran: the part beyond the trigger's interval stands out."""
    rhythm = triggers(recording.batches, interval)
    if not rhythm:
        return
    words = f"due every {length_text(interval)}"
    right = scale.width - SIDE - text_width(words, SMALL) - 6
    begin, y = rhythm[0].start, HEIGHT - CLOCK - 4
    span = max(rhythm[-1].start + max(rhythm[-1].length, interval) - begin, 1)
    yield element("rect", x=SIDE, y=y, width=right - SIDE, height=CLOCK, rx=2, fill=scale.ink.line)
    for each in rhythm:
        x = SIDE + (each.start - begin) / span * (right - SIDE)
        inside, beyond = ((each.length - each.behind) / span, each.behind / span)
        yield element("rect", x=x, y=y, width=inside * (right - SIDE), height=CLOCK, fill=scale.ink.text)
        if each.behind:
            x += inside * (right - SIDE)
            yield element("rect", x=x, y=y, width=beyond * (right - SIDE), height=CLOCK, fill=scale.ink.watermark)
    yield small_text(right + 6, HEIGHT - 4.5, words, scale.ink.muted)


def _told(columns: Sequence[Column], scale: _Scale) -> str:
    """The picture in words."""
    batches = [column for column in columns if column.id is not None]
    told = [counted(len({column.id for column in batches}), "batch")]
    told += [f"in {columns[-1].run} runs"] if columns and columns[-1].run > 1 else []
    told += [f"batch {column.id} not committed by run {column.run}" for column in batches if column.kind == "failed"]
    told += [f"run {column.run} refused by Spark" for column in columns if column.kind == "refused"]
    for kind in scale.kinds:
        rows = ", ".join("–" if (seen := column.rows[kind]) is None else f"{seen:,}" for column in batches[-20:])
        told.append(f"rows {'in state' if kind == 2 else NAMES[kind]}: {rows}")
    return "; ".join(told)
