"""Draws what moved in a run: rows, both watermarks, windows and state, all batches at once."""

from __future__ import annotations

from collections.abc import Iterator

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY
from planviz.analysis.point_sentence import point_sentence
from planviz.render.physics_cells import CELL_TEXT, CLOSED, KEPT, OPENED, REFUSED, Cell, place_cells
from planviz.render.physics_points import Point, place_points
from planviz.render.physics_scene import LABEL_SIZE, LANE, Band, Scene
from planviz.render.physics_shapes import shape_path, window_columns
from planviz.render.physics_theme import Palette
from planviz.render.safe_text import escaped
from planviz.render.svg_element import element, number, text, text_width

EXPLAINED_POINTS = 400
"""Up to so many points each carries its own sentence, for people who open the SVG alone."""


def draw_data(scene: Scene, colors: Palette) -> Iterator[str]:
    """All that the curtain hides: it is monotone in processing time, so it can be drawn at once."""
    yield late_zone(scene, colors)
    yield window_columns(scene, colors)
    cells = place_cells(scene)
    yield from (_cell(cell, colors) for cell in cells)
    yield from event_bars(scene, colors)
    yield watermark_steps(scene, colors)
    yield from (_cell_label(cell, colors) for cell in cells if cell.label)
    yield from _points(scene, place_points(scene), colors)
    yield from _state(scene, colors)


def late_zone(scene: Scene, colors: Palette) -> str:
    """Left of the watermark for late rows: where a row's window may be closed."""
    path, left = "", scene.frame.left
    for band in scene.bands:
        late = scene.physics.batches[band.last].late
        if late is not None and scene.x(late) > left:
            width = number(scene.x(late) - left)
            path += f"M{number(left)} {number(band.bottom)}h{width}V{number(band.top)}h-{width}z"
    return element("path", d=path, fill=colors.watermark, fill_opacity="0.07") if path else ""


def _cell(cell: Cell, colors: Palette) -> str:
    """A window in one batch: solid where it changed, faint where it waits, dashed and red where it refused a row."""
    look: dict[str, str | float | None] = {"fill": colors.window, "fill_opacity": "0.34"}
    if cell.kind == OPENED:
        look |= {"stroke": colors.window, "stroke_width": "1.4"}
    elif cell.kind == KEPT:
        look |= {"fill_opacity": "0.12"}
    elif cell.kind == CLOSED:
        look |= {"fill": "none", "stroke": colors.window, "stroke_width": "1.4", "stroke_dasharray": "5 3"}
    elif cell.kind == REFUSED:
        look |= {"fill": "none", "stroke": colors.dropped, "stroke_width": "1.2", "stroke_dasharray": "2 2"}
    box = element("rect", x=cell.x, y=cell.y, width=cell.width, height=LANE - 3, rx=3, **look)
    return element("g", element("title", escaped(cell.sentence)) + box)


def _cell_label(cell: Cell, colors: Palette) -> str:
    """A cell's words, above the lines that cross it."""
    color = colors.dropped if cell.kind == REFUSED else colors.window_text
    words = text(cell.x + 6, cell.y + LANE - 6, cell.label, color, CELL_TEXT, **_halo(colors))
    return element("g", words, pointer_events="none")


def _halo(colors: Palette) -> dict[str, str]:
    """A rim that keeps words readable where a line runs behind them."""
    return {
        "paint_order": "stroke",
        "stroke": colors.background,
        "stroke_width": "2.6",
        "stroke_opacity": "0.6",
        "stroke_linejoin": "round",
    }


def event_bars(scene: Scene, colors: Palette) -> Iterator[str]:
    """First, mean and last event time of each batch whose rows are not known one by one."""
    for band in scene.bands:
        for batch in scene.physics.batches[band.first : band.last + 1]:
            if batch.index in scene.physics.rows_known or batch.event_min is None or batch.event_max is None:
                continue
            strips = scene.lanes * LANE + 5 if scene.detailed else 0
            y = (band.top + band.bottom - strips) / 2
            left, right = scene.x(batch.event_min), scene.x(batch.event_max)
            cap = min(5.0, band.height / 3)
            d = f"M{number(left)} {number(y)}H{number(right)}"
            if scene.detailed:
                d += "".join(f"M{number(x)} {number(y - cap)}v{number(2 * cap)}" for x in (left, right))
            look = {"stroke": colors.on_time, "stroke_width": "2.4" if scene.detailed else "1.6"}
            mean = ""
            if batch.event_avg is not None and scene.detailed:
                mean = element("circle", cx=scene.x(batch.event_avg), cy=y, r=4, fill=colors.on_time)
            yield element(
                "g", element("title", escaped(_bar_words(scene, batch))) + element("path", d=d, **look) + mean
            )


def _bar_words(scene: Scene, batch: BatchFacts) -> str:
    clock = scene.physics.clock
    assert batch.event_min is not None and batch.event_max is not None
    span = clock.span(batch.event_min, batch.event_max)
    mean = f", on average {clock.text(batch.event_avg)}" if batch.event_avg is not None else ""
    return f"Batch {batch.id} brought {batch.rows:,} rows with event times {span}{mean}."


def watermark_steps(scene: Scene, colors: Palette, weight: float = 1.0) -> str:
    """Newest event time seen (dashed), the watermark (solid), and the one for late rows where it differs (dotted)."""
    batches = scene.physics.batches
    last = [(band, batches[band.last]) for band in scene.bands]
    seen = _step_path(scene, [(band, batch.seen) for band, batch in last])
    mark = _step_path(scene, [(band, batch.watermark) for band, batch in last])
    late = "".join(
        f"M{number(scene.x(batch.late))} {number(band.bottom)}V{number(band.top)}"
        for band, batch in last
        if batch.late is not None and batch.late != batch.watermark and scene.detailed
    )
    parts = []
    if seen:
        dashes = f"{number(6 * weight)} {number(4 * weight)}"
        look = {"stroke": colors.seen, "stroke_width": number(2 * weight), "stroke_dasharray": dashes}
        parts.append(element("path", d=seen, fill="none", **look))
    if late:
        parts.append(element("path", d=late, stroke=colors.watermark, stroke_width="2.2", stroke_dasharray="1.5 3.5"))
    if mark:
        look = {"stroke": colors.watermark, "stroke_width": number(3 * weight), "stroke_linejoin": "round"}
        parts.append(element("path", d=mark, fill="none", **look))
    return "".join(parts)


def _step_path(scene: Scene, values: list[tuple[Band, int | None]]) -> str:
    """A line through the bands; between two that do not touch it stays where it was."""
    path, before, reached = "", None, 0.0
    for band, value in values:
        if value is None:
            continue
        x = number(scene.x(value))
        waits = f"V{number(band.bottom)}" if path and band.bottom != reached else ""
        path += waits + (f"M{x} {number(band.bottom)}" if not path else f"H{x}" if x != before else "")
        path += f"V{number(band.top)}"
        before, reached = x, band.top
    return path


def _points(scene: Scene, points: tuple[Point, ...], colors: Palette) -> Iterator[str]:
    """The rows: each with its sentence if they are few, in one path a fate if they are many."""
    size = 1.0 if scene.detailed or not points else max(0.45, min(1.0, 18 / len(points) ** 0.5))
    if len(points) > EXPLAINED_POINTS:
        for status in (ON_TIME, LATE, PARTLY, DROPPED):
            places = [(point.x, point.y) for point in points if point.row.verdict.status == status]
            if places:
                yield shape_path(status, places, colors, size)
        return
    batches, clock = scene.physics.batches, scene.physics.clock
    for point in points:
        sentence = point_sentence(point.row, batches[point.row.batch], clock)
        label = _point_name(point, colors) if point.label else ""
        mark = shape_path(point.row.verdict.status, [(point.x, point.y)], colors, size)
        yield element("g", element("title", escaped(sentence)) + mark + label)


def _point_name(point: Point, colors: Palette) -> str:
    anchor = None if point.side > 0 else "end"
    words = {"text_anchor": anchor, **_halo(colors)}
    return text(point.x + 9 * point.side, point.y + 4, point.label, colors.text, LABEL_SIZE, **words)


def _state(scene: Scene, colors: Palette) -> Iterator[str]:
    """Rows in state after each batch, one tint an operator, with what left it and what Spark dropped."""
    if not scene.physics.operators:
        return
    for band in scene.bands:
        batch = scene.physics.batches[band.last]
        gap = 3 if scene.detailed else 0
        done = 0
        for place, rows in enumerate(batch.state):
            left, right = scene.state_x(done), scene.state_x(done + rows)
            done += rows
            if right > left:
                box = {"x": left, "y": band.top + gap, "width": right - left, "height": max(band.height - 2 * gap, 0.7)}
                yield element("rect", fill=colors.state, fill_opacity=f"{max(0.5 - 0.14 * place, 0.15):.2f}", **box)
        if scene.detailed:
            yield _state_words(scene, band, batch, colors)


def _state_words(scene: Scene, band: Band, batch: BatchFacts, colors: Palette) -> str:
    """How many rows there are, and below or beside it what was freed and what was dropped."""
    total = f"{sum(batch.state):,}"
    x, middle = scene.state_x(sum(batch.state)) + 7, (band.top + band.bottom) / 2
    below = band.height >= 44
    freed, dropped = f"−{batch.removed:,} freed", f"{batch.dropped:,} dropped"
    more = [(freed, colors.window_text)] * bool(batch.removed) + [(dropped, colors.dropped)] * bool(batch.dropped)
    parts = [text(x, middle + (-1 if more and below else 5), total, colors.text, 13, font_weight="600")]
    if not below:
        x += text_width(total, 13) + 7
    for words, color in more:
        parts.append(text(x, middle + (14 if below else 4.5), words, color, 11))
        x += text_width(words, 11) + 8
    return "".join(parts)
