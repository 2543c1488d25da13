"""A plan as a Mermaid flowchart, for Markdown files and wikis that draw them."""

from __future__ import annotations

from planviz.model import Plan
from planviz.render.palette import FAMILY_STYLES, THEMES
from planviz.render.plan_cards import Decorations
from planviz.render.plan_layout import Box, Edge, lay_out
from planviz.render.plan_svg import edge_label
from planviz.render.safe_text import plain

_SPECIAL = '"#&<>[]{}()|;`\\'


def plan_to_mermaid(
    plan: Plan,
    theme: str = "light",
    layout: str = "vertical",
    decorations: Decorations | None = None,
    caption: str = "",
) -> str:
    """The flowchart's source. Rows flow upwards to the sink, or to the right if the layout is horizontal."""
    scene = lay_out(plan, layout, decorations)
    lines = [f"---\ntitle: {_title(caption)}\n---"] if caption else []
    lines.append(f"flowchart {'LR' if layout == 'horizontal' else 'BT'}")
    lines += [f"  {_node(box)}" for box in scene.boxes]
    lines += [f"  {_edge(edge)}" for edge in scene.edges]
    text = THEMES[theme].text
    for family in sorted({box.card.family for box in scene.boxes}):
        style = FAMILY_STYLES[family]
        lines.append(f"  classDef {family} fill:{style.fill(theme)},stroke:{style.line(theme)},color:{text}")
    return "\n".join(lines) + "\n"


def _node(box: Box) -> str:
    card = box.card
    name = f"{card.name} ({card.role})" if card.role else card.name
    chips = " · ".join(f"{label} {value}" for label, value in card.chips)
    label = "<br/>".join(_escaped(line) for line in (name, card.line, chips) if line)
    return f'n{card.node}["{label}"]:::{card.family}'


def _edge(edge: Edge) -> str:
    arrow = "-->" if edge.kind == "child" else "-.->"
    label = edge_label(edge)
    return (
        f'n{edge.child} {arrow}|"{_escaped(label)}"| n{edge.parent}'
        if label
        else f"n{edge.child} {arrow} n{edge.parent}"
    )


def _escaped(text: str) -> str:
    """Mermaid's own entities: # and the code of the character."""
    return "".join(f"#{ord(character)};" if character in _SPECIAL else character for character in plain(text))


def _title(text: str) -> str:
    """A JSON string is a YAML string, so nothing in it can end the title."""
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
