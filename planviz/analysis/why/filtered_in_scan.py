"""Why Spark counts fewer rows than the source brought: the scan left some out."""

from __future__ import annotations

import re

from planviz.analysis.counted import counted
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording

_PUSHED = re.compile(r"PushedFilters: \[[^\]]")


def filtered_in_scan(recording: Recording, batch: Batch) -> Sentence | None:
    """Rows in the recorded input against rows that Spark counted, where a filter was handed to the scan."""
    del recording
    plan = batch.plans.get("physical")
    if batch.progress is None or plan is None or not any(_PUSHED.search(node.text) for node in plan):
        return None
    came, told = sum(each.rows.total for each in batch.inputs), batch.progress.input_rows
    if came <= told:
        return None
    which, left = (f"{told:,} of the", "the rest") if told else ("none of the", "them")
    text = f"Spark counts {which} {counted(came, 'row')} as read: the filter was handed to the scan, which left {left} out."
    return Sentence(text, {"came": came, "counted": told})
