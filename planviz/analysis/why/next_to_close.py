"""What the next watermark will be, and when the next window closes."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.moment import Moments, length_text
from planviz.analysis.timers import next_due
from planviz.analysis.watermark import NextWatermark, find_delays, next_watermark
from planviz.analysis.why.open_windows import open_windows
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def next_to_close(recording: Recording, batch: Batch) -> Sentence | None:
    """The next batch's watermark as Spark committed it, and the event that closes the first window after that."""
    following = next_watermark(recording, batch)
    if following is None:
        return None
    moments = Moments(recording)
    windows = open_windows(recording, batch)
    closing = [window for window in windows if window.end <= following.millis]
    waiting = [window for window in windows if window.end > following.millis]
    parts = [_watermark(recording, following, moments)] if following.moved else []
    if closing:
        gone = sum(window.rows for window in closing)
        parts.append(f"With it {counted(gone, 'row')} {'leaves' if gone == 1 else 'leave'} the state.")
    due = next_due(recording, batch, following.millis)
    if due:
        timers = f"the timer for {moments.text(due[0])} is" if len(due) == 1 else f"{len(due):,} timers are"
        parts.append(f"With it {timers} due.")
    if waiting:
        first = waiting[0]
        ends = first.end
        what = (
            f"Window {moments.text(first.start)}–{moments.text(ends)}"
            if first.start is not None
            else "The next row of state"
        )
        when = (
            f"an event of {moments.text(first.event_needed)} or later has come"
            if first.event_needed is not None
            else f"the watermark has come to {moments.text(ends)}"
        )
        parts.append(f"{what} goes once {when}.")
    figures = {
        "watermark": following.millis,
        "closing": sum(window.rows for window in closing),
        "due": len(due),
        "event_needed": waiting[0].event_needed if waiting else None,
    }
    return Sentence(" ".join(parts), figures, "next") if parts else None


def _watermark(recording: Recording, following: NextWatermark, moments: Moments) -> str:
    text = f"The next batch's watermark will be {moments.text(following.millis)}"
    delays = find_delays(recording)
    if len(delays) == 1 and following.newest is not None:
        delay = f"minus {length_text(delays[0].millis)}" if delays[0].millis else "without any delay"
        return f"{text}: the newest event seen, {moments.text(following.newest)}, {delay}."
    return f"{text}."
