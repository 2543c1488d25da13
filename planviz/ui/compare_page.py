"""The compare page: two or three recordings side by side, moved by one player."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.compare import MOST_RUNS, compare
from planviz.analysis.why import explain
from planviz.model import Recording, RecordingError
from planviz.ui import compare_figures, compare_output, compare_physics, compare_plan, compare_state, library, style
from planviz.ui.compare_offer import show_offer
from planviz.ui.comparison import CompareView, Comparison, Side, absence
from planviz.ui.links import go
from planviz.ui.player import choose_step
from planviz.ui.why import why_html
from scenarios.comparisons import COMPARISONS

VIEWS: tuple[CompareView, ...] = (
    compare_physics.VIEW,
    compare_figures.VIEW,
    compare_output.VIEW,
    compare_state.VIEW,
    compare_plan.VIEW,
)


def show() -> None:
    """Fill the page."""
    st.html('<h1 class="pv-title">Compare runs</h1>')
    runs = _choose()
    if len(runs) < 2:
        _offer()
        return
    try:
        loaded = [library.load_run(run) for run in runs]
    except RecordingError as error:
        st.error(str(error), icon=":material/error:")
        return
    titles = [library.title_of(run) for run in runs]
    recordings = tuple(recording for recording, _ in loaded)
    steps = compare(recordings)
    _refusals(titles, recordings)
    if not steps:
        st.info("None of these runs has a batch.", icon=":material/info:")
        return
    number = choose_step(steps, f"compare {','.join(runs)}")
    contexts = [context for _, context in loaded]
    sides = tuple(map(Side, runs, titles, recordings, contexts, steps[number].batches))
    comparison = Comparison(f"compare {','.join(runs)}", sides, steps, number, style.theme())
    st.html(f'<div class="pv-card-title">{html.escape(steps[number].label)}</div>')
    _tell_why(comparison)
    _choose_view(recordings).show(comparison)


def _choose() -> list[str]:
    """The runs in the URL, chosen ready-made or by hand."""
    asked = [run for run in st.query_params.get("runs", "").split(",") if run][:MOST_RUNS]
    known = library.all_runs()
    options = [*known, *(run for run in asked if run not in known)]
    ready = next((place for place, each in enumerate(COMPARISONS) if each.runs == tuple(asked)), None)
    left, right = st.columns([1, 2])
    # Widgets remember; what counts is the URL, so each choice has widgets of its own.
    with left:
        chosen_ready = st.selectbox(
            "Ready-made",
            range(len(COMPARISONS)),
            index=ready,
            format_func=lambda place: COMPARISONS[place].title,
            placeholder="Choose a comparison",
            key=f"ready-{','.join(asked)}",
        )
    with right:
        chosen = st.multiselect(
            "Runs",
            options,
            default=asked,
            max_selections=MOST_RUNS,
            format_func=library.title_of,
            placeholder="Choose two or three runs",
            key=f"runs-{','.join(asked)}",
        )
    if chosen_ready is not None and chosen_ready != ready:
        _go(COMPARISONS[chosen_ready].runs)
        st.rerun()
    if chosen != asked:
        _go(tuple(chosen))
        st.rerun()
    if ready is not None:
        st.html(f'<div class="pv-card-text">{html.escape(COMPARISONS[ready].lesson)}</div>')
    return asked


def _go(runs: tuple[str, ...]) -> None:
    go({"page": "compare", "runs": ",".join(runs)})


def _offer() -> None:
    """The ready-made comparisons, each with what it shows."""
    st.html(
        '<div class="pv-lead">Runs that differ in one thing, step by step: the same player, the same axes, and what differs '
        "stands out. Choose one of these, or any two or three runs above; live and opened ones are among them.</div>"
    )
    show_offer()


def _refusals(titles: list[str], recordings: tuple[Recording, ...]) -> None:
    for title, recording in zip(titles, recordings, strict=True):
        if recording.failure:
            message = html.escape(recording.failure.message.splitlines()[0])
            st.html(f'<div class="pv-watch"><b>{html.escape(title)}</b><br>{message}</div>')


def _tell_why(comparison: Comparison) -> None:
    """In each run, why its batch did what it did; and a way to the run's own page."""
    for column, side in zip(st.columns(len(comparison.sides), gap="medium"), comparison.sides, strict=True):
        told = why_html(explain(side.context, side.batch)) if side.batch else html.escape(absence(side, comparison))
        with column:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.html(f'<div class="pv-card-title">{html.escape(side.title)}</div>', width="content")
                st.button(
                    "",
                    key=f"open-{side.run}",
                    icon=":material/open_in_full:",
                    type="tertiary",
                    help="Open this run by itself.",
                    on_click=go,
                    args=(_place_of(side),),
                )
            st.html(told)


def _place_of(side: Side) -> dict[str, str]:
    place = {"run": library.whole_of(side.run)}
    return place | {"batch": str(side.batch.id)} if side.batch else place


def _choose_view(recordings: tuple[Recording, ...]) -> CompareView:
    """The bar of views; the URL keeps which is shown."""
    views = {view.slug: view for view in VIEWS}
    asked = st.query_params.get("view", "")
    st.session_state["compare-view"] = asked if asked in views else _first_view(recordings)
    slug = st.segmented_control(
        "View",
        list(views),
        required=True,
        format_func=lambda each: f"{views[each].icon} {views[each].title}",
        key="compare-view",
        on_change=_keep_view,
        label_visibility="collapsed",
    )
    return views[slug or VIEWS[0].slug]


def _first_view(recordings: tuple[Recording, ...]) -> str:
    """What to show unless a link says otherwise: the physics where there is event time, else the figures."""
    batches = (batch for recording in recordings for batch in recording.batches[:2])
    has_event_time = any(batch.progress and batch.progress.watermark is not None for batch in batches)
    return (compare_physics.VIEW if has_event_time else compare_figures.VIEW).slug


def _keep_view() -> None:
    st.query_params["view"] = st.session_state["compare-view"]
