"""Why the next trigger comes late: the batch took longer than its interval."""

from __future__ import annotations

from planviz.analysis.loop import batch_time
from planviz.analysis.moment import length_text
from planviz.analysis.trigger_words import trigger_interval
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def falling_behind(recording: Recording, batch: Batch) -> Sentence | None:
    """The batch against the interval, and the step that took longest."""
    interval, time = trigger_interval(recording.query.trigger), batch_time(batch)
    if not interval or time is None or time.total is None or time.total <= interval:
        return None
    longest = max(time.steps, key=lambda step: step.millis or 0)
    text = (
        f"The batch took {length_text(time.total)}, longer than the trigger's interval of {length_text(interval)}: the next one "
        f"starts late. Most of it went into “{longest.kind.title.lower()}” ({length_text(longest.millis or 0)})."
    )
    return Sentence(text, {"millis": time.total, "interval": interval}, "warning")
