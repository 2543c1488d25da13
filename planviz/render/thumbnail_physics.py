"""A small picture of a run with event time: rows by fate, watermark, windows and state, batch above batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from planviz.analysis.counted import counted
from planviz.analysis.lateness import DROPPED, LATE, ON_TIME, PARTLY
from planviz.analysis.physics import Physics
from planviz.model import Recording
from planviz.render.physics_board import Part, scene_in_step, shared_ranges
from planviz.render.physics_data import event_bars, late_zone, watermark_steps
from planviz.render.physics_layout import event_range, pile
from planviz.render.physics_points import Point, place_points
from planviz.render.physics_scene import RIGHT, Frame, Scene
from planviz.render.physics_shapes import shape_path, window_columns
from planviz.render.physics_theme import PALETTES, Palette
from planviz.render.svg_element import element, number
from planviz.render.thumbnail_canvas import HEIGHT, small_picture, small_text

LEFT, TOP, BOTTOM = 4.0, 5.0, 15.0
STATE, GAP, FIGURE = 30.0, 8.0, 18.0
"""Width of the bars of state, room in front of them, and room behind them for a figure."""
FIGURE_ROOM = 9
"""A batch as high as this has room for its figure."""
POINT_ROOM = 3.5
"""A point keeps this far off the edge of its batch."""
FATES = {ON_TIME: "on time", LATE: "late but counted", PARTLY: "partly too late", DROPPED: "dropped"}


def physics_thumbnails(
    recordings: Sequence[Recording], parts: Sequence[Part], theme: str, width: float
) -> tuple[str, ...]:
    """One picture a run, all on the same axes; each run needs an event time."""
    scenes = _scenes(parts, width)
    most = max(scene.most_state for scene in scenes)
    return tuple(
        _draw(scene, recording, most, PALETTES[theme], width)
        for scene, recording in zip(scenes, recordings, strict=True)
    )


def _scenes(parts: Sequence[Part], width: float) -> list[Scene]:
    """The runs in step: every step is of the same height, and noon is at the same place in each."""
    stateful = any(part.physics.operators for part in parts)
    plot = width - 2 * LEFT - (GAP + STATE + FIGURE if stateful else 0)
    frame = Frame(width=LEFT + plot + RIGHT, left=LEFT, top=TOP, mark=0, state_width=0, state_gap=0)
    steps, height = len(parts[0].batches), HEIGHT - TOP - BOTTOM
    places = pile([TOP + height * (1 - (step + 1) / steps) for step in range(steps)], TOP + height)
    spans = shared_ranges([event_range(part.physics) or (0, 1) for part in parts])
    return [scene_in_step(part, span, frame, places, False) for part, span in zip(parts, spans, strict=True)]


def _draw(scene: Scene, recording: Recording, most: int, colors: Palette, width: float) -> str:
    content = "".join(
        (
            late_zone(scene, colors),
            _frame(scene, colors),
            window_columns(scene, colors, words=False),
            *event_bars(scene, colors),
            watermark_steps(scene, colors, weight=0.7),
            *_points(scene, colors),
            *_state(scene, most, colors),
            *_restarts(scene, recording, colors, width),
            _times(scene, colors),
        )
    )
    return small_picture(content, _told(scene.physics), width)


def _frame(scene: Scene, colors: Palette) -> str:
    """A line between two batches, and the axis of event time."""
    right = number(LEFT + scene.plot_width)
    lines = "".join(f"M{number(LEFT)} {number(place.top)}H{right}" for place in scene.places if place.height > 4)
    axis = element("path", d=f"M{number(LEFT)} {number(scene.bottom)}H{right}", stroke=colors.muted)
    return element("path", d=lines, stroke=colors.grid) + axis


def _points(scene: Scene, colors: Palette) -> Iterator[str]:
    points = place_points(scene)
    size = 0.62 if len(points) < 60 else 0.4
    for status in FATES:
        places = [(point.x, _inside(scene, point)) for point in points if point.row.verdict.status == status]
        if places:
            yield shape_path(status, places, colors, size)


def _inside(scene: Scene, point: Point) -> float:
    """A point's height, so that none lies on the line between two batches."""
    place = scene.places[point.row.batch]
    edge = min(POINT_ROOM, place.height / 2)
    return min(max(point.y, place.top + edge), place.bottom - edge)


def _state(scene: Scene, most: int, colors: Palette) -> Iterator[str]:
    """A bar for the rows in state after each batch, with its figure where there is room."""
    if not scene.physics.operators:
        return
    left = LEFT + scene.plot_width + GAP
    for band in scene.bands:
        rows = sum(scene.physics.batches[band.last].state)
        gap = 1 if band.height > 4 else 0
        box = {"x": left, "y": band.top + gap, "height": max(band.height - 2 * gap, 0.7)}
        yield element("rect", width=rows / most * STATE, fill=colors.state, fill_opacity="0.6", **box)
        if band.height >= FIGURE_ROOM:
            middle = (band.top + band.bottom) / 2 + 3.2
            yield small_text(left + rows / most * STATE + 3, middle, f"{rows:,}", colors.text)
    yield small_text(left, HEIGHT - 4, "in state", colors.muted)


def _restarts(scene: Scene, recording: Recording, colors: Palette, width: float) -> Iterator[str]:
    """A line where a later run of the query went on."""
    for before, batch, place in zip(recording.batches, recording.batches[1:], scene.places[1:], strict=False):
        if before.run_id != batch.run_id:
            d = f"M{number(LEFT)} {number(place.bottom)}H{number(width - LEFT)}"
            yield element("path", d=d, stroke=colors.text, stroke_dasharray="3 2")


def _times(scene: Scene, colors: Palette) -> str:
    """From when to when, in event time."""
    clock, right = scene.physics.clock, LEFT + scene.plot_width
    times = sorted(row.time for row in scene.physics.rows if scene.inside(row.time))
    if len(times) < 2 or scene.plot_width < 120:
        return small_text(LEFT, HEIGHT - 4, "event time →", colors.muted)
    return "".join(
        small_text(min(max(scene.x(time), LEFT + 10), right - 14), HEIGHT - 4, clock.text(time), colors.muted, anchor)
        for time, anchor in ((times[0], "start"), (times[-1], "end"))
    )


def _told(physics: Physics) -> str:
    """The picture in words."""
    fates = Counter(row.verdict.status for row in physics.rows)
    rows = ", ".join(f"{fates[status]} {words}" for status, words in FATES.items() if fates[status])
    marks = [batch.watermark for batch in physics.batches if batch.watermark is not None]
    told = [counted(len(physics.batches), "batch", "batches") + " on event time"]
    told += [f"{counted(len(physics.rows), 'row')}: {rows}"] if rows else []
    told += [f"watermark up to {physics.clock.text(max(marks))}"] if marks else ["no watermark"]
    if physics.operators:
        told.append("rows in state " + ", ".join(f"{sum(batch.state):,}" for batch in physics.batches[-20:]))
    return "; ".join(told)
