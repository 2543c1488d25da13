"""Places the nodes of a tree: rows by depth, subtrees as close as they go without touching. Linear time, no recursion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Contour:
    """The outline of a subtree, deepest level first, so that a parent is added in constant time.

    `left` and `right` are relative to `shift`, which moves the whole subtree at once.
    """

    left: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    shift: float = 0.0


def tidy_positions(
    children: Mapping[int, Sequence[int]], breadth: Mapping[int, float], order: Sequence[int], gap: float
) -> dict[int, float]:
    """The centre of each node across the direction of the tree, the leftmost edge at 0.

    `order` is a preorder with the root first; `breadth` is how much room each node takes.
    """
    offsets: dict[int, float] = {}
    contours: dict[int, _Contour] = {}
    for node in reversed(order):
        contours[node] = _place_children(node, children.get(node, ()), breadth, offsets, contours, gap)
    whole = contours[order[0]]
    centres = {order[0]: -min(whole.left) - whole.shift}
    for node in order:
        for child in children.get(node, ()):
            centres[child] = centres[node] + offsets[child]
    return centres


def _place_children(
    node: int,
    children: Sequence[int],
    breadth: Mapping[int, float],
    offsets: dict[int, float],
    contours: dict[int, _Contour],
    gap: float,
) -> _Contour:
    """Put the children's subtrees side by side, centre the node over them, and return the common outline."""
    half = breadth[node] / 2
    if not children:
        return _Contour([-half], [half])
    places = [0.0]
    merged = contours.pop(children[0])
    for child in children[1:]:
        contour = contours.pop(child)
        distance = _distance(merged, contour) + gap
        contour.shift += distance
        places.append(distance)
        merged = _merge(merged, contour)
    middle = (places[0] + places[-1]) / 2
    for child, place in zip(children, places, strict=True):
        offsets[child] = place - middle
    merged.shift -= middle
    merged.left.append(-half - merged.shift)
    merged.right.append(half - merged.shift)
    return merged


def _distance(left: _Contour, right: _Contour) -> float:
    """How far `right` must move so that it just touches `left`."""
    common = min(len(left.right), len(right.left))
    shift = left.shift - right.shift
    return max(left.right[-level] - right.left[-level] + shift for level in range(1, common + 1))


def _merge(left: _Contour, right: _Contour) -> _Contour:
    """One outline around both; only the levels of the shallower one are touched, which keeps the whole linear."""
    if len(left.left) >= len(right.left):
        by = right.shift - left.shift
        for level in range(1, len(right.right) + 1):
            left.right[-level] = right.right[-level] + by
        return left
    by = left.shift - right.shift
    for level in range(1, len(left.left) + 1):
        right.left[-level] = left.left[-level] + by
    return right
