"""Draws offsets as lanes: what earlier batches took, what this one takes, and what still waits."""

from __future__ import annotations

from collections.abc import Callable

from planviz.analysis.noun import BATCH, Noun
from planviz.analysis.offsets import Lane, LaneStep, SourceLanes
from planviz.render.inks import Inks, inks
from planviz.render.safe_text import escaped, text_width
from planviz.render.svg_parts import box, label, picture, rule

WIDTH, LEFT, RIGHT, LANE, HEAD, FOOT = 1180, 176, 44, 58, 34, 4
LANES_SHOWN = 24
TICKS_SHOWN = 200
FAR = 10
"""How many times more than was recorded may lie before it, if it is not known where the source began."""

Place = Callable[[float], float]
"""From an offset to its x."""


def offset_lanes_to_svg(source: SourceLanes, batch_id: int, theme: str, noun: Noun = BATCH) -> str:
    """One source's lanes at one batch; the scale is the whole run's, so that lanes advance from batch to batch."""
    ink = inks(theme)
    lanes = source.lanes[:LANES_SHOWN]
    height = HEAD + len(lanes) * LANE + FOOT
    parts = _legend(source.tells_latest, noun, ink)
    for row, lane in enumerate(lanes):
        parts += _lane(lane, source.kind.unit, HEAD + row * LANE, batch_id, noun, ink)
    return picture(WIDTH, height, f"Offsets of {source.kind.name} at {noun.one} {batch_id}", parts, ink)


def _legend(tells_latest: bool, noun: Noun, ink: Inks) -> list[str]:
    entries = [(f"taken by earlier {noun.many}", ink.quiet, "none"), (f"this {noun.one}", ink.data, "none")]
    entries += [("waiting", "none", ink.late)] if tells_latest else []
    parts, x = [], float(LEFT)
    for name, fill, line in entries:
        parts += [box(x, 9, 18, 12, fill, line, 3), label(x + 25, 20, name, ink.muted, 13)]
        x += 25 + text_width(name, 13) + 26
    return parts


def _lane(lane: Lane, unit: str, y: float, batch_id: int, noun: Noun, ink: Inks) -> list[str]:
    now = next((step for step in lane.steps if step.batch == batch_id), None)
    low, high = lane_range(lane)
    room = WIDTH - LEFT - RIGHT

    def place(offset: float) -> float:
        return LEFT + (offset - low) / (high - low) * room

    name = f"partition {lane.partition}" if lane.partition[:1].isdigit() else lane.partition or unit
    middle, top, thick = y + 24, y + 12, 20
    parts = [label(LEFT - 14, middle - 3, name, ink.text, 14, "end", 600, LEFT - 16)]
    parts.append(box(LEFT, top, room, thick, ink.panel, ink.line, 5))
    if now is None:
        return [*parts, _beside(middle, f"not in this {noun.one}", ink)]
    parts += _spans(now, low, place, top, thick, ink)
    earlier = [step for step in lane.steps if step.batch < batch_id and step.end is not None]
    for step in earlier[-TICKS_SHOWN:]:
        parts.append(rule(place(step.end or 0), top, place(step.end or 0), top + thick, ink.background, 1.5))
    parts += _numbers(now, place, top + thick + 14, ink)
    return [*parts, _beside(middle, _summary(now), ink)]


def _beside(middle: float, told: str, ink: Inks) -> str:
    """What happened in the lane, under its name: a picture that is scrolled sideways begins with it."""
    return label(LEFT - 14, middle + 13, told, ink.muted, 13, "end", width=LEFT - 16)


def _spans(now: LaneStep, low: int, place: Place, top: float, thick: float, ink: Inks) -> list[str]:
    start, end = now.start if now.start is not None else low, now.end if now.end is not None else low
    parts = [box(place(low), top, place(start) - place(low), thick, ink.quiet, radius=5)]
    if end > start:
        hover = f"<title>{escaped(_summary(now))}</title>"
        parts.append(f"<g>{hover}{box(place(start), top, place(end) - place(start), thick, ink.data, radius=5)}</g>")
    else:
        parts.append(rule(place(end), top - 4, place(end), top + thick + 4, ink.data, 3))
    if now.latest is not None and now.latest > end:
        waiting = place(now.latest) - place(end)
        parts.append(
            box(place(end), top, waiting, thick, "none", ink.late, 5, ' stroke-width="2" stroke-dasharray="5 3"')
        )
    return parts


def _numbers(now: LaneStep, place: Place, y: float, ink: Inks) -> list[str]:
    """The offsets under the bar; where two would touch, the later one wins."""
    shown: list[tuple[float, str, str]] = []
    for offset, color in ((now.start, ink.muted), (now.end, ink.data), (now.latest, ink.late)):
        if offset is None or (color == ink.late and offset == now.end):
            continue
        x, text = place(offset), f"{offset:,}"
        shown = [each for each in shown if abs(each[0] - x) > 4 * (len(text) + len(each[1])) + 6]
        if not any(each[1] == text for each in shown):
            shown.append((x, text, color))
    return [label(x, y, text, color, 12, "middle", 600) for x, text, color in shown]


def _summary(now: LaneStep) -> str:
    start = "nothing" if now.start is None else f"{now.start:,}"
    end = "nothing" if now.end is None else f"{now.end:,}"
    text = f"{start} → {end}" if now.start != now.end else f"stays at {end}"
    return text if not now.backlog else f"{text}, {now.backlog:,} wait"


def lane_range(lane: Lane) -> tuple[int, int]:
    """The offsets at the two ends of a lane."""
    numbers = [each for step in lane.steps for each in (step.start, step.end, step.latest) if each is not None]
    first = lane.steps[0]
    low = first.start if first.start is not None else min([*numbers, 0 if min(numbers) >= 0 else -1]) - 1
    high = max(*numbers, low + 1)
    # Where a source began is not always told. Then what came before must not dwarf what was recorded: an old Kafka topic
    # has millions of records before the first batch.
    recorded = high - (first.end if first.end is not None else low)
    if first.start is None and recorded and high - low > FAR * recorded:
        low = high - 2 * recorded
    return low, high
