"""Small pictures of runs, for cards: of one run, or of several on the same axes."""

from __future__ import annotations

from collections.abc import Sequence

from planviz.analysis.compare import compare, step_indexes
from planviz.analysis.physics import find_physics
from planviz.model import Recording
from planviz.render.physics_board import Part
from planviz.render.physics_layout import event_range
from planviz.render.thumbnail_bars import bar_thumbnails
from planviz.render.thumbnail_canvas import WIDTH
from planviz.render.thumbnail_columns import columns_in_step, columns_of
from planviz.render.thumbnail_physics import physics_thumbnails
from planviz.render.thumbnail_refused import refused_thumbnail


def thumbnail_to_svg(recording: Recording, theme: str = "light", width: float = WIDTH) -> str:
    """The small picture of one run."""
    return thumbnails_to_svg((recording,), theme, width)[0]


def thumbnails_to_svg(recordings: Sequence[Recording], theme: str = "light", width: float = WIDTH) -> tuple[str, ...]:
    """The small pictures of runs that are compared: in step, on the same axes; with event time if all of them have it."""
    ran = tuple(recording for recording in recordings if recording.batches)
    drawn = iter(_drawn(ran, theme, width))
    return tuple(
        next(drawn) if recording.batches else refused_thumbnail(recording, theme, width) for recording in recordings
    )


def _drawn(recordings: tuple[Recording, ...], theme: str, width: float) -> tuple[str, ...]:
    steps = compare(recordings) if len(recordings) > 1 else None
    parts = []
    for place, recording in enumerate(recordings):
        batches = step_indexes(recording, steps, place) if steps else tuple(range(len(recording.batches)))
        parts.append(Part("", find_physics(recording), batches))
    if all(event_range(part.physics) for part in parts):
        return physics_thumbnails(recordings, parts, theme, width) if parts else ()
    if steps is None:
        columns = [columns_of(recording) for recording in recordings]
    else:
        columns = [columns_in_step([step.batches[place] for step in steps]) for place in range(len(recordings))]
    return bar_thumbnails(recordings, columns, theme, width)
