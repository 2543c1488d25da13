"""How many rows each operator gave out, from its own metric or from what must follow from its input."""

from __future__ import annotations

from planviz.analysis.metric_text import ROW_PRESERVING, own_rows
from planviz.model import Plan


def rows_out(plan: Plan) -> dict[int, int]:
    """The rows each node gave out, by node id; nodes whose rows nobody knows are left out."""
    rows: dict[int, int] = {}
    if any(node.name == "ContinuousScan" for node in plan):
        # Its tasks never end, and Spark adds their counts up at their end only: every metric stays zero.
        return rows
    # Preorder: from the end, children come before their parents.
    for node in reversed(plan.nodes):
        own = own_rows(node)
        children = node.children
        if own is not None:
            rows[node.id] = own
        elif node.name in ROW_PRESERVING and len(children) == 1 and children[0] in rows:
            rows[node.id] = rows[children[0]]
    return rows
