"""A plan as the indented text people know from `explain`, from the captured tree."""

from __future__ import annotations

from planviz.model import Batch, Plan
from planviz.render.plan_layout import EDGE_LABELS

FORMS = ("simple", "extended", "formatted")
_HEADINGS = {
    "parsed": "Parsed Logical Plan",
    "analyzed": "Analyzed Logical Plan",
    "optimized": "Optimized Logical Plan",
    "physical": "Physical Plan",
}


def plan_to_text(plan: Plan) -> str:
    """One line for each operator, children below it; `*(2)` is the codegen stage, as Spark writes it."""
    lines: list[str] = []
    todo = [(0, "", "", "")]
    while todo:
        node_id, before, connector, kind = todo.pop()
        node = plan[node_id]
        stage = f"*({node.codegen}) " if node.codegen is not None else ""
        what = f"[{EDGE_LABELS[kind]}] " if kind in EDGE_LABELS else ""
        text = " ".join(node.text.splitlines()) or node.name
        lines.append(f"{before}{connector}{what}{stage}{text}")
        below = before + {"": "", "+- ": "   ", ":- ": ":  "}[connector]
        last = len(node.links) - 1
        for index in range(last, -1, -1):
            link = node.links[index]
            todo.append((link.node, below, "+- " if index == last else ":- ", link.kind))
    return "\n".join(lines) + "\n"


def explain_text(batch: Batch, form: str) -> str:
    """What `explain` prints: "simple" is the physical plan, "extended" all stages, "formatted" is Spark's own text."""
    if form == "formatted":
        return batch.formatted
    stages = ("physical",) if form == "simple" else tuple(_HEADINGS)
    known = [(stage, batch.plans.get(stage)) for stage in stages]
    return "\n".join(f"== {_HEADINGS[stage]} ==\n{plan_to_text(plan)}" for stage, plan in known if plan is not None)
