"""What is chosen in the plan tab: stage, layout, batch to compare with, node, folded subtrees; kept in link and session."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from planviz.analysis.glossary import STAGE_SENTENCES
from planviz.model import STAGE_TITLES, STAGES, Plan, Recording
from planviz.render.plan_layout import LAYOUTS
from planviz.ui.view import View

WAYS = {
    "graph": ":material/account_tree: Graph",
    "stages": ":material/compare_arrows: Two stages",
    "graphviz": ":material/schema: Graphviz",
    "text": ":material/notes: Text",
}
PREVIOUS, NOTHING = -1, -2
_WANTED = "plan_stage_wanted"
"""The stage that a link or the user asked for; the widget shows it wherever the batch has it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How the plan is looked at; `against` is the batch to compare with."""

    way: str
    stage: str
    layout: str
    against: int | None


def stages_of(view: View) -> list[str]:
    """The stages the recording has of this batch."""
    return [stage for stage in STAGES if view.recording.plan(view.batch.id, stage)]


def choose(view: View, stages: list[str]) -> Choice:
    """The controls above the plan."""
    _take_link(stages)
    stage: str | None = stages[-1]
    layout, against = LAYOUTS[0], None
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        way = st.segmented_control(
            "Show",
            list(WAYS),
            default="graph",
            format_func=WAYS.__getitem__,
            key="plan_way",
            required=True,
            label_visibility="collapsed",
        )
        if way == "graph":
            layout = st.segmented_control(
                "Layout",
                LAYOUTS,
                default=LAYOUTS[0],
                format_func=str.capitalize,
                key="plan_layout",
                required=True,
                label_visibility="collapsed",
            )
            against = _choose_against(view)
    if way in ("graph", "graphviz"):
        stage = st.segmented_control(
            "Stage",
            stages,
            format_func=STAGE_TITLES.__getitem__,
            key="plan_stage",
            required=True,
            on_change=_new_stage,
            label_visibility="collapsed",
        )
        st.caption(STAGE_SENTENCES[stage or stages[-1]])
    return Choice(way, stage or stages[-1], layout, against)


def _choose_against(view: View) -> int | None:
    """The batch before, unless another one is asked for."""
    previous = view.recording.previous(view.batch.id)
    others = [batch.id for batch in reversed(view.recording.batches) if batch.id != view.batch.id]
    if not others:
        return None
    chosen = st.selectbox(
        "What changed since",
        [PREVIOUS, NOTHING, *others],
        format_func=lambda each: _against_title(each, view.noun.one),
        key="plan_against",
        width=260,
        label_visibility="collapsed",
    )
    if chosen == PREVIOUS:
        return previous.id if previous else None
    return None if chosen == NOTHING else chosen


def _against_title(batch: int, noun: str) -> str:
    if batch == PREVIOUS:
        return f"Changes since the {noun} before"
    return "Changes not marked" if batch == NOTHING else f"Changes since {noun} {batch}"


def _take_link(stages: list[str]) -> None:
    """A link's stage and node, once; after that the session knows better.

    A batch that lacks the wanted stage shows its last one, and the next batch that has it shows the wanted one again.
    """
    if _WANTED not in st.session_state:
        st.session_state[_WANTED] = st.query_params.get("stage", "")
        node = st.query_params.get("node", "")
        st.session_state.plan_node = node if node.isdigit() else None
    wanted = st.session_state[_WANTED]
    shown = wanted if wanted in stages else stages[-1]
    if st.session_state.get("plan_stage", shown) != shown:
        st.session_state.plan_node = None
    # Streamlit forgets a widget that was not on the page for a while, unless it is set again.
    st.session_state.plan_stage = shown


def _new_stage() -> None:
    st.query_params["stage"] = st.session_state[_WANTED] = st.session_state.plan_stage
    select(None)


def select(node: str | None) -> None:
    """Choose a node, for the details panel and the link."""
    st.session_state.plan_node = node
    if node is None:
        st.query_params.pop("node", None)
    elif node.isdigit():
        st.query_params["node"] = node


def selected(plan: Plan) -> int | None:
    """The chosen node if this plan has it."""
    node = st.session_state.get("plan_node")
    return int(node) if node is not None and node.isdigit() and int(node) < len(plan) else None


def folded(view: View, stage: str, plan: Plan) -> frozenset[int]:
    """The folded nodes; at first those below which stands what did not run here."""
    kept = st.session_state.setdefault("plan_folded", {})
    place = (view.run, stage)
    if place not in kept:
        kept[place] = default_folded(plan)
    return frozenset(kept[place])


def fold(view: View, stage: str, nodes: list[str]) -> None:
    """Keep which nodes are folded."""
    st.session_state.plan_folded[view.run, stage] = frozenset(int(node) for node in nodes if node.isdigit())


def default_folded(plan: Plan) -> frozenset[int]:
    """The initial plan of an adaptive one, and what is only used again."""
    initial = {link.node for node in plan for link in node.links if link.kind == "initial"}
    reused = {node.id for node in plan for link in node.links if link.kind == "reused"}
    return frozenset(initial | reused)


def title_of(view: View, recording: Recording) -> str:
    """What the query is called."""
    return view.scenario.title if view.scenario else recording.query.name
