"""Why the watermark does not move though data came."""

from __future__ import annotations

from planviz.analysis.moment import Moments
from planviz.analysis.watermark import find_delays, next_watermark
from planviz.analysis.why.sentence import Sentence, listed
from planviz.model import Batch, Recording


def watermark_held(recording: Recording, batch: Batch) -> Sentence | None:
    """Either nothing newer came, or another of several watermarks holds it back."""
    following, progress = next_watermark(recording, batch), batch.progress
    if following is None or following.moved or progress is None or progress.event_max is None:
        return None
    moments, delays = Moments(recording), find_delays(recording)
    at = moments.text(following.millis)
    if len(delays) > 1:
        policy = recording.query.conf.get("spark.sql.streaming.multipleWatermarkPolicy", "min")
        which = "slowest" if policy == "min" else "fastest"
        columns = list(dict.fromkeys(delay.column for delay in delays))
        names = f" (on {listed(columns)})" if len(columns) > 1 else ""
        text = f"The watermark stays at {at}: of the {len(delays)} watermarks{names} the {which} one decides."
        return Sentence(text, {"watermark": following.millis, "policy": policy})
    text = f"The watermark stays at {at}: the newest event of this batch, {moments.text(progress.event_max)}, is not newer than what was seen before"
    text += f" ({moments.text(following.newest)})" if following.newest and following.newest > progress.event_max else ""
    return Sentence(f"{text}.", {"watermark": following.millis, "newest": following.newest})
