"""Why Spark's counts are doubled: a sort runs all that is below it twice."""

from __future__ import annotations

from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Plan, Recording


def counted_twice(recording: Recording, batch: Batch) -> Sentence | None:
    """An exchange by ranges samples its input before it cuts it, so a stateful operator below it runs two times."""
    del recording
    plan = batch.plans.get("physical")
    if plan is None or not any(_samples_state(plan, node.id) for node in plan if "rangepartitioning" in node.text):
        return None
    return Sentence(
        "To sort, Spark runs all that is below the sort twice: first to see how the values spread, then to write. Its "
        "counts of rows and state there are doubled.",
        {"doubled": True},
    )


def _samples_state(plan: Plan, node_id: int) -> bool:
    below = list(plan[node_id].children)
    while below:
        node = plan[below.pop()]
        if node.state is not None:
            return True
        below += node.children
    return False
