"""A plan as DOT, the language of Graphviz, built with the graphviz package."""

from __future__ import annotations

import graphviz

from planviz.model import Plan
from planviz.render.palette import FAMILY_STYLES, THEMES
from planviz.render.plan_cards import Decorations
from planviz.render.plan_layout import Scene, lay_out
from planviz.render.plan_svg import edge_label


def plan_to_dot(
    plan: Plan,
    theme: str = "light",
    layout: str = "vertical",
    decorations: Decorations | None = None,
    caption: str = "",
) -> str:
    """The DOT source. Rows flow upwards to the sink, or to the right if the layout is horizontal."""
    scene = lay_out(plan, layout, decorations)
    colours = THEMES[theme]
    graph = graphviz.Digraph("plan")
    graph.attr(
        rankdir="LR" if layout == "horizontal" else "BT", bgcolor=colours.background, nodesep="0.3", ranksep="0.4"
    )
    graph.attr("node", shape="box", style="filled,rounded", fontname="Helvetica", fontsize="11", fontcolor=colours.text)
    graph.attr("edge", fontname="Helvetica", fontsize="9", color=colours.edge, fontcolor=colours.muted)
    if caption:
        graph.attr(label=_escaped(caption), fontname="Helvetica", fontsize="10", fontcolor=colours.muted)
    _nodes(graph, scene, theme)
    for edge in scene.edges:
        style = "solid" if edge.kind == "child" else "dashed"
        graph.edge(f"n{edge.child}", f"n{edge.parent}", label=_escaped(_spaced(edge_label(edge))), style=style)
    return str(graph.source)


def _nodes(graph: graphviz.Digraph, scene: Scene, theme: str) -> None:
    """Every card; those of a codegen stage inside a cluster of their own."""
    stages: dict[int | None, list[int]] = {}
    for index, box in enumerate(scene.boxes):
        stages.setdefault(None if box.card.ghost else box.card.codegen, []).append(index)
    for stage, indexes in stages.items():
        if stage is None:
            _cards(graph, scene, indexes, theme)
            continue
        with graph.subgraph(name=f"cluster_codegen_{stage}") as cluster:
            # The corner no edge goes through; from bottom to top, the bottom is where Graphviz puts "t".
            cluster.attr(label=f"codegen {stage}", labeljust="l", labelloc="b")
            cluster.attr(style="dashed", color=THEMES[theme].group_line)
            cluster.attr(fontname="Helvetica", fontsize="9", fontcolor=THEMES[theme].muted)
            _cards(cluster, scene, indexes, theme)


def _cards(graph: graphviz.Digraph, scene: Scene, indexes: list[int], theme: str) -> None:
    for index in indexes:
        card = scene.boxes[index].card
        style = FAMILY_STYLES[card.family]
        chips = "   ".join(f"{label} {value}" for label, value in card.chips)
        name = f"{card.name}  ({card.role})" if card.role else card.name
        label = "\\n".join(_escaped(line) for line in (name, card.line, chips) if line)
        dashed = {"style": "filled,rounded,dashed"} if card.ghost else {}
        graph.node(f"n{card.node}", label=label, fillcolor=style.fill(theme), color=style.line(theme), **dashed)


def _spaced(label: str) -> str:
    """Graphviz sets a label right at its edge."""
    return f"  {label}  " if label else ""


def _escaped(text: str) -> str:
    """Backslashes would be read as escapes of DOT's; the package quotes the rest, and must not see HTML in <…>."""
    text = text.replace("\\", "\\\\")
    return f"{text} " if text.startswith("<") and text.endswith(">") else text
