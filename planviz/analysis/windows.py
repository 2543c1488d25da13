"""Finds the event-time windows of a query in its plan, and tells into which of them a row falls."""

from __future__ import annotations

import re
from dataclasses import dataclass

from planviz.analysis.watermark import interval_millis
from planviz.model import Plan

Span = tuple[int, int]
"""Start (inclusive) and end (exclusive) of a window, in microseconds since 1970."""

_SLIDE = re.compile(r"precisetimestampconversion\([^()]*?(#\d+)[^(),]*, Timestamp\w+, LongType\) - (-?\d+)\) % (\d+)\)")
_LENGTH = re.compile(r"\+ (\d+)\), LongType, Timestamp")
_GAP = re.compile(r"[^()]*?(#\d+)[^(),]* \+ cast\(([^()]+) as interval\) as timestamp\)")


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """The window of a query, in microseconds; for a session window `length` is the gap and each row opens its own."""

    column_id: str
    length: int
    slide: int
    offset: int = 0
    session: bool = False

    @property
    def lanes(self) -> int:
        """How many windows overlap at any moment."""
        return 1 if self.session else -(-self.length // self.slide)

    def windows(self, time: int) -> tuple[Span, ...]:
        """The windows which a row of that time falls into, the earliest first."""
        if self.session:
            return ((time, time + self.length),)
        last = time - (time - self.offset) % self.slide
        starts = (last - step * self.slide for step in reversed(range(self.lanes)))
        return tuple((start, start + self.length) for start in starts if time < start + self.length)

    def has(self, span: Span) -> bool:
        """Whether a window may be one of these, and not of another operator."""
        return self.session or (span[1] - span[0] == self.length and (span[0] - self.offset) % self.slide == 0)

    def lane(self, start: int) -> int:
        """The lane of a window: windows of the same lane do not overlap."""
        return (start - self.offset) // self.slide % self.lanes

    @property
    def kind(self) -> str:
        """What Spark's documentation calls it."""
        if self.session:
            return "session"
        return "tumbling" if self.length == self.slide else "sliding"


def find_windows(plan: Plan) -> tuple[WindowSpec, ...]:
    """Every window the query computes, those nearest the sources last."""
    found = (_fixed(node.text) or _session(node.text) for node in plan)
    return tuple(dict.fromkeys(spec for spec in found if spec))


def _fixed(text: str) -> WindowSpec | None:
    slide, length = _SLIDE.search(text), _LENGTH.search(text)
    if not slide or not length:
        return None
    return WindowSpec(slide[1], int(length[1]), int(slide[3]), int(slide[2]))


def _session(text: str) -> WindowSpec | None:
    gap = _GAP.search(text) if "named_struct(start" in text else None
    if not gap:
        return None
    length = interval_millis(gap[2]) * 1000
    return WindowSpec(gap[1], length, length, session=True) if length else None
