"""Two stages of one plan side by side: what became of each operator on the way."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.moment import Moments
from planviz.analysis.roles import role_labels
from planviz.analysis.stage_match import StageMatch, match_stages
from planviz.model import STAGE_TITLES, Plan
from planviz.render.details_html import Details, details_html
from planviz.render.plan_pair_svg import AFTER, BEFORE, PlanSide, plan_pair_to_svg
from planviz.render.plan_svg import SvgOptions
from planviz.ui.plan_graph import Graph, plan_graph, searchable
from planviz.ui.plan_panel import plan_panel
from planviz.ui.view import View

HEIGHT = 760
GRAPH = "plan_pair"


def show_stages(view: View, stages: list[str]) -> None:
    """Both stages in one picture, joined by bands."""
    if len(stages) < 2:
        st.info(f"The recording has only one stage of this {view.noun.one}'s plan.", icon=":material/info:")
        return
    first, second = _choose(stages)
    before, after = view.recording.plan(view.batch.id, first), view.recording.plan(view.batch.id, second)
    assert before is not None and after is not None, "only stages which the recording has can be chosen"
    match = match_stages(before, after)
    titles = (STAGE_TITLES[first], STAGE_TITLES[second])
    sides = (PlanSide(before, titles[0], alone="gone"), PlanSide(after, titles[1], role_labels(after), "new"))
    svg = plan_pair_to_svg(*sides, match, SvgOptions(view.theme, interactive=True))
    left, right = st.columns([2.6, 1], gap="medium")
    with left:
        _graph(view, svg, f"{view.run} {first} {second}", before, after)
        plain = plan_pair_to_svg(*sides, match, SvgOptions(view.theme))
        name = f"{view.run}-{view.noun.one}-{view.batch.id}-{first}-{second}.svg".replace("/", "-")
        st.download_button("SVG", plain, name, "image/svg+xml", icon=":material/download:", on_click="ignore")
    with right, st.container(height=HEIGHT, border=True):
        _details(view, before, after, match, titles)


def _choose(stages: list[str]) -> tuple[str, str]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = st.selectbox(
            "From",
            stages[:-1],
            index=max(0, len(stages) - 3),
            format_func=STAGE_TITLES.__getitem__,
            key="plan_from",
            width=220,
        )
        later = stages[stages.index(first) + 1 :]
        second = st.selectbox(
            "To", later, index=len(later) - 1, format_func=STAGE_TITLES.__getitem__, key="plan_to", width=220
        )
    return first, second


def _graph(view: View, svg: str, shape: str, before: Plan, after: Plan) -> None:
    texts = searchable(before, BEFORE) | searchable(after, AFTER)
    chosen = st.session_state.get("plan_pair_node")
    plan_graph(Graph(svg, shape, texts, selected=chosen, height=HEIGHT), GRAPH, _keep, lambda _: None)


def _keep(node: str | None) -> None:
    st.session_state.plan_pair_node = node


def _details(view: View, before: Plan, after: Plan, match: StageMatch, titles: tuple[str, str]) -> None:
    chosen = st.session_state.get("plan_pair_node")
    side, number = (chosen[0], int(chosen[1:])) if chosen else ("", 0)
    plan = before if side == BEFORE else after
    if not chosen or number >= len(plan):
        _story(before, after, match, titles)
        return
    details = Details(plan[number], view.batch.id, noun=view.noun, when=Moments(view.recording).text)
    plan_panel(details_html(details, view.theme))


def _story(before: Plan, after: Plan, match: StageMatch, titles: tuple[str, str]) -> None:
    """What happened between the stages, as a list."""
    lines = [f"{before[node].name} is gone" for node in match.gone]
    for link in match.links:
        name = before[link.before].name
        if link.kind == "moved":
            lines.append(f"{name} moved" + (f"; {link.note}" if link.note else ""))
        elif link.note:
            lines.append(f"{name} {link.note}")
    lines += [f"{after[node].name} is new" for node in match.new]
    st.markdown(f"**From {titles[0]} to {titles[1]}**")
    st.text("\n".join(f"• {line}" for line in lines) or "Nothing changed between these two stages.")
    st.caption("Grey bands: unchanged. Orange: changed or became something else. Dashed green: moved to another place.")
