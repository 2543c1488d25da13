"""Draws the frame of the physics picture: title, legend, both axes and the batches' names."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.clock import SECOND, Clock
from planviz.analysis.moment import length_text
from planviz.analysis.physics import Physics
from planviz.render.physics_scene import ALONE, TIME, Band, Scene
from planviz.render.physics_theme import Palette
from planviz.render.svg_element import element, number, shorten, text, text_width

_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600)
_DAYS = (0.5, 1, 2, 7, 30, 90, 365, 3650)
STEPS = tuple(round(step * SECOND) for step in (*_SECONDS, *(days * 86_400 for days in _DAYS)))
MOST_TICKS = 9
TICK_ROOM = 78
"""A name on the axis of event time needs so many pixels."""
HATCH = 14
BUTTONS = 110
BOLD = 1.08
"""How much wider bold letters are."""


def draw_title(scene: Scene, title: str, colors: Palette) -> str:
    """The query's name and what shapes its event time: in one line, or in two where runs stand side by side."""
    about = " · ".join(_describe(scene.physics))
    if scene.frame is not ALONE:
        room = scene.frame.width - 2 * scene.frame.mark
        head = text(scene.frame.mark - 6, 66, shorten(title, room, 15), colors.text, 15, font_weight="700")
        return head + text(scene.frame.mark - 6, 84, shorten(about, room, 12.5), colors.muted, 12.5)
    # On the right the page lays its buttons over the picture.
    room = scene.frame.width - 32 - BUTTONS
    head = shorten(title, max(room - text_width(about, 13) - 14, 200) / BOLD, 16)
    parts = [text(16, 26, head, colors.text, 16, font_weight="700")] if head else []
    start = 16 + (text_width(head, 16) * BOLD + 14 if head else 0)
    parts.append(text(start, 26, shorten(about, room + 16 - start, 13), colors.muted, 13))
    return "".join(parts)


def _describe(physics: Physics) -> Iterator[str]:
    yield f"{len(physics.batches):,} {'batch' if len(physics.batches) == 1 else 'batches'}"
    if physics.output_mode:
        yield f"{physics.output_mode.lower()} mode"
    spec = physics.window
    if spec and spec.session:
        yield f"session windows, gap {length_text(spec.length / 1000)}"
    elif spec:
        every = f" every {length_text(spec.slide / 1000)}" if spec.slide != spec.length else ""
        yield f"windows of {length_text(spec.length / 1000)}{every}"
    delays = [each.delay_ms for each in physics.event_times if each.delay_ms is not None]
    told = " and ".join(length_text(delay) if delay else "0 s" for delay in delays)
    yield f"watermark delay {told}" if told else "no watermark"


def draw_axes(scene: Scene, colors: Palette) -> str:
    """Event time below, batches on the left, and the state's heading."""
    parts = [_event_axis(scene, colors), *(_gap(scene, gap, colors) for gap in scene.gaps)]
    if scene.detailed:
        parts += (_band(scene, band, colors) for band in scene.bands)
    else:
        parts.append(_batch_ticks(scene, colors))
    middle = scene.frame.left + scene.plot_width / 2
    zone = scene.physics.clock.zone_name
    parts.append(
        text(
            middle,
            scene.canvas_height - 14,
            f"event time ({zone}): when it happened →",
            colors.muted,
            13,
            text_anchor="middle",
        )
    )
    return "".join(parts)


def _event_axis(scene: Scene, colors: Palette) -> str:
    span = scene.end - scene.start
    most = min(MOST_TICKS, scene.plot_width / TICK_ROOM)
    step = next((each for each in STEPS if span / each <= most), STEPS[-1])
    clock = Clock(scene.physics.clock.zone, _form(step, span), step < SECOND)
    lines, labels = [], []
    tick = -(-scene.start // step) * step
    while tick <= scene.end:
        x = scene.x(tick)
        lines.append(f"M{number(x)} {number(scene.frame.top)}V{number(scene.bottom)}")
        labels.append(text(x, scene.bottom + 19, clock.text(tick), colors.muted, 12, text_anchor="middle"))
        tick += step
    return element("path", d="".join(lines), stroke=colors.grid) + "".join(labels)


def _form(step: int, span: int) -> str:
    if step >= 86_400 * SECOND:
        return "%Y-%m-%d"
    day = "%m-%d " if span > 86_400 * SECOND else ""
    return day + ("%H:%M" if step % (60 * SECOND) == 0 else "%H:%M:%S")


def _band(scene: Scene, band: Band, colors: Palette) -> str:
    """A batch's stripe, its mark by kind, and its name."""
    batch = scene.physics.batches[band.last]
    middle = (band.top + band.bottom) / 2
    left, width, mark = scene.frame.left, scene.plot_width, scene.frame.mark
    parts = []
    if band.last % 2:
        parts.append(element("rect", x=left, y=band.top, width=width, height=band.height, fill=colors.band))
    parts.append(_batch_mark(batch, mark, middle, colors))
    two, x = band.height >= 30, mark + 12
    parts.append(text(x, middle - 2 if two else middle + 4, f"batch {batch.id}", colors.text, 13, font_weight="600"))
    if two:
        parts.append(text(x, middle + 13, _batch_words(batch), colors.muted, 11))
    parts.append(element("path", d=f"M{number(left)} {number(band.top)}h{number(width)}", stroke=colors.grid))
    return "".join(parts)


def _gap(scene: Scene, gap: Band, colors: Palette) -> str:
    """A step in which this run, other than one beside it, ran no batch."""
    left, width = scene.frame.left, scene.plot_width
    lines = "".join(
        f"M{number(x)} {number(gap.bottom)}L{number(x + gap.height)} {number(gap.top)}"
        for x in _hatch(left, width, gap)
    )
    parts = [element("path", d=lines, stroke=colors.grid)]
    if scene.detailed:
        parts.append(text(scene.frame.mark + 12, (gap.top + gap.bottom) / 2 + 4, "no batch", colors.muted, 11))
    parts.append(element("path", d=f"M{number(left)} {number(gap.top)}h{number(width)}", stroke=colors.grid))
    return "".join(parts)


def _hatch(left: float, width: float, gap: Band) -> Iterator[float]:
    x = left
    while x + gap.height <= left + width:
        yield x
        x += HATCH


def _batch_words(batch: BatchFacts) -> str:
    if batch.kind == "failed":
        return "failed"
    if batch.kind == "no-data":
        return "no data"
    return f"{batch.rows:,} {'row' if batch.rows == 1 else 'rows'}"


def _batch_mark(batch: BatchFacts, x: float, y: float, colors: Palette) -> str:
    """Filled for data, hollow for none, crossed for failed: the player uses the same marks."""
    if batch.kind == "failed":
        d = f"M{number(x - 4)} {number(y - 4)}l8 8m0 -8l-8 8"
        return element("path", d=d, stroke=colors.dropped, stroke_width="2.4", stroke_linecap="round")
    if batch.kind == "no-data":
        return element("circle", cx=x, cy=y, r=4, fill="none", stroke=colors.muted, stroke_width="1.6")
    return element("circle", cx=x, cy=y, r=4.6, fill=colors.text)


def _batch_ticks(scene: Scene, colors: Palette) -> str:
    """A name for some of many batches: by number, or by clock time if that is the spacing."""
    parts, lowest = [], scene.bottom + 30
    by_time = scene.spacing == TIME
    clock = Clock(scene.physics.clock.zone)
    left = scene.frame.left
    for batch, place in zip(scene.physics.batches, scene.places, strict=True):
        top = place.top
        if lowest - top < 30:
            continue
        lowest = top
        words = clock.text(batch.end) if by_time and batch.end else f"batch {batch.id}"
        parts.append(text(left - 10, top + 4, words, colors.muted, 12, text_anchor="end"))
        parts.append(element("path", d=f"M{number(left)} {number(top)}h{number(scene.plot_width)}", stroke=colors.grid))
    turned = f"translate({number(scene.frame.mark - 4)} {number((scene.frame.top + scene.bottom) / 2)}) rotate(-90)"
    words = "processing time: when Spark saw it →"
    parts.append(text(0, 0, words, colors.muted, 13, text_anchor="middle", transform=turned))
    return "".join(parts)


def state_heading(scene: Scene, colors: Palette) -> str:
    """What the bars on the right are, and their scale where they carry no numbers."""
    if not scene.physics.operators:
        return ""
    words = text(scene.state_left, scene.canvas_height - 14, "rows in state →", colors.muted, 13)
    if scene.detailed:
        return words
    scale = ((0, "start"), (scene.most_state, "middle"))
    return words + "".join(
        text(scene.state_x(rows), scene.bottom + 19, f"{rows:,}", colors.muted, 12, text_anchor=anchor)
        for rows, anchor in scale
    )
