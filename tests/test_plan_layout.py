from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from planviz.model import Link, Plan, PlanNode, read_recording
from planviz.render.plan_cards import Decorations
from planviz.render.plan_layout import LAYOUTS, Scene, lay_out
from tests.plans import all_plans, chain, fan, recordings, small_plan


@pytest.mark.thorough
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_every_recorded_plan_is_drawn_whole_and_without_overlap(path: Path, layout: str) -> None:
    """Each operator has one card, no two cards overlap, all stand inside the picture, and each link has its edge."""
    for where, plan in all_plans(read_recording(path)):
        scene = lay_out(plan, layout)
        assert sorted(box.card.node for box in scene.boxes) == list(range(len(plan))), where
        assert_no_overlap(scene)
        assert {(edge.parent, edge.child) for edge in scene.edges} == {
            (node.id, link.node) for node in plan for link in node.links
        }, where


def assert_no_overlap(scene: Scene) -> None:
    """Compare each card with those that begin before it ends; cheap, because few do."""
    boxes = sorted(scene.boxes, key=lambda box: box.y)
    for index, box in enumerate(boxes):
        assert box.x >= 0 and box.x + box.card.width <= scene.width
        assert box.y >= 0 and box.y + box.card.height <= scene.height
        for other in boxes[index + 1 :]:
            if other.y >= box.y + box.card.height:
                break
            apart = box.x + box.card.width <= other.x or other.x + other.card.width <= box.x
            assert apart, f"{box.card.name} and {other.card.name} overlap"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_uneven_trees_do_not_overlap(layout: str) -> None:
    """Bushy trees with branches of every depth and cards of every width stay free of overlap."""
    nodes = []
    for index in range(400):
        children = tuple(Link(child) for child in (2 * index + 1, 2 * index + 2) if child < 400)
        name = "Operator" * (1 + index * 7 % 4)
        nodes.append(PlanNode(index, name, name + " x" * (index * 13 % 40), links=children[: 1 + index % 3]))
    reachable = _reachable(Plan(tuple(nodes)))
    assert_no_overlap(lay_out(reachable, layout))


def _reachable(plan: Plan) -> Plan:
    """The nodes that hang below the root, renumbered in preorder."""
    order: list[int] = []
    todo = [0]
    while todo:
        order.append(todo.pop())
        todo.extend(reversed(plan[order[-1]].children))
    place = {old: new for new, old in enumerate(order)}
    return Plan(
        tuple(
            replace(plan[old], id=new, links=tuple(Link(place[child]) for child in plan[old].children))
            for old, new in place.items()
        )
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_tree_deeper_than_the_recursion_limit_is_laid_out(layout: str) -> None:
    """Depth costs no stack."""
    depth = sys.getrecursionlimit() * 3
    scene = lay_out(chain(depth), layout)
    assert len(scene.boxes) == depth
    assert_no_overlap(scene)


def test_many_children_stand_in_one_row() -> None:
    """Children of one parent stand at the same height, left to right in their order."""
    scene = lay_out(fan(50))
    leaves = [box for box in scene.boxes if box.card.node]
    assert len({box.y for box in leaves}) == 1
    assert [box.card.node for box in sorted(leaves, key=lambda box: box.x)] == list(range(1, 51))


def test_rows_flow_up_to_the_sink_or_to_the_right() -> None:
    """The sink is at the top, or rightmost if the layout is horizontal."""
    upright, sideways = lay_out(chain(3)), lay_out(chain(3), "horizontal")
    assert [box.card.node for box in sorted(upright.boxes, key=lambda box: box.y)] == [0, 1, 2]
    assert [box.card.node for box in sorted(sideways.boxes, key=lambda box: box.x)] == [2, 1, 0]


def test_a_folded_subtree_is_counted_instead_of_drawn() -> None:
    """Below a folded card nothing is drawn, and the card says how many operators it hides."""
    scene = lay_out(chain(10), decorations=Decorations(folded=frozenset({3})))
    assert [box.card.node for box in scene.boxes] == [0, 1, 2, 3]
    assert scene.boxes[-1].card.hidden == 6


def test_edges_carry_the_rows_of_the_child() -> None:
    """An edge says how many rows went over it."""
    assert {(edge.child, edge.rows) for edge in lay_out(small_plan()).edges} == {(1, 2), (2, 1500)}


def test_a_codegen_stage_is_a_group_around_its_operators() -> None:
    """Operators of one codegen stage share an outline which holds no other card."""
    for path in recordings():
        for _, plan in all_plans(read_recording(path)):
            assert_groups_hold_their_own(lay_out(plan))


def assert_groups_hold_their_own(scene: Scene) -> None:
    for group in scene.groups:
        stage = int(group.label.removeprefix("codegen "))
        for x, y, width, height in group.rectangles:
            for box in scene.boxes:
                inside = x < box.x + box.card.width / 2 < x + width and y < box.y + box.card.height / 2 < y + height
                assert not inside or box.card.codegen == stage, f"{box.card.name} stands in {group.label}"


def test_an_empty_plan_is_an_empty_scene() -> None:
    """Nothing to draw is not an error."""
    assert lay_out(Plan(())).boxes == ()
