"""Resolves a plan into cards: what each one says, and how large it must be to say it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from planviz.analysis.metric_text import chips
from planviz.analysis.operators import family_of
from planviz.analysis.summary import summary
from planviz.model import Plan, PlanNode
from planviz.render.safe_text import MONOSPACE, clipped, clipped_monospace, monospace_cells, plain, text_width

NAME_SIZE, LINE_SIZE, CHIP_SIZE, ROLE_SIZE = 13.0, 10.5, 10.0, 10.0
PAD, ICON, CHIP_PAD, CHIP_GAP = 12, 24, 12, 5
MIN_WIDTH, MAX_WIDTH, MAX_COMPACT = 150, 300, 260


@dataclass(frozen=True, slots=True)
class Mark:
    """How a node differs from the same node in another batch: "added" or "changed", and in a word or two how."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Decorations:
    """What is drawn on a plan beside what Spark says: roles, marks and folded subtrees, by node id."""

    roles: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, Mark] = field(default_factory=dict)
    folded: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Card:
    """One node as it will be drawn."""

    node: int
    name: str
    line: str
    chips: tuple[tuple[str, str], ...]
    family: str
    role: str
    mark: Mark | None
    hidden: int
    ghost: bool
    foldable: bool
    codegen: int | None
    title: str
    width: int
    height: int


def make_card(node: PlanNode, decorations: Decorations, hidden: int, ghost: bool, compact: bool) -> Card:
    """The card of one node; a compact one says only its name and role."""
    role = plain(decorations.roles.get(node.id, ""))
    line = "" if compact else plain(summary(node))
    shown = () if compact else tuple((plain(label), plain(value)) for label, value in chips(node))
    name = plain(node.name)[:80]
    width = _width(name, role, line, shown, compact)
    room = width - PAD - ICON - PAD - (role_width(role) + 8 if role else 0)
    return Card(
        node=node.id,
        name=clipped(name, NAME_SIZE, room, bold=True),
        line=clipped_monospace(line, LINE_SIZE, width - 2 * PAD),
        chips=shown,
        family=family_of(node.name),
        role=role,
        mark=decorations.marks.get(node.id),
        hidden=hidden,
        ghost=ghost,
        foldable=bool(node.links),
        codegen=node.codegen,
        title=f"{name}\n{line}" if line else name,
        width=width,
        height=28 if compact else 30 + (17 if line else 0) + (23 if shown else 3),
    )


def role_width(role: str) -> float:
    return text_width(role, ROLE_SIZE, bold=True) + 12


def chip_width(label: str, value: str) -> float:
    return text_width(f"{label} ", CHIP_SIZE) + text_width(value, CHIP_SIZE, bold=True) + CHIP_PAD


def _width(name: str, role: str, line: str, shown: tuple[tuple[str, str], ...], compact: bool) -> int:
    header = PAD + ICON + text_width(name, NAME_SIZE, bold=True) + (role_width(role) + 10 if role else 0) + PAD
    body = monospace_cells(line) * LINE_SIZE * MONOSPACE + 2 * PAD + 2
    below = sum(chip_width(*chip) + CHIP_GAP for chip in shown) + 2 * PAD - CHIP_GAP
    most = MAX_COMPACT if compact else MAX_WIDTH
    return math.ceil(min(max(header, min(body, most), below, MIN_WIDTH), max(most, below, min(header, most + 60))))


def hidden_below(plan: Plan, folded: frozenset[int]) -> tuple[list[int], dict[int, int]]:
    """The ids of the nodes that are drawn, in preorder, and how many each folded one hides."""
    shown: list[int] = []
    hidden: dict[int, int] = {}
    todo = [(0, -1)]
    while todo:
        node_id, under = todo.pop()
        if under >= 0:
            hidden[under] += 1
        else:
            shown.append(node_id)
            if node_id in folded and plan[node_id].links:
                under = node_id
                hidden[node_id] = 0
        todo.extend((link.node, under) for link in reversed(plan[node_id].links))
    return shown, hidden
