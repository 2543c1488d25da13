"""Places the windows of a run: in each batch a strip a lane, in which every window lies where it is in event time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planviz.analysis.window_life import WindowLife
from planviz.render.physics_scene import LANE, MOST_LANES, Band, Scene
from planviz.render.svg_element import text_width

OPENED, UPDATED, KEPT, CLOSED, REFUSED = "opened", "updated", "kept", "closed", "refused"
CELL_TEXT = 10.5


@dataclass(frozen=True, slots=True)
class Cell:
    """A window in one batch: what happened to it there, in a few words if they fit, and in a full sentence."""

    kind: str
    x: float
    y: float
    width: float
    label: str
    sentence: str


def place_cells(scene: Scene) -> tuple[Cell, ...]:
    """The cells of a detailed scene."""
    if not scene.detailed:
        return ()
    lives = [life for life in scene.physics.windows if life.lane < MOST_LANES]
    return tuple(cell for band in scene.bands for life in lives if (cell := _cell(scene, band, life)))


def _cell(scene: Scene, band: Band, life: WindowLife) -> Cell | None:
    kind = _kind(life, band.last)
    if kind is None:
        return None
    left, right = scene.x(life.start), scene.x(life.end)
    y = band.bottom - (life.lane + 1) * LANE - 1
    words = tuple(_words(scene, life, kind, band.last))
    label = next((text for text in words if text_width(text, CELL_TEXT) <= right - left - 12), "")
    return Cell(kind, left + 1.5, y, max(right - left - 3, 1), label, _sentence(scene, life, kind, band.last))


def _kind(life: WindowLife, index: int) -> str | None:
    """What happened to a window in a batch; None if it is not there (yet, or any more)."""
    if life.refused.get(index):
        return REFUSED
    if index < life.opened or (life.replaced is not None and index >= life.replaced):
        return None
    if life.closed is not None and index >= life.closed:
        return CLOSED if index == life.closed else None
    if index == life.opened:
        return OPENED
    return UPDATED if life.rows.get(index) or index in life.changed else KEPT


def _words(scene: Scene, life: WindowLife, kind: str, index: int) -> Iterator[str]:
    """What to write into a cell, the longest first."""
    span = scene.physics.clock.span(life.start, life.end)
    brief = {
        OPENED: "opens" + (f" · {_rows(life.rows[index])}" if index in life.rows else ""),
        UPDATED: f"+{life.rows[index]}" if index in life.rows else "changed",
        KEPT: "",
        CLOSED: "closed" + (", written" if index in life.written and _append(scene) else ", state freed"),
        REFUSED: f"closed: {_rows(life.refused.get(index, 0))} dropped",
    }[kind]
    yield f"{span} {brief}".strip()
    yield brief
    yield re.split(r" ·|,|:", brief)[-1 if kind == REFUSED else 0].strip()


def _sentence(scene: Scene, life: WindowLife, kind: str, index: int) -> str:
    batch = scene.physics.batches[index]
    clock = scene.physics.clock
    span = clock.span(life.start, life.end)
    watermark = clock.text(batch.watermark) if batch.watermark is not None else "not set"
    if kind == OPENED:
        return f"Window {span} opened in batch {batch.id}{_took(life, index)}."
    if kind == UPDATED:
        return f"Window {span} changed in batch {batch.id}{_took(life, index)}."
    if kind == KEPT:
        known = batch.index in scene.physics.rows_known or batch.kind == "no-data"
        return f"Window {span} is open in batch {batch.id}{', and no row came for it' if known else ''}."
    if kind == REFUSED:
        count = life.refused[index]
        return f"Window {span} was closed before batch {batch.id}: {_rows(count)} for it {_were(count)} dropped."
    end = "written to the sink and removed" if index in life.written and _append(scene) else "removed"
    held = life.state.get(index - 1)
    state = f"its {held} state {'row' if held == 1 else 'rows'}" if held else "its state"
    return (
        f"The watermark {watermark} passed the end of window {span}: in batch {batch.id} {state} {_were(held)} {end}."
    )


def _took(life: WindowLife, index: int) -> str:
    total = sum(count for batch, count in life.rows.items() if batch <= index)
    if index not in life.rows:
        return ""
    return f": {_rows(life.rows[index])} came for it" + (f", {total} so far" if total != life.rows[index] else "")


def _append(scene: Scene) -> bool:
    return scene.physics.output_mode.lower() == "append"


def _rows(count: int) -> str:
    return f"{count} row" if count == 1 else f"{count} rows"


def _were(count: int | None) -> str:
    return "was" if count == 1 or count is None else "were"
