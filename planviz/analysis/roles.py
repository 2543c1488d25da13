"""Recognises what stateful queries are made of: the aggregation chain and its likes, each operator's role named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from planviz.analysis.row_flow import rows_out
from planviz.model import Plan, PlanNode


@dataclass(frozen=True, slots=True)
class Role:
    """What one operator does in a chain; `number` is its place, counted from the source."""

    node: int
    number: int
    name: str
    text: str

    @property
    def label(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the strip: how many rows, and what became of them. `joiner` stands before it."""

    node: int
    rows: int | None
    text: str
    joiner: str = "→"


@dataclass(frozen=True, slots=True)
class Chain:
    """A stateful operator with all that works for it."""

    title: str
    roles: tuple[Role, ...]
    steps: tuple[Step, ...]

    @property
    def sentence(self) -> str:
        """The strip as plain text."""
        words = [f"{'' if index == 0 else f' {step.joiner} '}{_count(step)}" for index, step in enumerate(self.steps)]
        return "".join(words)


def _count(step: Step) -> str:
    return f"{step.rows:,} {step.text}" if step.rows is not None else step.text


def chains(plan: Plan) -> tuple[Chain, ...]:
    """Every chain of a physical plan, from the one nearest the source to the one nearest the sink."""
    facts = _Facts(plan, rows_out(plan), plan.parents())
    found = [make(facts, node) for node in reversed(plan.nodes) for make in _makers(node)]
    return tuple(chain for chain in found if chain.roles)


@dataclass(frozen=True, slots=True)
class _Facts:
    plan: Plan
    rows: dict[int, int]
    parents: dict[int, int]

    def path_down(self, node: PlanNode) -> Iterator[PlanNode]:
        """The first child, its only child, and so on: a second input, such as an initial state, is beside the chain."""
        below = node.children[:1]
        while len(below) == 1:
            node = self.plan[below[0]]
            yield node
            below = node.children

    def parent(self, node: PlanNode) -> PlanNode | None:
        return self.plan[self.parents[node.id]] if node.id in self.parents else None

    def rows_in(self, node: PlanNode) -> int | None:
        known = [self.rows[child] for child in node.children if child in self.rows]
        if known and len(known) == len(node.children):
            return sum(known)
        # What an exchange gives out it has taken in, also if the operator below it counts nothing.
        return self.rows.get(node.id) if node.name == "Exchange" else None


def _makers(node: PlanNode) -> list[Callable[[_Facts, PlanNode], Chain]]:
    return [make for matches, make in CHAINS if matches(node.name)]


PARTIAL = "adds up the rows of its own partition first, so that fewer rows have to be shuffled"
SHUFFLE = "brings all rows of a key to the partition that keeps the key's state"
MERGE = "adds up the partial results that came from different partitions"
RESTORE = "reads the old state of each key that has new rows and passes both on"
MERGE_STATE = "adds the old state and the new result of each key"
SAVE = "writes the new state, removes what the watermark has passed, and lets out what the output mode asks for"
FINAL = "turns the saved state into the result: an average out of sum and count, for example"


def _aggregation(facts: _Facts, save: PlanNode) -> Chain:
    """partial → exchange → merge → restore → merge with state → save → final, of which some may be missing."""
    roles: list[Role] = []
    final = facts.parent(save)
    if final is not None and _adds_up(final):
        roles.append(Role(final.id, 7, "final", FINAL))
    roles.append(Role(save.id, 6, "save", SAVE))
    restored = shuffled = False
    for node in facts.path_down(save):
        if "StateStoreRestore" in node.name:
            roles.append(Role(node.id, 4, "restore", RESTORE))
            restored = True
        elif node.name == "Exchange" and restored and not shuffled:
            roles.append(Role(node.id, 2, "shuffle", SHUFFLE))
            shuffled = True
        elif _adds_up(node) and not restored:
            roles.append(Role(node.id, 5, "merge with state", MERGE_STATE))
        elif _adds_up(node) and ("partial_" in node.text or shuffled):
            roles.append(Role(node.id, 1, "partial", PARTIAL))
            break
        elif _adds_up(node):
            roles.append(Role(node.id, 3, "merge", MERGE))
        elif node.name not in ("Sort", "Project"):
            break
    title = "Session windows" if save.name.startswith("Session") else "Streaming aggregation"
    return Chain(title, tuple(reversed(roles)), tuple(_aggregation_steps(facts, list(reversed(roles)))))


def _adds_up(node: PlanNode) -> bool:
    return node.name.endswith("Aggregate") or node.name in ("MergingSessions", "UpdatingSessions")


def _aggregation_steps(facts: _Facts, roles: list[Role]) -> Iterator[Step]:
    words = {1: "partial", 2: "shuffled", 3: "merged", 7: "out"}
    first = facts.plan[roles[0].node]
    entering = facts.rows_in(first)
    yield Step(first.children[0] if first.children else first.id, entering, _rows_in(entering))
    for role in roles:
        node = facts.plan[role.node]
        rows = facts.rows.get(role.node)
        if role.number in words:
            yield Step(role.node, rows, words[role.number])
        elif role.number == 4:
            before = facts.rows_in(node)
            restored = rows - before if rows is not None and before is not None else None
            yield Step(role.node, restored, "restored", "+")
        elif role.number == 6:
            yield Step(role.node, node.metric("numUpdatedStateRows"), "saved")
            yield from _state_changes(node)


def _rows_in(count: int | None, side: str = "") -> str:
    return f"{side}row in" if count == 1 else f"{side}rows in"


def _state_changes(node: PlanNode) -> Iterator[Step]:
    """What else happened to the state: said only if it did."""
    for key, text in (
        ("numRemovedStateRows", "removed"),
        ("numRowsDroppedByWatermark", "late, dropped"),
        ("numDroppedDuplicateRows", "duplicate{s} dropped"),
    ):
        rows = node.metric(key)
        if rows:
            yield Step(node.id, rows, text.format(s="" if rows == 1 else "s"), "·")


def _single_input(title: str, name: str, text: str) -> Callable[[_Facts, PlanNode], Chain]:
    """A chain of shuffle and one stateful operator."""

    def make(facts: _Facts, node: PlanNode) -> Chain:
        shuffle = _shuffle_below(facts, node)
        roles = [Role(shuffle.id, 1, "shuffle", SHUFFLE)] if shuffle else []
        roles.append(Role(node.id, len(roles) + 1, name, text))
        return Chain(title, tuple(roles), tuple(_single_steps(facts, shuffle, node)))

    return make


def _shuffle_below(facts: _Facts, node: PlanNode) -> PlanNode | None:
    for below in facts.path_down(node):
        if below.name == "Exchange":
            return below
        if below.name not in ("Sort", "Project"):
            break
    return None


def _single_steps(facts: _Facts, shuffle: PlanNode | None, node: PlanNode) -> Iterator[Step]:
    first = shuffle or node
    yield Step(first.children[0] if first.children else first.id, facts.rows_in(first), _rows_in(facts.rows_in(first)))
    if shuffle:
        yield Step(shuffle.id, facts.rows.get(shuffle.id), "shuffled")
    updated = node.metric("numUpdatedStateRows")
    if updated is not None:
        yield Step(node.id, updated, "saved")
    yield from _state_changes(node)
    yield Step(node.id, facts.rows.get(node.id), "out")


LEFT = "brings the left rows to the partition where right rows of the same key are kept"
RIGHT = "brings the right rows to the partition where left rows of the same key are kept"
JOIN = "matches new rows of each side with the state of the other, and keeps them for rows still to come"


def _stream_join(facts: _Facts, join: PlanNode) -> Chain:
    """Left and right shuffle, and the join which keeps state for both sides."""
    roles: list[Role] = []
    steps: list[Step] = []
    for index, child in enumerate(join.children[:2]):
        side, text = (("left", LEFT), ("right", RIGHT))[index]
        node = facts.plan[child]
        shuffle = node if node.name == "Exchange" else _shuffle_below(facts, node)
        if shuffle is not None:
            roles.append(Role(shuffle.id, 1, f"{side} shuffle", text))
        steps.append(Step(child, facts.rows.get(child), _rows_in(facts.rows.get(child), f"{side} "), "+"))
    roles.append(Role(join.id, 2, "join with state", JOIN))
    if join.metric("numUpdatedStateRows") is not None:
        steps.append(Step(join.id, join.metric("numUpdatedStateRows"), "saved"))
        steps.extend(_state_changes(join))
        steps.append(Step(join.id, join.metric("numTotalStateRows"), "in state, both sides", "·"))
    steps.append(Step(join.id, facts.rows.get(join.id), "joined, out"))
    return Chain("Stream–stream join", tuple(roles), tuple(steps))


CHAINS: tuple[tuple[Callable[[str], bool], Callable[[_Facts, PlanNode], Chain]], ...] = (
    (lambda name: name in ("StateStoreSave", "SessionWindowStateStoreSave"), _aggregation),
    (lambda name: name == "StreamingSymmetricHashJoin", _stream_join),
    (
        lambda name: name.startswith("StreamingDeduplicate"),
        _single_input("Deduplication", "drop duplicates", "lets a key through the first time and remembers it"),
    ),
    (
        lambda name: "GroupsWithState" in name or "GroupsInPandasWithState" in name,
        _single_input("Your own state", "your function", "calls your function with each key's new rows and its state"),
    ),
    (
        lambda name: name.startswith("TransformWithState"),
        _single_input(
            "Your own state", "your processor", "calls your processor with each key's new rows, state and timers"
        ),
    ),
    (
        lambda name: name == "StreamingGlobalLimit",
        _single_input("Limit", "count", "remembers how many rows went out in all batches so far"),
    ),
)
"""How each kind of chain begins, seen from the sink, and how it is read."""


def role_labels(plan: Plan) -> dict[int, str]:
    """The label of each node that has a role; with more than one chain the labels repeat, which is what they do."""
    return {role.node: role.label for chain in chains(plan) for role in chain.roles}
