"""Lays the physics of a run out on a canvas: scales, one band a batch, and what is too much to be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.physics import Physics
from planviz.render.svg_element import text_width

WIDTH = 1200
LEFT, TOP, RIGHT, BOTTOM = 128, 92, 16, 58
STATE_WIDTH, STATE_GAP = 168, 26
LANE = 16
"""Height of a window's strip."""
DATA_ROOM, QUIET_ROOM = 16, 12
"""Height that a batch needs above its strips: with points beside their lines, or without data."""
LINE, MOST_LINES = 14.5, 4
"""Height of a line of points with their names, and how many lines a batch may take."""
LABEL_SIZE, MOST_LABEL = 11.5, 120
MOST_HEIGHT, LEAST_HEIGHT = 700, 220
OVERVIEW_HEIGHT = 560
LEAST_COLUMN = 4
"""Without strips, a window narrower than this many pixels is not drawn."""
MOST_LANES = 4
BATCH, TIME = "batch", "time"
"""The two spacings of processing time: every batch alike, or as the clock went."""


@dataclass(frozen=True, slots=True)
class Band:
    """The place of one batch, or of several if they are too many: y grows downwards, so `top` is its end."""

    first: int
    last: int
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True)
class Scene:
    """A run on a canvas. `detailed` says that every batch has room for points with names and for its windows."""

    physics: Physics
    spacing: str
    bands: tuple[Band, ...]
    tops: tuple[float, ...]
    start: int
    end: int
    height: float
    lanes: int
    detailed: bool

    @property
    def plot_width(self) -> float:
        return plot_width(self.physics)

    @property
    def bottom(self) -> float:
        return TOP + self.height

    @property
    def state_left(self) -> float:
        return WIDTH - RIGHT - STATE_WIDTH

    @property
    def canvas_height(self) -> float:
        return TOP + self.height + BOTTOM

    def x(self, time: int) -> float:
        """The place of an event time, at the edge if it lies outside."""
        share = (time - self.start) / (self.end - self.start)
        return LEFT + min(max(share, 0), 1) * self.plot_width

    def inside(self, time: int) -> bool:
        """Whether an event time lies on the canvas."""
        return self.start <= time <= self.end

    @cached_property
    def most_state(self) -> int:
        """The largest number of state rows, at least 1."""
        return max((sum(batch.state) for batch in self.physics.batches), default=0) or 1

    def state_x(self, rows: float) -> float:
        """The place of a number of state rows; room for the number stays free."""
        return self.state_left + rows / self.most_state * (STATE_WIDTH - 84)

    def position_y(self, position: float) -> float:
        """The height of a moment: position 3.5 is in the middle of the fourth batch."""
        index = min(max(int(position), 0), len(self.tops) - 1)
        bottom = self.bottom if index == 0 else self.tops[index - 1]
        return bottom + (self.tops[index] - bottom) * min(max(position - index, 0), 1)


def make_scene(physics: Physics, spacing: str = BATCH) -> Scene | None:
    """The layout of a run, or None if it has no batch or no event time."""
    start_end = _event_range(physics)
    if not physics.batches or start_end is None:
        return None
    lanes = min(max((life.lane + 1 for life in physics.windows), default=0), MOST_LANES)
    lines = _lines(physics, start_end)
    heights = [_room(physics, batch, lines) + lanes * LANE for batch in physics.batches]
    detailed = spacing == BATCH and sum(heights) <= MOST_HEIGHT
    if detailed:
        room = min(1.35, MOST_HEIGHT / sum(heights), max(1.0, LEAST_HEIGHT / sum(heights)))
        tops = _stack([each * room for each in heights])
    elif spacing == TIME:
        tops = _by_clock(physics.batches)
    else:
        tops = _stack([OVERVIEW_HEIGHT / len(heights)] * len(heights))
    height = max(tops)
    places = tuple(TOP + height - top for top in tops)
    return Scene(physics, spacing, _merge(places, TOP + height), places, *start_end, height, lanes, detailed)


def _room(physics: Physics, batch: BatchFacts, lines: Mapping[int, int]) -> float:
    """The height that a batch needs above its windows."""
    if batch.index not in physics.rows_known and batch.event_max is None:
        return QUIET_ROOM
    return DATA_ROOM + LINE * min(lines.get(batch.index, 1), MOST_LINES)


def _lines(physics: Physics, start_end: tuple[int, int]) -> dict[int, int]:
    """On how many lines the rows of each batch can be named without covering each other."""
    if len(physics.batches) > MOST_HEIGHT / QUIET_ROOM:
        return {}
    rows: dict[int, list[tuple[float, str]]] = {}
    scale = plot_width(physics) / (start_end[1] - start_end[0])
    for row in physics.rows:
        rows.setdefault(row.batch, []).append(((row.time - start_end[0]) * scale, row.label))
    return {index: max(pack_labels(places), default=0) + 1 for index, places in rows.items()}


def pack_labels(places: Sequence[tuple[float, str]]) -> list[int]:
    """A line for each point at x with its name on the right, so that none covers another; the first free line is taken."""
    ends: list[float] = []
    lines = [0] * len(places)
    for place, (x, label) in sorted(enumerate(places), key=lambda pair: (pair[1][0], pair[0])):
        line = next((number for number, end in enumerate(ends) if x - 9 >= end), len(ends))
        ends[line : line + 1] = [x + 11 + min(text_width(label, LABEL_SIZE), MOST_LABEL)]
        lines[place] = line
    return lines


def plot_width(physics: Physics) -> float:
    """How wide the plot is: without state there is no panel beside it."""
    return WIDTH - LEFT - RIGHT - (STATE_WIDTH + STATE_GAP if physics.operators else 0)


def _stack(heights: Sequence[float]) -> list[float]:
    """The upper edge of each batch, measured upwards from the bottom."""
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


def _merge(tops: Sequence[float], bottom: float) -> tuple[Band, ...]:
    """One band a batch; batches that share a pixel share a band."""
    bands: list[Band] = []
    lower, first = bottom, 0
    for index, top in enumerate(tops):
        if lower - top >= 1 or index == len(tops) - 1:
            bands.append(Band(first, index, top, lower))
            lower, first = top, index + 1
    return tuple(bands)


def _event_range(physics: Physics) -> tuple[int, int] | None:
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
