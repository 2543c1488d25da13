"""Links the nodes of two stages of one plan: what a logical operator became, what moved, what is gone and what is new."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.analysis.alignment import align
from planviz.analysis.node_text import named_argument, readable, split_arguments, unwrap
from planviz.analysis.operators import family_of
from planviz.analysis.plan_diff import PlanDiff, without_identifiers
from planviz.model import Plan, PlanNode

ASIDE = frozenset({"initial", "cached", "reused"})
SAME, CHANGED, MOVED = "same", "changed", "moved"


@dataclass(frozen=True, slots=True)
class StageLink:
    """A node of the earlier stage and what it became in the later one."""

    before: int
    after: tuple[int, ...]
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class StageMatch:
    """How one stage became the next. `gone` are nodes of the earlier stage, `new` of the later."""

    links: tuple[StageLink, ...]
    gone: tuple[int, ...]
    new: tuple[int, ...]


_ORIGIN = {
    "MergingSessions": "Aggregate",
    "UpdatingSessions": "Aggregate",
    "StreamingDeduplicate": "Deduplicate",
    "StreamingDeduplicateWithinWatermark": "DeduplicateWithinWatermark",
    "StreamingGlobalLimit": "GlobalLimit",
    "StreamingLocalLimit": "LocalLimit",
    "InMemoryTableScan": "InMemoryRelation",
    "FlatMapGroupsInPandasWithState": "FlatMapGroupsInPandasWithState",
    "WriteToStream": "sink",
}


def _kind(node: PlanNode) -> str:
    """What the operator is in all stages: a HashAggregate and a StateStoreSave both come from an Aggregate."""
    name = node.name
    if name in _ORIGIN:
        return _ORIGIN[name]
    if name.endswith("Aggregate") or "StateStore" in name:
        return "Aggregate"
    if name.endswith("Join"):
        return "Join"
    family = family_of(name)
    return family if family in ("source", "sink") else name


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring operators of a physical plan that one logical operator became."""

    kind: str
    nodes: tuple[int, ...]


def match_stages(before: Plan, after: Plan) -> StageMatch:
    """Line up both plans from the sink down; what stands in another place in the later one has moved."""
    old, new = _runs(before), _runs(after)
    pairs = align([run.kind for run in old], [run.kind for run in new])
    links = [_link(before, after, old[first], new[second], False) for first, second in pairs]
    left = [run for index, run in enumerate(old) if index not in {first for first, _ in pairs}]
    right = [run for index, run in enumerate(new) if index not in {second for _, second in pairs}]
    for run in list(left):
        partner = next((other for other in right if other.kind == run.kind), None)
        if partner is not None:
            left.remove(run)
            right.remove(partner)
            links.append(_link(before, after, run, partner, True))
    return StageMatch(
        links=tuple(sorted((link for group in links for link in group), key=lambda link: link.before)),
        gone=tuple(node for run in left for node in run.nodes),
        new=tuple(node for run in right for node in run.nodes),
    )


def match_diff(diff: PlanDiff) -> StageMatch:
    """The same for two plans of one stage, as their differences tell."""
    return StageMatch(
        links=tuple(
            StageLink(
                node.before, (node.after,), CHANGED if node.changes else SAME, "; ".join(c.text for c in node.changes)
            )
            for node in diff.nodes
        ),
        gone=tuple(node.id for node in diff.removed),
        new=tuple(node.id for node in diff.added),
    )


def _runs(plan: Plan) -> list[_Run]:
    """The plan as runs in preorder; exchanges inside an aggregation belong to its run."""
    runs: list[_Run] = []
    parents = plan.parents()
    open_run: dict[int, int] = {}
    aside: set[int] = set()
    for node in plan:
        # What a plan was before it adapted, or where a cache came from, is not what the other stage became.
        aside.update(link.node for link in node.links if node.id in aside or link.kind in ASIDE)
        if node.id in aside:
            continue
        parent = parents.get(node.id)
        above = open_run.get(parent) if parent is not None else None
        if above is not None and (_kind(node) == runs[above].kind or node.name in ("Exchange", "Sort")):
            runs[above] = _Run(runs[above].kind, (*runs[above].nodes, node.id))
            if "partial_" not in node.text:
                open_run[node.id] = above
            continue
        runs.append(_Run(_kind(node), (node.id,)))
        # Only what Spark splits into several operators stays open for more of them.
        if _kind(node) == "Aggregate" and node.name != "Aggregate" and "partial_" not in node.text:
            open_run[node.id] = len(runs) - 1
    return runs


def _link(before: Plan, after: Plan, old: _Run, new: _Run, moved: bool) -> list[StageLink]:
    first, second = before[old.nodes[0]], after[new.nodes[0]]
    note = _note(first, second, len(new.nodes))
    same = len(new.nodes) == 1 and without_identifiers(first.text) == without_identifiers(second.text)
    kind = MOVED if moved else SAME if same else CHANGED
    return [StageLink(node, new.nodes, kind, note) for node in old.nodes]


def _note(before: PlanNode, after: PlanNode, count: int) -> str:
    """What happened on the way, in a few words; empty if nothing worth telling."""
    notes = []
    if count > 1:
        notes.append(f"became {count} operators")
    elif before.name != after.name:
        notes.append(f"became {after.name}")
    dropped = [column.name for column in before.output if column.name not in {each.name for each in after.output}]
    if dropped and after.output:
        notes.append(f"without column{'s' if len(dropped) > 1 else ''} {', '.join(dropped[:4])}")
    pushed = readable(", ".join(split_arguments(unwrap(named_argument(after, "PushedFilters")))))
    if pushed:
        notes.append(f"filters pushed into the source: {pushed[:80]}")
    return "; ".join(notes)
