"""A run's physics on a canvas: its measures, its scales, and the place of every batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from planviz.analysis.batch_facts import BatchFacts
from planviz.analysis.physics import Physics

RIGHT, BOTTOM = 16, 58
LANE = 16
"""Height of a window's strip."""
LABEL_SIZE = 11.5
"""Size of a row's name."""
MOST_LANES = 4
STATE_WORDS = 84
"""Room beside the bars of state for their figures."""
BATCH, TIME = "batch", "time"
"""The two spacings of processing time: every batch alike, or as the clock went."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The measures of one run's canvas: batches are named on the left, the state stands on the right."""

    width: float
    left: float
    top: float
    mark: float
    state_width: float
    state_gap: float

    def plot_width(self, physics: Physics) -> float:
        """How wide the plot is: without state there is no panel beside it."""
        return self.width - self.left - RIGHT - (self.state_width + self.state_gap if physics.operators else 0)


ALONE = Frame(width=1200, left=128, top=92, mark=22, state_width=168, state_gap=26)


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
    """A run on a canvas. `detailed` says that every batch has room for points with names and for its windows.

    `places` has one band a batch. `steps` tells for each step of the player which batch was the newest, None before the
    first; `gaps` are the steps in which this run, of several in step with each other, ran no batch.
    """

    physics: Physics
    spacing: str
    frame: Frame
    places: tuple[Band, ...]
    steps: tuple[int | None, ...]
    gaps: tuple[Band, ...]
    start: int
    end: int
    height: float
    lanes: int
    detailed: bool

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """One band a batch; batches that share a pixel share a band."""
        merged: list[Band] = []
        rest: Band | None = None
        for place in self.places:
            rest = Band(
                rest.first if rest else place.first, place.last, place.top, rest.bottom if rest else place.bottom
            )
            if rest.height >= 1 or place is self.places[-1]:
                merged.append(rest)
                rest = None
        return tuple(merged)

    @property
    def plot_width(self) -> float:
        return self.frame.plot_width(self.physics)

    @property
    def bottom(self) -> float:
        return self.frame.top + self.height

    @property
    def right(self) -> float:
        """Where the canvas's content ends."""
        return self.frame.width - RIGHT

    @property
    def state_left(self) -> float:
        return self.right - self.frame.state_width

    @property
    def canvas_height(self) -> float:
        return self.bottom + BOTTOM

    def x(self, time: int) -> float:
        """The place of an event time, at the edge if it lies outside."""
        share = (time - self.start) / (self.end - self.start)
        return self.frame.left + min(max(share, 0), 1) * self.plot_width

    def inside(self, time: int) -> bool:
        """Whether an event time lies on the canvas."""
        return self.start <= time <= self.end

    def at(self, step: int) -> BatchFacts | None:
        """The newest batch at a step of the player."""
        index = self.steps[step]
        return None if index is None else self.physics.batches[index]

    @cached_property
    def most_state(self) -> int:
        """The largest number of state rows, at least 1."""
        return max((sum(batch.state) for batch in self.physics.batches), default=0) or 1

    def state_x(self, rows: float) -> float:
        """The place of a number of state rows; room for the number stays free."""
        return self.state_left + rows / self.most_state * (self.frame.state_width - STATE_WORDS)
