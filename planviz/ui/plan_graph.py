"""The plan graph as a Streamlit component: Python's SVG, and a script that moves it and tells what was clicked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files

import streamlit as st

from planviz.analysis.roles import Chain
from planviz.model import PlanNode
from planviz.render.safe_text import plain

SEARCH_LIMIT = 2000
"""How much of each operator's text can be searched."""


@dataclass(frozen=True, slots=True)
class Graph:
    """What the component shows. `shape` is the same for pictures between which pan and zoom should stay."""

    svg: str
    shape: str
    texts: dict[str, str]
    layout: str = "vertical"
    chains: tuple[Chain, ...] = ()
    selected: str | None = None
    folded: frozenset[int] = frozenset()
    height: int = 680


def plan_graph(
    graph: Graph, key: str, on_pick: Callable[[str | None], None], on_fold: Callable[[list[str]], None]
) -> None:
    """Mount the component; it calls back with the node that was picked, or with all nodes that are folded now."""
    mount = st.components.v2.component("planviz_plan_graph", html=_file("html"), css=_file("css"), js=_file("js"))
    mount(
        key=key,
        data={
            "svg": graph.svg,
            "hash": hashlib.md5(graph.svg.encode(), usedforsecurity=False).hexdigest(),
            "shape": graph.shape,
            "layout": graph.layout,
            "selected": graph.selected,
            "folded": [str(node) for node in sorted(graph.folded)],
            "texts": graph.texts,
            "strips": [_strip(chain) for chain in graph.chains],
            "height": graph.height,
        },
        # Triggers, not states: picking the node that was picked in another picture must be told as well.
        on_picked_change=lambda: on_pick(st.session_state[key].picked["node"]),
        on_folded_change=lambda: on_fold(st.session_state[key].folded["nodes"]),
        height="content",
    )


def searchable(nodes: Iterable[PlanNode], prefix: str = "") -> dict[str, str]:
    """What the search looks at, by the id a node has in the picture."""
    return {f"{prefix}{node.id}": plain(f"{node.name} {node.text}"[:SEARCH_LIMIT]).lower() for node in nodes}


def _strip(chain: Chain) -> dict[str, object]:
    steps = [
        {"node": str(step.node), "rows": step.rows, "text": step.text, "joiner": step.joiner} for step in chain.steps
    ]
    return {"title": chain.title, "steps": steps}


def _file(kind: str) -> str:
    return files("planviz.ui").joinpath(f"plan_graph.{kind}").read_text(encoding="utf-8")
