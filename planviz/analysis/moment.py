"""Writes moments and lengths of time (milliseconds) as a person would say them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from planviz.analysis.clock import find_zone
from planviz.model import Recording

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400_000
_UNITS = ((_DAY, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s"))


class Moments:
    """Writes the event times of one recording in its session's time zone; with a date only if it spans days."""

    def __init__(self, recording: Recording) -> None:
        self.zone = find_zone(recording.query.conf.get("spark.sql.session.timeZone"))
        seen = [
            time
            for batch in (*recording.batches[:1], *recording.batches[-3:])
            if batch.progress
            for time in (batch.progress.event_min, batch.progress.event_max, batch.progress.watermark)
            if time
        ]
        self._dated = bool(seen) and max(seen) - min(seen) > _DAY
        self._to_the_second = any(time % 60_000 for time in seen)

    def text(self, millis: int) -> str:
        """The time of day to the minute or second, as the times of this run need it; to the millisecond if it must."""
        # A join removes what is older than a moment, and not what is as old: Spark's bound is a millisecond off.
        if millis % 1000 == 1:
            return f"just after {self.text(millis - 1)}"
        try:
            moment = (_EPOCH + timedelta(milliseconds=millis)).astimezone(self.zone)
        except (OverflowError, ValueError):
            return "beyond all time"
        if millis % 60_000 == 0 and not self._to_the_second:
            text = moment.strftime("%H:%M")
        else:
            text = moment.strftime("%H:%M:%S") + (f".{millis % 1000:03}" if millis % 1000 else "")
        return moment.strftime("%Y-%m-%d ") + text if self._dated else text


def length_text(millis: float) -> str:
    """A length of time in its largest fitting units: 10 min, 1 h 30 min, 1.5 s, 250 ms."""
    if abs(millis) < 1000:
        return f"{millis:.0f} ms"
    if abs(millis) < 60_000:
        return f"{millis / 1000:.2f}".rstrip("0").rstrip(".") + " s"
    parts: list[str] = []
    rest = round(abs(millis))
    for size, unit in _UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {unit}")
    return ("−" if millis < 0 else "") + " ".join(parts[:2])
