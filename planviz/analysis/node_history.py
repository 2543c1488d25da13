"""The metrics of one node over many batches; the same node is the one of the same name at the same place."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.model import Metric, PlanNode, Recording

SPAN = 60
"""How many batches are looked at: more would not fit into a small chart."""


@dataclass(frozen=True, slots=True)
class History:
    """The values of one metric, batch by batch; None where the batch has no such node or metric."""

    batches: tuple[int, ...]
    values: tuple[Metric | None, ...]


def node_history(recording: Recording, batch_id: int, stage: str, node: PlanNode) -> dict[str, History]:
    """For each metric of the node its values in up to `SPAN` batches around the given one."""
    batches = _around(recording, batch_id)
    nodes = [_same_node(recording, each, stage, node) for each in batches]
    return {
        metric.key: History(batches, tuple(_metric(other, metric.key) for other in nodes)) for metric in node.metrics
    }


def _around(recording: Recording, batch_id: int) -> tuple[int, ...]:
    ids = [batch.id for batch in recording.batches]
    place = ids.index(batch_id) if batch_id in ids else len(ids) - 1
    start = max(0, min(place - SPAN // 2, len(ids) - SPAN))
    return tuple(ids[start : start + SPAN])


def _same_node(recording: Recording, batch_id: int, stage: str, node: PlanNode) -> PlanNode | None:
    plan = recording.plan(batch_id, stage)
    if plan is None or len(plan) <= node.id:
        return None
    other = plan[node.id]
    # A scan is called LocalTableScan in a batch without data: it stands at the same place and has the same part.
    return other if other.name == node.name or (not other.links and not node.links) else None


def _metric(node: PlanNode | None, key: str) -> Metric | None:
    return next((metric for metric in node.metrics if metric.key == key), None) if node else None
