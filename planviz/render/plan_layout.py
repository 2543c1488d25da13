"""Places a plan's cards, the edges between them, and the outlines of its codegen stages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planviz.analysis.row_flow import rows_out
from planviz.model import Plan
from planviz.render.plan_cards import Card, Decorations, hidden_below, make_card
from planviz.render.tidy_tree import tidy_positions

LAYOUTS = ("vertical", "horizontal", "compact")
EDGE_LABELS = {"subquery": "subquery", "initial": "initial plan", "cached": "cached from", "reused": "reuses"}
GHOSTS = frozenset({"initial", "cached", "reused"})
"""What hangs below these links did not run here: it is drawn faintly."""

MARGIN = 24
GROUP_PAD, GROUP_HEAD = 9, 20


@dataclass(frozen=True, slots=True)
class Box:
    """A card and where it stands."""

    card: Card
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Edge:
    """Rows flow from `child` to `parent`: from (x1, y1) in a curve to (bend_x, bend_y), then straight to (x2, y2)."""

    parent: int
    child: int
    kind: str
    rows: int | None
    x1: float
    y1: float
    bend_x: float
    bend_y: float
    x2: float
    y2: float
    lift: float
    """How far above the child the label must stand to be clear of a stage's outline."""


@dataclass(frozen=True, slots=True)
class Group:
    """A codegen stage: the rectangles its outline is made of, and where its label stands."""

    label: str
    rectangles: tuple[tuple[float, float, float, float], ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole plan, ready to be drawn."""

    layout: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    groups: tuple[Group, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Gaps:
    across: float
    along: float
    before_group: float


_GAPS = {"vertical": _Gaps(30, 34, 18), "horizontal": _Gaps(44, 74, 14), "compact": _Gaps(22, 32, 10)}


def lay_out(plan: Plan, layout: str = "vertical", decorations: Decorations | None = None) -> Scene:
    """The plan as a scene. The sink is at the top, or at the right if it is horizontal."""
    if not plan.nodes:
        return Scene(layout, (), (), (), 0, 0)
    cards, children = _cards(plan, layout, decorations or Decorations())
    gaps = _GAPS[layout]
    sideways = layout == "horizontal"
    breadth = {node: float(card.height if sideways else card.width) for node, card in cards.items()}
    across = tidy_positions(children, breadth, list(cards), gaps.across)
    rows = _rows(cards, children, gaps, sideways)
    boxes = {node: _box(card, across[node], rows[node], sideways) for node, card in cards.items()}
    # A plan that did not run has counters at zero, which say nothing.
    known = {node: rows for node, rows in rows_out(plan).items() if node in cards and not cards[node].ghost}
    edges = tuple(
        _edge(boxes[node], boxes[link.node], link.kind, known.get(link.node), rows[node], sideways)
        for node in cards
        for link in plan[node].links
        if link.node in boxes
    )
    groups = _groups(boxes, edges, sideways)
    return _framed(layout, list(boxes.values()), list(edges), groups)


def _cards(plan: Plan, layout: str, decorations: Decorations) -> tuple[dict[int, Card], dict[int, tuple[int, ...]]]:
    shown, hidden = hidden_below(plan, decorations.folded)
    visible = set(shown)
    ghosts: set[int] = set()
    for node in plan.nodes:
        ghosts.update(link.node for link in node.links if node.id in ghosts or link.kind in GHOSTS)
    cards = {
        node_id: make_card(plan[node_id], decorations, hidden.get(node_id, 0), node_id in ghosts, layout == "compact")
        for node_id in shown
    }
    children = {node_id: tuple(link.node for link in plan[node_id].links if link.node in visible) for node_id in shown}
    return cards, children


@dataclass(frozen=True, slots=True)
class _Row:
    start: float
    thickness: float


def _rows(cards: dict[int, Card], children: dict[int, tuple[int, ...]], gaps: _Gaps, sideways: bool) -> dict[int, _Row]:
    """The row of each node: one per depth, as thick as its thickest card, with more room above a codegen stage."""
    depth = {next(iter(cards)): 0}
    thickness: dict[int, float] = {}
    heads: set[int] = set()
    for node, card in cards.items():
        level = depth[node]
        size = card.width if sideways else card.height
        thickness[level] = max(thickness.get(level, 0), size)
        for child in children[node]:
            depth[child] = level + 1
            if cards[child].codegen is not None and cards[child].codegen != card.codegen:
                heads.add(level + 1)
            if card.codegen is not None and cards[child].codegen != card.codegen:
                heads.add(level + 1)
    starts, position = [], 0.0
    for level in range(len(thickness)):
        position += gaps.before_group if level in heads else 0
        starts.append(position)
        position += thickness[level] + gaps.along
    levels = [_Row(start, thickness[level]) for level, start in enumerate(starts)]
    return {node: levels[level] for node, level in depth.items()}


def _box(card: Card, across: float, row: _Row, sideways: bool) -> Box:
    if sideways:
        # Mirrored, so that rows flow from left to right.
        return Box(card, -row.start - card.width, across - card.height / 2)
    return Box(card, across - card.width / 2, row.start)


def _edge(parent: Box, child: Box, kind: str, rows: int | None, row: _Row, sideways: bool) -> Edge:
    numbers = (parent.card.node, child.card.node, kind, rows)
    if sideways:
        y1, y2 = child.y + child.card.height / 2, parent.y + parent.card.height / 2
        return Edge(*numbers, child.x + child.card.width, y1, -row.start - row.thickness, y2, parent.x, y2, 6)
    x1, x2 = child.x + child.card.width / 2, parent.x + parent.card.width / 2
    enters = child.card.codegen is not None and (kind != "child" or child.card.codegen != parent.card.codegen)
    lift = GROUP_HEAD + 7 if enters else 8 if abs(x1 - x2) > 8 else 12
    return Edge(*numbers, x1, child.y, x2, row.start + row.thickness, x2, parent.y + parent.card.height, lift)


def _groups(boxes: dict[int, Box], edges: tuple[Edge, ...], sideways: bool) -> list[Group]:
    """One outline for each run of connected nodes of the same codegen stage."""
    top: dict[int, int] = {}
    rectangles: dict[int, list[tuple[float, float, float, float]]] = {}
    inner = {edge.child: edge for edge in edges if _same_stage(boxes, edge)}
    for node, box in boxes.items():
        if box.card.codegen is None:
            continue
        edge = inner.get(node)
        top[node] = node if edge is None else top[edge.parent]
        head = GROUP_HEAD if edge is None else GROUP_PAD
        card = box.card
        around = (box.x - GROUP_PAD, box.y - head, card.width + 2 * GROUP_PAD, card.height + head + GROUP_PAD)
        rectangles.setdefault(top[node], []).append(around)
        if edge is not None:
            rectangles[top[node]] += _corridor(boxes[edge.parent], box, edge, sideways)
    return [
        Group(f"codegen {boxes[node].card.codegen}", tuple(shapes), boxes[node].x, boxes[node].y - 7)
        for node, shapes in rectangles.items()
    ]


def _same_stage(boxes: dict[int, Box], edge: Edge) -> bool:
    stage = boxes[edge.parent].card.codegen
    return edge.kind == "child" and stage is not None and stage == boxes[edge.child].card.codegen


def _corridor(parent: Box, child: Box, edge: Edge, sideways: bool) -> list[tuple[float, float, float, float]]:
    """What joins two cards of a stage: as wide as both, but only in the gap between their rows, where no card is."""
    if sideways:
        low = min(parent.y, child.y) - GROUP_PAD
        high = max(parent.y + parent.card.height, child.y + child.card.height) + GROUP_PAD
        start = child.x + child.card.width
        return [
            (start, low, edge.bend_x - start, high - low),
            (edge.bend_x, parent.y - GROUP_PAD, edge.x2 - edge.bend_x, parent.card.height + 2 * GROUP_PAD),
        ]
    left = min(parent.x, child.x) - GROUP_PAD
    right = max(parent.x + parent.card.width, child.x + child.card.width) + GROUP_PAD
    return [
        (left, edge.bend_y, right - left, edge.y1 - edge.bend_y),
        (parent.x - GROUP_PAD, edge.y2, parent.card.width + 2 * GROUP_PAD, edge.bend_y - edge.y2),
    ]


def _framed(layout: str, boxes: list[Box], edges: list[Edge], groups: list[Group]) -> Scene:
    """Everything moved so that the picture starts at (0, 0), with a margin around it."""
    shapes = [(box.x, box.y, float(box.card.width), float(box.card.height)) for box in boxes]
    shapes += [shape for group in groups for shape in group.rectangles]
    left, top = min(x for x, _, _, _ in shapes) - MARGIN, min(y for _, y, _, _ in shapes) - MARGIN
    right = max(x + width for x, _, width, _ in shapes) + MARGIN
    bottom = max(y + height for _, y, _, height in shapes) + MARGIN
    scene = Scene(layout, tuple(boxes), tuple(edges), tuple(groups), right - left, bottom - top)
    return moved(scene, -left, -top)


def moved(scene: Scene, right: float, down: float) -> Scene:
    """The same scene at another place."""
    return replace(
        scene,
        boxes=tuple(Box(box.card, box.x + right, box.y + down) for box in scene.boxes),
        edges=tuple(_moved_edge(edge, right, down) for edge in scene.edges),
        groups=tuple(_moved_group(group, right, down) for group in scene.groups),
    )


def _moved_edge(edge: Edge, right: float, down: float) -> Edge:
    return Edge(
        edge.parent, edge.child, edge.kind, edge.rows,
        edge.x1 + right, edge.y1 + down, edge.bend_x + right, edge.bend_y + down, edge.x2 + right, edge.y2 + down,
        edge.lift,
    )  # fmt: skip


def _moved_group(group: Group, right: float, down: float) -> Group:
    rectangles = tuple((x + right, y + down, width, height) for x, y, width, height in group.rectangles)
    return Group(group.label, rectangles, group.x + right, group.y + down)
