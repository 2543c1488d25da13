"""The plan tab's parts put together: controls, graph and details."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.node_history import node_history
from planviz.analysis.roles import Chain, chains
from planviz.model import STAGE_TITLES, STAGES, Plan
from planviz.render.details_html import Details
from planviz.render.plan_cards import Decorations
from planviz.render.plan_layout import LAYOUTS
from planviz.render.plan_svg import SvgOptions, plan_to_svg
from planviz.ui.plan_details import plan_details
from planviz.ui.plan_graph import Graph, plan_graph
from planviz.ui.view import View

GRAPH_HEIGHT = 700


def show_plan(view: View) -> None:
    """The whole tab."""
    stages = [stage for stage in STAGES if view.recording.plan(view.batch.id, stage)]
    if not stages:
        st.info("There is no plan of this batch in the recording. " + " ".join(view.recording.notes))
        return
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        stage = st.segmented_control(
            "Stage", stages, default=stages[-1], format_func=STAGE_TITLES.__getitem__, key="plan_stage", required=True
        )
    with right:
        layout = st.segmented_control(
            "Layout", LAYOUTS, default=LAYOUTS[0], format_func=str.capitalize, key="plan_layout", required=True
        )
    plan = view.recording.plan(view.batch.id, stage)
    assert plan is not None
    found = chains(plan)
    graph, panel = st.columns([2.3, 1], gap="medium")
    with graph:
        _graph(view, plan, stage, layout, found)
    with panel, st.container(height=GRAPH_HEIGHT, border=True):
        _details(view, plan, stage, found)


def _graph(view: View, plan: Plan, stage: str, layout: str, found: tuple[Chain, ...]) -> None:
    folded = frozenset(st.session_state.get("plan_folded", ()))
    roles = {role.node: role.label for chain in found for role in chain.roles}
    svg = plan_to_svg(plan, layout, Decorations(roles, {}, folded), SvgOptions(view.theme, interactive=True))
    shape = f"{view.run} {stage} {layout} {len(plan)}"
    plan_graph(
        Graph(svg, shape, layout, plan, found, st.session_state.get("plan_node"), folded, GRAPH_HEIGHT),
        "plan_graph",
        _selected,
        _folded,
    )


def _selected() -> None:
    node = st.session_state.plan_graph.selected
    st.session_state.plan_node = None if node is None else int(node)


def _folded() -> None:
    st.session_state.plan_folded = [int(node) for node in st.session_state.plan_graph.folded]


def _details(view: View, plan: Plan, stage: str, found: tuple[Chain, ...]) -> None:
    selected = st.session_state.get("plan_node")
    if selected is None or selected >= len(plan):
        st.markdown("**Click an operator** to see what it does, its arguments, columns, state and metrics.")
        return
    node = plan[selected]
    role = next((role for chain in found for role in chain.roles if role.node == selected), None)
    history = node_history(view.recording, view.batch.id, stage, node)
    plan_details(Details(node, view.batch.id, role, history=history), view.theme)
