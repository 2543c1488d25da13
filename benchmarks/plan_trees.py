"""Plans of any size for benchmarks: a real one, copied under unions until it is large enough."""

from __future__ import annotations

from dataclasses import replace

from planviz.model import Link, Plan, PlanNode, read_recording
from scenarios import recording_path

SPREAD = 4


def plan_of(size: int) -> Plan:
    """A plan of exactly that many nodes, made of a recorded plan's nodes with their texts and metrics."""
    recording = read_recording(recording_path("animal-windows"))
    pattern = recording.batches[4].plans["physical"]
    nodes: list[PlanNode] = []
    links: list[list[Link]] = []
    todo = [(-1, 0)]
    while len(nodes) < size:
        parent, step = todo.pop(0)
        number = len(nodes)
        nodes.append(replace(pattern[step % len(pattern)], id=number))
        links.append([])
        if parent >= 0:
            links[parent].append(Link(number))
        # A chain as long as the pattern, then a few branches, and so on.
        branches = 1 if (step + 1) % len(pattern) else SPREAD
        todo.extend((number, step + 1) for _ in range(branches))
    return _in_preorder(tuple(replace(node, links=tuple(below)) for node, below in zip(nodes, links, strict=True)))


def _in_preorder(nodes: tuple[PlanNode, ...]) -> Plan:
    order, todo = [], [0]
    while todo:
        current = todo.pop()
        order.append(current)
        todo.extend(link.node for link in reversed(nodes[current].links))
    place = {old: new for new, old in enumerate(order)}
    return Plan(
        tuple(
            replace(nodes[old], id=new, links=tuple(Link(place[link.node], link.kind) for link in nodes[old].links))
            for old, new in place.items()
        )
    )
