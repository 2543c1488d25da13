"""Reads and writes event times: any form a row may carry, and as short a text as tells the times of a run apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = 1_000_000
DAY = 86_400 * SECOND


def read_micros(value: Any, zone: tzinfo = UTC) -> int | None:
    """Microseconds since 1970 of a timestamp as Spark reads it: ISO text, or a number of seconds. None if it is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return round(value * SECOND)
    try:
        moment = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return (moment - EPOCH) // timedelta(microseconds=1)


def find_zone(name: str | None) -> tzinfo:
    """The time zone of that name; UTC if it is not known here."""
    try:
        return ZoneInfo(name) if name else UTC
    except (KeyError, ValueError, OSError):
        return UTC


@dataclass(frozen=True, slots=True)
class Clock:
    """Writes times of one run: with a date, seconds or milliseconds only if the run needs them."""

    zone: tzinfo = UTC
    form: str = "%H:%M:%S"
    milliseconds: bool = False

    def text(self, micros: int) -> str:
        """The time in the clock's zone and form."""
        try:
            moment = (EPOCH + timedelta(microseconds=micros)).astimezone(self.zone)
        except OverflowError:
            return "beyond all time"
        fraction = f".{moment.microsecond // 1000:03}" if self.milliseconds else ""
        return moment.strftime(self.form) + fraction

    def span(self, start: int, end: int) -> str:
        """From one time to another."""
        return f"{self.text(start)}–{self.text(end)}"

    @property
    def zone_name(self) -> str:
        """The zone's name for an axis."""
        return "UTC" if self.zone is UTC else str(self.zone)


def clock_for(times: Iterable[int], zone: tzinfo = UTC) -> Clock:
    """The shortest clock that tells these times apart."""
    known = sorted(set(times))
    if not known:
        return Clock(zone)
    days = "%m-%d " if known[-1] - known[0] > DAY else ""
    if all(time % (60 * SECOND) == 0 for time in known):
        return Clock(zone, days + "%H:%M")
    whole = all(time % SECOND == 0 for time in known)
    return Clock(zone, days + "%H:%M:%S", milliseconds=not whole and known[-1] - known[0] < 60 * SECOND)
