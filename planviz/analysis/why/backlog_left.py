"""Why the query is behind its source: more is waiting than the batch took."""

from __future__ import annotations

from planviz.analysis.offsets import source_lanes
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def backlog_left(recording: Recording, batch: Batch) -> Sentence | None:
    """What is waiting per source that tells its latest offset, in the source's own unit."""
    del recording
    for source in source_lanes((batch,)):
        waiting = sum(step.backlog or 0 for lane in source.lanes for step in lane.steps)
        taken = sum(step.taken or 0 for lane in source.lanes for step in lane.steps)
        if waiting:
            text = f"{waiting:,} {source.kind.unit} are still waiting in the source; this batch took {taken:,}."
            return Sentence(text, {"waiting": waiting, "taken": taken}, "warning")
    return None
