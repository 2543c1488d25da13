"""Puts one run, or several in step with each other, on one canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from planviz.analysis.physics import Physics
from planviz.render.physics_layout import (
    MOST_HEIGHT,
    OVERVIEW_HEIGHT,
    QUIET_ROOM,
    batch_heights,
    event_range,
    lane_count,
    pile,
    spread_out,
    stack,
)
from planviz.render.physics_scene import BATCH, Band, Frame, Scene

TOP = 124
FRAMES = {
    1: Frame(width=1200, left=128, top=TOP, mark=22, state_width=168, state_gap=26),
    2: Frame(width=680, left=98, top=TOP, mark=16, state_width=128, state_gap=18),
    3: Frame(width=530, left=92, top=TOP, mark=14, state_width=116, state_gap=14),
}
"""The measures of each run when so many stand side by side."""
FAR_APART = 3
"""Runs share the axis of event time unless it would be so many times as long as the longest of their own."""
KINDS = ("no-data", "data", "failed")
"""The kinds of a step; of those of its batches the last one here stands for all."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several runs: its physics, and which of its batches belongs to which step; None where it has none."""

    title: str
    physics: Physics
    batches: tuple[int | None, ...]


@dataclass(frozen=True)
class Board:
    """The runs side by side. `tops` are the upper edges of the steps, which are the same for all of them."""

    scenes: tuple[Scene, ...]
    titles: tuple[str, ...]
    tops: tuple[float, ...]
    ids: tuple[int, ...]
    kinds: tuple[str, ...]

    @property
    def noun(self) -> str:
        """What a step of the player is."""
        return "step" if len(self.scenes) > 1 else "batch"

    @property
    def lefts(self) -> tuple[float, ...]:
        """Where each scene begins."""
        return tuple(accumulate((scene.frame.width for scene in self.scenes[:-1]), initial=0.0))

    @property
    def width(self) -> float:
        return sum(scene.frame.width for scene in self.scenes)

    @property
    def top(self) -> float:
        return self.scenes[0].frame.top

    @property
    def bottom(self) -> float:
        return self.scenes[0].bottom

    @property
    def height(self) -> float:
        return self.scenes[0].canvas_height

    @property
    def notes(self) -> tuple[str, ...]:
        """What the pictures leave out or cannot tell."""
        return tuple(dict.fromkeys(note for scene in self.scenes for note in scene.physics.notes))

    def position_y(self, position: float) -> float:
        """The height of a moment: position 3.5 is in the middle of the fourth step."""
        index = min(max(int(position), 0), len(self.tops) - 1)
        bottom = self.bottom if index == 0 else self.tops[index - 1]
        return bottom + (self.tops[index] - bottom) * min(max(position - index, 0), 1)

    def step_at(self, position: float) -> int:
        """The step that is the present one at a moment."""
        return min(max(-int(-position // 1) - 1, 0), len(self.tops) - 1)


def board_of(scene: Scene, title: str = "") -> Board:
    """One run by itself: its batches are the steps."""
    batches = scene.physics.batches
    ids, kinds = tuple(batch.id for batch in batches), tuple(batch.kind for batch in batches)
    return Board((scene,), (title,), tuple(place.top for place in scene.places), ids, kinds)


def make_board(parts: Sequence[Part]) -> Board | None:
    """Several runs step by step beside each other, on the same axes; None if none of them has an event time."""
    ranges = [event_range(part.physics) if part.physics.batches else None for part in parts]
    drawn = [part for part, span in zip(parts, ranges, strict=True) if span is not None]
    if not drawn:
        return None
    frame = FRAMES[len(drawn)]
    spans = shared_ranges([span for span in ranges if span is not None])
    heights = _step_heights(drawn, spans, frame)
    detailed = sum(heights) <= MOST_HEIGHT
    rises = stack(spread_out(heights) if detailed else [OVERVIEW_HEIGHT / len(heights)] * len(heights))
    bottom = frame.top + rises[-1]
    places = pile([bottom - rise for rise in rises], bottom)
    scenes = tuple(scene_in_step(part, span, frame, places, detailed) for part, span in zip(drawn, spans, strict=True))
    kinds = tuple(max(_kinds(drawn, step), key=KINDS.index, default=KINDS[0]) for step in range(len(places)))
    titles = tuple(part.title for part in drawn)
    return Board(scenes, titles, tuple(place.top for place in places), tuple(range(1, len(places) + 1)), kinds)


def shared_ranges(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """One axis for all, so that a watermark stands at the same place in all; each its own if they lie far apart."""
    whole = min(start for start, _ in spans), max(end for _, end in spans)
    longest = max(end - start for start, end in spans)
    return [whole] * len(spans) if whole[1] - whole[0] <= FAR_APART * longest else spans


def _step_heights(parts: Sequence[Part], spans: Sequence[tuple[int, int]], frame: Frame) -> list[float]:
    """A step is as high as the run that needs most for its batch."""
    rooms = [batch_heights(part.physics, span, frame) for part, span in zip(parts, spans, strict=True)]
    return [
        max((room[index] for room, index in zip(rooms, indexes, strict=True) if index is not None), default=QUIET_ROOM)
        for indexes in zip(*(part.batches for part in parts), strict=True)
    ]


def scene_in_step(part: Part, span: tuple[int, int], frame: Frame, places: Sequence[Band], detailed: bool) -> Scene:
    """One of the runs in the places of the steps; where it has no batch there is a gap."""
    own = [Band(index, index, place.top, place.bottom) for index, place in _pairs(part, places) if index is not None]
    gaps = tuple(place for index, place in _pairs(part, places) if index is None)
    steps = tuple(accumulate(part.batches, _newest))
    height = places[0].bottom - frame.top
    lanes = lane_count(part.physics)
    return Scene(part.physics, BATCH, frame, tuple(own), steps, gaps, *span, height, lanes, detailed)


def _newest(before: int | None, index: int | None) -> int | None:
    return before if index is None else index


def _pairs(part: Part, places: Sequence[Band]) -> Iterator[tuple[int | None, Band]]:
    return zip(part.batches, places, strict=True)


def _kinds(parts: Sequence[Part], step: int) -> Iterator[str]:
    for part in parts:
        index = part.batches[step]
        if index is not None:
            yield part.physics.batches[index].kind
