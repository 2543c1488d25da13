"""Lays the physics of a run out: how high each batch must be, from when to when, and what shares a pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.physics import Physics
from planviz.render.physics_scene import ALONE, BATCH, LABEL_SIZE, LANE, MOST_LANES, TIME, Band, Frame, Scene
from planviz.render.svg_element import text_width

DATA_ROOM, QUIET_ROOM = 16, 12
"""Height that a batch needs above its strips: with points beside their lines, or without data."""
LINE, MOST_LINES = 14.5, 4
"""Height of a line of points with their names, and how many lines a batch may take."""
MOST_LABEL = 120
MOST_HEIGHT, LEAST_HEIGHT = 700, 220
OVERVIEW_HEIGHT = 560


def make_scene(physics: Physics, spacing: str = BATCH) -> Scene | None:
    """The layout of a run alone, or None if it has no batch or no event time."""
    span = event_range(physics)
    if not physics.batches or span is None:
        return None
    heights = batch_heights(physics, span, ALONE)
    detailed = spacing == BATCH and sum(heights) <= MOST_HEIGHT
    if detailed:
        tops = stack(spread_out(heights))
    elif spacing == TIME:
        tops = _by_clock(physics.batches)
    else:
        tops = stack([OVERVIEW_HEIGHT / len(heights)] * len(heights))
    height = max(tops)
    bottom = ALONE.top + height
    places = pile([bottom - top for top in tops], bottom)
    steps = tuple(range(len(places)))
    return Scene(physics, spacing, ALONE, places, steps, (), *span, height, lane_count(physics), detailed)


def lane_count(physics: Physics) -> int:
    """How many strips the windows of a batch take."""
    return min(max((life.lane + 1 for life in physics.windows), default=0), MOST_LANES)


def batch_heights(physics: Physics, span: tuple[int, int], frame: Frame) -> list[float]:
    """The least height of each batch that shows its rows by name, and its windows."""
    lines = _lines(physics, span, frame)
    return [_room(physics, batch, lines) + lane_count(physics) * LANE for batch in physics.batches]


def spread_out(heights: Sequence[float]) -> list[float]:
    """The heights as large as a picture may be."""
    room = min(1.35, MOST_HEIGHT / sum(heights), max(1.0, LEAST_HEIGHT / sum(heights)))
    return [each * room for each in heights]


def _room(physics: Physics, batch: BatchFacts, lines: Mapping[int, int]) -> float:
    """The height that a batch needs above its windows."""
    if batch.index not in physics.rows_known and batch.event_max is None:
        return QUIET_ROOM
    return DATA_ROOM + LINE * min(lines.get(batch.index, 1), MOST_LINES)


def _lines(physics: Physics, span: tuple[int, int], frame: Frame) -> dict[int, int]:
    """On how many lines the rows of each batch can be named without covering each other."""
    if len(physics.batches) > MOST_HEIGHT / QUIET_ROOM:
        return {}
    rows: dict[int, list[tuple[float, str]]] = {}
    width = frame.plot_width(physics)
    scale = width / (span[1] - span[0])
    for row in physics.rows:
        rows.setdefault(row.batch, []).append(((row.time - span[0]) * scale, row.label))
    return {index: max(pack_labels(places, width), default=0) + 1 for index, places in rows.items()}


def label_side(x: float, label: str, right: float) -> int:
    """On which side of a point its name stands: 1 is the right, unless it would leave the plot there."""
    return 1 if x + 9 + label_width(label) <= right else -1


def label_width(label: str) -> float:
    return min(text_width(label, LABEL_SIZE), MOST_LABEL)


def pack_labels(places: Sequence[tuple[float, str]], right: float) -> list[int]:
    """A line for each point at x with its name beside it, so that none covers another; the first free line is taken."""
    spans = [_label_span(x, label, right) for x, label in places]
    ends: list[float] = []
    lines = [0] * len(places)
    for place, (start, end) in sorted(enumerate(spans), key=lambda pair: (pair[1][0], pair[0])):
        line = next((number for number, taken in enumerate(ends) if start >= taken), len(ends))
        ends[line : line + 1] = [end]
        lines[place] = line
    return lines


def _label_span(x: float, label: str, right: float) -> tuple[float, float]:
    """From where to where a point and its name reach."""
    width = 11 + label_width(label)
    return (x - 9, x + width) if label_side(x, label, right) > 0 else (x - width, x + 9)


def stack(heights: Sequence[float]) -> list[float]:
    """Upper edges, one on top of the other, measured upwards from the bottom."""
    tops: list[float] = []
    for height in heights:
        tops.append((tops[-1] if tops else 0) + height)
    return tops


def _by_clock(batches: Sequence[BatchFacts]) -> list[float]:
    """The same, as the clock went; a batch without a clock time stays where its predecessor was."""
    first = min(batch.start for batch in batches if batch.start) if any(batch.start for batch in batches) else 0
    span = max(batch.end for batch in batches) - first or 1
    tops: list[float] = []
    for batch in batches:
        top = (batch.end - first) / span * OVERVIEW_HEIGHT if batch.end else 0.0
        tops.append(max(top, tops[-1] if tops else 1.0))
    return tops


def pile(tops: Sequence[float], bottom: float) -> tuple[Band, ...]:
    """A band for each upper edge, one on top of the other."""
    lowers = (bottom, *tops[:-1])
    return tuple(Band(place, place, top, lower) for place, (top, lower) in enumerate(zip(tops, lowers, strict=True)))


def event_range(physics: Physics) -> tuple[int, int] | None:
    """From the first to the last event time worth seeing: a stray row must not squeeze all others into a line."""
    times = sorted(row.time for row in physics.rows)
    times = sorted([*times, *(t for b in physics.batches for t in (b.event_min, b.event_max) if t is not None)])
    marks = [batch.watermark for batch in physics.batches if batch.watermark is not None]
    if not times:
        return (min(marks), max(marks) + 1) if marks else None
    low, high = times[0], times[-1]
    core_low, core_high = times[len(times) // 50], times[-1 - len(times) // 50]
    core = max(core_high - core_low, 1)
    if high - low > 8 * core and len(times) >= 20:
        low, high = max(low, core_low - core), min(high, core_high + core)
    span = max(high - low, 1_000_000)
    near = [t for life in physics.windows for t in (life.start, life.end)] + marks
    near = [t for t in near if low - 1.5 * span <= t <= high + 1.5 * span]
    low, high = min([low, *near]), max([high, *near])
    margin = max((high - low) // 50, 1)
    return low - margin, high + margin
