"""The plan tab's parts put together: controls, graph, details, and what changed."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from planviz.analysis.moment import Moments
from planviz.analysis.node_history import node_history
from planviz.analysis.plan_diff import PlanDiff, diff_plans
from planviz.analysis.roles import Chain, chains
from planviz.model import Plan
from planviz.render.details_html import Details, details_html
from planviz.render.legend_html import legend_html
from planviz.render.plan_cards import Decorations
from planviz.render.plan_dot import plan_to_dot
from planviz.render.plan_marks import marks_of
from planviz.render.plan_svg import SvgOptions, plan_to_svg, svg_size
from planviz.render.plan_text import FORMS, explain_text
from planviz.ui import plan_choice
from planviz.ui.plan_changes import show_changes
from planviz.ui.plan_choice import Choice
from planviz.ui.plan_download import show_download
from planviz.ui.plan_graph import Graph, plan_graph, searchable
from planviz.ui.plan_panel import plan_panel
from planviz.ui.plan_stages import show_stages
from planviz.ui.view import View

HEIGHT = 700
GRAPH = "plan_graph"


def show_plan(view: View) -> None:
    """The whole tab."""
    stages = plan_choice.stages_of(view)
    if not stages:
        st.info(
            f"The recording has no plan of {view.noun.one} {view.batch.id}: it ran before planviz began to record, "
            f"or its source does not tell plans. {view.noun.many.capitalize()} with a plan show it here.",
            icon=":material/info:",
        )
        return
    choice = plan_choice.choose(view, stages)
    if choice.way == "text":
        _text(view)
    elif choice.way == "stages":
        show_stages(view, stages)
    else:
        plan = view.recording.plan(view.batch.id, choice.stage)
        assert plan is not None, "only stages which the recording has can be chosen"
        _picture(view, choice, plan)


def _picture(view: View, choice: Choice, plan: Plan) -> None:
    look = _look(view, choice, plan)
    if choice.way == "graphviz":
        with st.container(horizontal_alignment="center"):
            st.graphviz_chart(plan_to_dot(plan, view.theme, decorations=look.decorations), width="content")
        show_download(view, choice, plan, look.decorations)
        return
    if choice.layout == "horizontal":
        # It needs the whole width, so the rest goes below it.
        _graph(view, choice, plan, look)
        left, right = st.columns([1.4, 1], gap="medium")
        with left:
            show_download(view, choice, plan, look.decorations)
            _changes(view, choice, look)
    else:
        left, right = st.columns([2.3, 1], gap="medium")
        with left:
            _graph(view, choice, plan, look)
            show_download(view, choice, plan, look.decorations)
    with right, st.container(height=HEIGHT, border=True):
        _details(view, choice, plan, look)
    if choice.layout != "horizontal":
        _changes(view, choice, look)


def _changes(view: View, choice: Choice, look: _Look) -> None:
    if look.diff is not None and choice.against is not None:
        before, after = (f"{view.noun.one} {each}" for each in (choice.against, view.batch.id))
        st.markdown(f"##### What changed from {before} to {after}")
        show_changes(look.diff, before.capitalize(), after.capitalize())


@dataclass(frozen=True, slots=True)
class _Look:
    """What is known of a plan beside the plan."""

    chains: tuple[Chain, ...]
    diff: PlanDiff | None
    decorations: Decorations


def _look(view: View, choice: Choice, plan: Plan) -> _Look:
    found = chains(plan)
    other = view.recording.plan(choice.against, choice.stage) if choice.against is not None else None
    diff = diff_plans(other, plan, Moments(view.recording).text) if other is not None else None
    roles = {role.node: role.label for chain in found for role in chain.roles}
    marks = marks_of(diff) if diff else {}
    return _Look(found, diff, Decorations(roles, marks, plan_choice.folded(view, choice.stage, plan)))


def _graph(view: View, choice: Choice, plan: Plan, look: _Look) -> None:
    folded = look.decorations.folded
    svg = _svg(
        (view.run, view.batch.id, view.batch.execution_id, choice, view.theme, sorted(folded)),
        plan,
        choice.layout,
        look.decorations,
        view.theme,
    )
    node = plan_choice.selected(plan)
    plan_graph(
        Graph(
            svg=svg,
            shape=f"{view.run} {choice.stage} {choice.layout}",
            texts=searchable(plan),
            layout=choice.layout,
            chains=look.chains,
            selected=None if node is None else str(node),
            folded=folded,
            height=_height(svg, choice.layout),
        ),
        GRAPH,
        plan_choice.select,
        lambda nodes: plan_choice.fold(view, choice.stage, nodes),
    )


def _height(svg: str, layout: str) -> int:
    """A plan that lies on its side needs no more room than it has branches."""
    return round(min(HEIGHT, max(380, svg_size(svg)[1] + 140))) if layout == "horizontal" else HEIGHT


@st.cache_data(max_entries=64, show_spinner=False)
def _svg(key: object, _plan: Plan, layout: str, _decorations: Decorations, theme: str) -> str:
    """The picture; the key tells which, because comparing whole plans would cost more than drawing them."""
    del key
    return plan_to_svg(_plan, layout, _decorations, SvgOptions(theme, interactive=True))


def _details(view: View, choice: Choice, plan: Plan, look: _Look) -> None:
    selected = plan_choice.selected(plan)
    if selected is None:
        st.markdown(
            "**Click an operator** to see what it does, its arguments, columns, state, and its metrics in all "
            f"{view.noun.many}."
        )
        plan_panel(legend_html(plan, view.theme))
        st.caption(
            "Drag to move, Ctrl + scroll to zoom. On the keyboard: Tab into the plan, arrow keys from operator to operator, "
            "Enter to open one, C to fold what is below it, / to search, F to see the whole plan."
        )
        return
    node = plan[selected]
    details = Details(
        node=node,
        batch_id=view.batch.id,
        noun=view.noun,
        role=next((role for chain in look.chains for role in chain.roles if role.node == selected), None),
        changes=_changes_of(look.diff, selected),
        against=choice.against if look.diff else None,
        history=node_history(view.recording, view.batch.id, choice.stage, node),
        when=Moments(view.recording).text,
    )
    plan_panel(details_html(details, view.theme))


def _changes_of(diff: PlanDiff | None, node: int) -> tuple[str, ...]:
    if diff is None:
        return ()
    if any(added.id == node for added in diff.added):
        return ("This operator is new.",)
    return tuple(change.text for each in diff.changed if each.after == node for change in each.changes)


def _text(view: View) -> None:
    """Spark's own words, to be copied."""
    form = st.segmented_control(
        "Form",
        FORMS,
        default="formatted" if view.batch.formatted else "simple",
        key="plan_form",
        required=True,
        help="The forms that explain() knows: the physical plan, all stages, or each operator with its arguments.",
    )
    text = explain_text(view.batch, form)
    if not text:
        st.info(f"The recording has no such text of this {view.noun.one}.", icon=":material/info:")
        return
    st.code(text, language=None, line_numbers=False, height=HEIGHT)
