"""A plan as JSON for other programs: the nodes as Spark gave them, with families, roles and rows."""

from __future__ import annotations

import json

from planviz.analysis.operators import family_of
from planviz.analysis.roles import role_labels
from planviz.analysis.row_flow import rows_out
from planviz.analysis.summary import summary
from planviz.model import Plan
from planviz.model.plan import plan_to_json as nodes_to_json


def plan_to_json(plan: Plan, caption: str = "") -> str:
    """One object with a list of nodes in preorder; links name nodes by their place in it."""
    roles, rows = role_labels(plan), rows_out(plan)
    nodes = []
    for node, record in zip(plan, nodes_to_json(plan), strict=True):
        extra = {
            "id": node.id,
            "family": family_of(node.name),
            "summary": summary(node),
            "role": roles.get(node.id),
            "rowsOut": rows.get(node.id),
        }
        nodes.append(extra | record)
    document = {"caption": caption, "nodes": nodes} if caption else {"nodes": nodes}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
