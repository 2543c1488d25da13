"""Draws the steps of one micro-batch, or of one epoch, as a loop, with their own values and durations."""

from __future__ import annotations

from planviz.analysis.loop import BatchTime, StepTime
from planviz.analysis.moment import length_text
from planviz.render.inks import Inks, inks, series_colors
from planviz.render.safe_text import escaped
from planviz.render.svg_parts import box, label, picture

CARD_WIDTH, CARD_HEIGHT, GAP, MARGIN = 344, 148, 56, 14
WIDTH = 2 * MARGIN + 3 * CARD_WIDTH + 2 * GAP
HEIGHT = 2 * MARGIN + 2 * CARD_HEIGHT + GAP


def loop_to_svg(
    time: BatchTime | None,
    values: tuple[tuple[str, ...], ...],
    steps: tuple[StepTime, ...],
    theme: str,
    noun: str = "batch",
) -> str:
    """The loop of a batch or an epoch; `time` is None if Spark reported no durations."""
    ink = inks(theme)
    total = time.total if time else None
    columns = len(steps) // 2
    parts = _arrows(columns, noun, ink)
    for place, (step, lines, color) in enumerate(zip(steps, values, series_colors(theme), strict=False)):
        # Clockwise, so that the last step leads back to the first.
        column, row = (place, 0) if place < columns else (2 * columns - 1 - place, 1)
        x = MARGIN + column * (CARD_WIDTH + GAP)
        y = MARGIN + row * (CARD_HEIGHT + GAP)
        parts += _card(x, y, step, lines, total, color, ink)
    return picture(WIDTH, HEIGHT, f"The {len(steps)} steps of this {noun}", parts, ink)


def _card(
    x: float, y: float, step: StepTime, lines: tuple[str, ...], total: int | None, color: str, ink: Inks
) -> list[str]:
    inner = CARD_WIDTH - 28
    share = min((step.millis or 0) / total, 1) if total else 0
    parts = [
        f"<g><title>{escaped(step.kind.explanation)}</title>",
        box(x, y, CARD_WIDTH, CARD_HEIGHT, ink.panel, ink.line, 10),
        f'<circle cx="{x + 26:.1f}" cy="{y + 28:.1f}" r="13" fill="{color}"/>',
        label(x + 26, y + 33, str(step.kind.number), ink.background, 15, "middle", 700),
        label(x + 48, y + 33, step.kind.title, ink.text, 16, weight=600),
        label(x + 14, y + 60, step.kind.explanation, ink.muted, 12, width=inner),
    ]
    parts += [label(x + 14, y + 85 + 20 * row, line, ink.text, 14, width=inner) for row, line in enumerate(lines[:2])]
    if total is not None:
        parts += [
            label(x + CARD_WIDTH - 14, y + 33, _duration(step), ink.text, 16, "end", 600),
            box(x + 14, y + CARD_HEIGHT - 20, inner, 6, ink.line, radius=3),
            box(x + 14, y + CARD_HEIGHT - 20, max(inner * share, 3 if step.millis else 0), 6, color, radius=3),
        ]
    return [*parts, "</g>"]


def _duration(step: StepTime) -> str:
    return "–" if step.millis is None else length_text(step.millis)


def _arrows(columns: int, noun: str, ink: Inks) -> list[str]:
    """From each card to the next, and from the last back to the first."""
    top, bottom = MARGIN + CARD_HEIGHT / 2, MARGIN + CARD_HEIGHT * 1.5 + GAP
    parts = []
    for column in range(columns - 1):
        right = MARGIN + (column + 1) * CARD_WIDTH + column * GAP
        parts.append(_arrow(right + 6, top, right + GAP - 6, top, ink.muted))
        parts.append(_arrow(right + GAP - 6, bottom, right + 6, bottom, ink.muted))
    first, last = MARGIN + CARD_WIDTH / 2, MARGIN + (columns - 0.5) * CARD_WIDTH + (columns - 1) * GAP
    edge = MARGIN + CARD_HEIGHT
    parts.append(_arrow(last, edge + 6, last, edge + GAP - 6, ink.muted))
    parts.append(_arrow(first, edge + GAP - 6, first, edge + 6, ink.muted, " stroke-dasharray='5 4'"))
    parts.append(label(first + 14, edge + GAP / 2 + 4, f"next {noun}", ink.muted, 13))
    return parts


def _arrow(x1: float, y1: float, x2: float, y2: float, color: str, extra: str = "") -> str:
    dx, dy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
    wing = f"M{x2 - 8 * dx - 5 * dy:.1f},{y2 - 8 * dy - 5 * dx:.1f}L{x2:.1f},{y2:.1f}L{x2 - 8 * dx + 5 * dy:.1f},{y2 - 8 * dy + 5 * dx:.1f}"
    return (
        f'<path d="M{x1:.1f},{y1:.1f}L{x2:.1f},{y2:.1f}" stroke="{color}" stroke-width="2"{extra}/>'
        f'<path d="{wing}" fill="none" stroke="{color}" stroke-width="2" stroke-linejoin="round"/>'
    )
