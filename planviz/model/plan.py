"""A query plan as a flat, immutable tree: what one stage of one micro-batch looked like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

STAGES = ("started", "bound", "parsed", "analyzed", "optimized", "spark", "physical")
"""Every stage a plan can be captured at, in the order Spark goes through them."""

STAGE_TITLES = {
    "started": "As started",
    "bound": "Bound to sources",
    "parsed": "Parsed",
    "analyzed": "Analyzed",
    "optimized": "Optimized",
    "spark": "Spark plan",
    "physical": "Physical (executed)",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One output column of a node; `id` is Spark's expression id with its sign, such as "#12"."""

    name: str
    type: str
    id: str


@dataclass(frozen=True, slots=True)
class Metric:
    """One SQL metric of a node; `type` is Spark's: sum, size, timing, nsTiming or average."""

    key: str
    label: str
    type: str
    value: int


@dataclass(frozen=True, slots=True)
class StateInfo:
    """What IncrementalExecution's state rule gave a stateful operator for this batch."""

    checkpoint: str
    run_id: str
    operator_id: int
    version: int
    partitions: int
    late_watermark: int | None
    eviction_watermark: int | None
    output_mode: str | None


@dataclass(frozen=True, slots=True)
class Link:
    """An edge from a node to one below it.

    `kind` is "child" for data flow, and otherwise "subquery", "initial" (an adaptive plan before it adapted),
    "cached" (the plan that filled the cache) or "reused" (the exchange or subquery that is read again).
    """

    node: int
    kind: str = "child"


@dataclass(frozen=True, slots=True)
class PlanNode:
    """One operator; `id` is its index in `Plan.nodes`."""

    id: int
    name: str
    text: str
    output: tuple[Column, ...] = ()
    links: tuple[Link, ...] = ()
    metrics: tuple[Metric, ...] = ()
    codegen: int | None = None
    state: StateInfo | None = None

    @property
    def children(self) -> tuple[int, ...]:
        """The ids of the nodes that feed this one."""
        return tuple(link.node for link in self.links if link.kind == "child")

    def metric(self, key: str) -> int | None:
        """The value of a metric by its key, or None if the node has no such metric."""
        return next((metric.value for metric in self.metrics if metric.key == key), None)


@dataclass(frozen=True, slots=True)
class Plan:
    """A tree of operators in preorder: node 0 is the root (the sink), and parents come before children."""

    nodes: tuple[PlanNode, ...]

    @property
    def root(self) -> PlanNode:
        return self.nodes[0]

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[PlanNode]:
        return iter(self.nodes)

    def __getitem__(self, node_id: int) -> PlanNode:
        return self.nodes[node_id]

    def parents(self) -> dict[int, int]:
        """The id of each node's parent, over links of every kind."""
        return {link.node: node.id for node in self.nodes for link in node.links}

    def find(self, name: str) -> tuple[PlanNode, ...]:
        """All operators of that name, from the sink downwards."""
        return tuple(node for node in self.nodes if node.name.strip() == name)


def plan_from_json(nodes: list[dict[str, Any]]) -> Plan:
    """The plan that `plan_to_json` or the capture listener wrote; odd or missing parts become empty ones."""
    return Plan(tuple(_node_from_json(index, node) for index, node in enumerate(nodes)))


def _node_from_json(index: int, node: Mapping[str, Any]) -> PlanNode:
    state = node.get("state")
    return PlanNode(
        id=index,
        name=str(node.get("name", "?")).strip(),
        text=str(node.get("text", "")),
        output=tuple(Column(*column) for column in node.get("output", ())),
        links=tuple(Link(*link) for link in node.get("links", ())),
        metrics=tuple(Metric(*metric) for metric in node.get("metrics", ())),
        codegen=node.get("codegen"),
        state=_state_from_json(state) if state else None,
    )


def _state_from_json(state: Mapping[str, Any]) -> StateInfo:
    return StateInfo(
        checkpoint=state["checkpoint"],
        run_id=state["runId"],
        operator_id=state["operatorId"],
        version=state["version"],
        partitions=state["partitions"],
        late_watermark=state.get("lateWatermark"),
        eviction_watermark=state.get("evictionWatermark"),
        output_mode=state.get("outputMode"),
    )


def plan_to_json(plan: Plan) -> list[dict[str, Any]]:
    """The plan as plain JSON values, in the form the capture listener writes too."""
    return [_node_to_json(node) for node in plan.nodes]


def _node_to_json(node: PlanNode) -> dict[str, Any]:
    record: dict[str, Any] = {"name": node.name, "text": node.text}
    record["output"] = [[column.name, column.type, column.id] for column in node.output]
    if node.state:
        state = node.state
        record["state"] = {
            "checkpoint": state.checkpoint,
            "runId": state.run_id,
            "operatorId": state.operator_id,
            "version": state.version,
            "partitions": state.partitions,
            "lateWatermark": state.late_watermark,
            "evictionWatermark": state.eviction_watermark,
            "outputMode": state.output_mode,
        }
    record["metrics"] = [[metric.key, metric.label, metric.type, metric.value] for metric in node.metrics]
    if node.codegen is not None:
        record["codegen"] = node.codegen
    record["links"] = [[link.node, link.kind] for link in node.links]
    return record
