"""Draws the windows in state against the watermark, and tells when each will be removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planviz.analysis.eviction_forecast import WindowForecast
from planviz.render.inks import Inks, inks
from planviz.render.svg_parts import box, label, picture, rule

WIDTH, LEFT, RIGHT, ROW, HEAD, FOOT = 1180, 24, 330, 26, 62, 34
ROWS_SHOWN = 30
STEPS = tuple(
    unit * count
    for unit, counts in ((1000, (1, 2, 5, 10, 30)), (60_000, (1, 2, 5, 10, 30)), (3_600_000, (1, 3, 6, 12, 24, 168)))
    for count in counts
)
"""The distances between two ticks of the axis, in milliseconds."""


Text = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Marks:
    """The moments that windows are compared with; None for what is not known."""

    watermark: int | None
    following: int | None
    newest: int | None


def eviction_to_svg(windows: tuple[WindowForecast, ...], marks: Marks, text: Text, theme: str) -> str:
    """A bar for each window in state, the moments as lines, and what removes each window."""
    ink = inks(theme)
    shown = windows[:ROWS_SHOWN]
    bottom = HEAD + len(shown) * ROW
    low, high = _range(shown, marks)
    room = WIDTH - LEFT - RIGHT

    def place(moment: int) -> float:
        return LEFT + (moment - low) / (high - low) * room

    parts = [box(LEFT, HEAD - 6, room, bottom - HEAD + 12, ink.panel, radius=8)]
    if marks.watermark:
        parts.append(
            box(
                LEFT,
                HEAD - 6,
                place(marks.watermark) - LEFT,
                bottom - HEAD + 12,
                ink.watermark,
                extra=' fill-opacity=".08"',
                radius=8,
            )
        )
    for tick in _ticks(low, high):
        parts.append(rule(place(tick), HEAD - 6, place(tick), bottom + 6, ink.line))
        parts.append(label(place(tick), bottom + 24, text(tick), ink.muted, 12, "middle"))
    parts += _marks(marks, place, bottom + 6, text, ink)
    for row, window in enumerate(shown):
        parts += _window(window, HEAD + row * ROW, place, text, marks, ink)
    return picture(WIDTH, bottom + FOOT, "Windows in state against the watermark", parts, ink)


def _window(
    window: WindowForecast, y: float, place: Callable[[int], float], text: Text, marks: Marks, ink: Inks
) -> list[str]:
    end = place(window.end)
    rows = f"{window.rows:,} row{'s' if window.rows != 1 else ''}"
    parts = []
    if window.start is not None:
        name = f"{text(window.start)}–{text(window.end)} · {rows}"
        start = place(window.start)
        parts.append(box(start, y + 3, end - start, ROW - 6, ink.state, radius=5, extra=' fill-opacity=".8"'))
        inside = len(name) * 6.6 < end - start
        x, anchor, color = ((start + end) / 2, "middle", ink.background) if inside else (end + 8, "start", ink.text)
        parts.append(label(x, y + 18, name, color, 12.5, anchor, 600))
    else:
        parts.append(f'<circle cx="{end:.1f}" cy="{y + ROW / 2:.1f}" r="6" fill="{ink.state}"/>')
        parts.append(label(end - 11, y + 17.5, rows, ink.text, 12.5, "end"))
    parts.append(label(WIDTH - RIGHT + 18, y + 17.5, _forecast(window, marks, text), ink.text, 13, width=RIGHT - 20))
    return parts


def _forecast(window: WindowForecast, marks: Marks, text: Text) -> str:
    if marks.following is not None and window.end <= marks.following:
        return f"goes in the next batch (watermark {text(marks.following)})"
    if window.event_needed is not None:
        return f"goes once an event of {text(window.event_needed)} or later came"
    return f"goes at watermark {text(window.end)}"


def _marks(marks: Marks, place: Callable[[int], float], bottom: float, text: Text, ink: Inks) -> list[str]:
    """Each moment as a line with its name on top; names take turns on two levels, so that they do not touch."""
    moments = [
        (marks.watermark, "watermark", ink.watermark, ""),
        (
            marks.following if marks.following != marks.watermark else None,
            "next watermark",
            ink.watermark,
            ' stroke-dasharray="5 4"',
        ),
        (marks.newest, "newest event", ink.newest, ' stroke-dasharray="2 3"'),
    ]
    parts = []
    for level, (moment, name, color, dash) in enumerate(each for each in moments if each[0]):
        x = place(moment or 0)
        y = 16 + 16 * (level % 3)
        parts.append(rule(x, y + 4, x, bottom, color, 2.5, dash))
        anchor = "end" if x > WIDTH - RIGHT - 160 else "start"
        parts.append(
            label(
                x + (-6 if anchor == "end" else 6),
                y + 2,
                f"{name} {text(moment or 0)}",
                color,
                13,
                anchor,
                600,
                halo=ink.background,
            )
        )
    return parts


def _ticks(low: int, high: int) -> range:
    """Round moments for the axis, at most eight."""
    step = next((step for step in STEPS if (high - low) / step <= 8), high - low)
    return range(-(-low // step) * step, high + 1, step)


def _range(windows: tuple[WindowForecast, ...], marks: Marks) -> tuple[int, int]:
    moments = [window.end for window in windows] + [window.start for window in windows if window.start is not None]
    moments += [moment for moment in (marks.watermark, marks.following, marks.newest) if moment]
    low, high = min(moments), max(moments)
    pad = max((high - low) // 30, 1)
    return low - pad, high + pad
