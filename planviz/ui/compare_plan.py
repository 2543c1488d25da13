"""The view "Plan" of a comparison: the plans of two runs side by side, and what differs between them."""

from __future__ import annotations

from itertools import combinations

import streamlit as st

from planviz.analysis.moment import Moments
from planviz.analysis.noun import noun_of
from planviz.analysis.plan_diff import PlanDiff, diff_plans
from planviz.analysis.roles import role_labels
from planviz.analysis.stage_match import match_diff
from planviz.model import STAGE_TITLES, STAGES, Plan
from planviz.render.details_html import Details, details_html
from planviz.render.plan_pair_svg import AFTER, BEFORE, PlanSide, plan_pair_to_svg
from planviz.render.plan_svg import SvgOptions
from planviz.ui.comparison import CompareView, Comparison, Side
from planviz.ui.plan_changes import show_changes
from planviz.ui.plan_graph import Graph, plan_graph, searchable
from planviz.ui.plan_panel import plan_panel

HEIGHT = 720
GRAPH = "compare_plan"
CHOSEN = "compare_plan_node"


def show(comparison: Comparison) -> None:
    """The first run's plan and that of another, joined by bands."""
    first, second = _choose_pair(comparison)
    stage = _choose_stage(first, second)
    if stage is None:
        lacking = [side.title for side in (first, second) if not _stages(side)]
        st.info(
            f"There is no plan to compare at this step: {' and '.join(f'“{title}”' for title in lacking)} "
            f"{'has' if len(lacking) == 1 else 'have'} none. Another step may have one.",
            icon=":material/info:",
        )
        return
    before, after = _plan(first, stage), _plan(second, stage)
    diff = diff_plans(before, after, Moments(first.recording).text)
    sides = (
        PlanSide(before, first.title, role_labels(before), "only here"),
        PlanSide(after, second.title, role_labels(after), "only here"),
    )
    left, right = st.columns([2.6, 1], gap="medium")
    with left:
        match = match_diff(diff)
        svg = plan_pair_to_svg(*sides, match, SvgOptions(comparison.theme, interactive=True))
        texts = searchable(before, BEFORE) | searchable(after, AFTER)
        graph = Graph(svg, f"{comparison.name} {stage}", texts, selected=st.session_state.get(CHOSEN), height=HEIGHT)
        plan_graph(graph, GRAPH, _keep, lambda _: None)
        plain = plan_pair_to_svg(*sides, match, SvgOptions(comparison.theme))
        name = f"{first.run}-{second.run}-{stage}.svg".replace("/", "-")
        st.download_button("SVG", plain, name, "image/svg+xml", icon=":material/download:", on_click="ignore")
    with right, st.container(height=HEIGHT, border=True):
        _details(comparison, (first, second), (before, after), diff)
    show_changes(diff, first.title, second.title)


def _choose_pair(comparison: Comparison) -> tuple[Side, Side]:
    first, *others = comparison.sides
    if len(others) == 1:
        return first, others[0]
    sides = comparison.sides
    pairs = {f"{one.title} ↔ {other.title}": (one, other) for one, other in combinations(sides, 2)}
    chosen = st.segmented_control(
        "Which two",
        list(pairs),
        default=next(iter(pairs)),
        required=True,
        key=f"compare_pair_{comparison.name}",
        label_visibility="collapsed",
    )
    return pairs[chosen or next(iter(pairs))]


def _stages(side: Side) -> list[str]:
    """The stages of which a run has a plan here; a query that was refused has only the one it was started with."""
    batch = side.batch.id if side.batch else -1
    return [stage for stage in STAGES if side.recording.plan(batch, stage)]


def _plan(side: Side, stage: str) -> Plan:
    plan = side.recording.plan(side.batch.id if side.batch else -1, stage)
    assert plan is not None, "only stages which the recording has can be chosen"
    return plan


def _choose_stage(first: Side, second: Side) -> str | None:
    """One of the stages that both have."""
    others = _stages(second)
    both = [stage for stage in _stages(first) if stage in others]
    if not both:
        return None
    return st.segmented_control(
        "Stage",
        both,
        default=both[-1],
        required=True,
        format_func=STAGE_TITLES.__getitem__,
        key=f"compare_stage_{'_'.join(both)}",
        label_visibility="collapsed",
    )


def _keep(node: str | None) -> None:
    st.session_state[CHOSEN] = node


def _details(comparison: Comparison, sides: tuple[Side, Side], plans: tuple[Plan, Plan], diff: PlanDiff) -> None:
    chosen = st.session_state.get(CHOSEN)
    place = 0 if chosen and chosen[0] == BEFORE else 1
    number = int(chosen[1:]) if chosen else 0
    if not chosen or number >= len(plans[place]):
        count = len(diff.added) + len(diff.removed) + len(diff.changed)
        st.markdown(f"**{count} operators differ.** Click one to see what it does." if count else "**The same plan.**")
        st.caption(
            "Grey bands: the same in both. Orange: other arguments. An operator without a band is in one plan only."
        )
        return
    side = sides[place]
    details = Details(
        plans[place][number],
        side.batch.id if side.batch else -1,
        when=Moments(side.recording).text,
        noun=noun_of(side.recording),
    )
    plan_panel(details_html(details, comparison.theme))


VIEW = CompareView("plan", "Plan", ":material/account_tree:", show)
