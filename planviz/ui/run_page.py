"""The run page: one recording, batch by batch."""

from __future__ import annotations

import html
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from planviz.analysis.noun import noun_of
from planviz.analysis.refusal_reason import without_java_class
from planviz.analysis.sink_words import sink_words
from planviz.analysis.trigger_words import trigger_words
from planviz.model import Recording, RecordingError, Scenario
from planviz.ui import library, live, style
from planviz.ui.attempts import show_attempts
from planviz.ui.course_place import show_onward, show_place
from planviz.ui.markdown import escape_markdown
from planviz.ui.player import choose_batch
from planviz.ui.query_code import show_query
from planviz.ui.refused import show_refused
from planviz.ui.run_live import run_live_button, show_why_not
from planviz.ui.tabs import TABS, physics, plan
from planviz.ui.view import Tab, View
from planviz.ui.watch import show_watch
from planviz.ui.why import show_why
from planviz.worker import RunStatus

_TABS = {tab.slug: tab for tab in TABS}


def show() -> None:
    """Fill the page with the run that the link names."""
    run = st.query_params["run"]
    try:
        path = library.path_of(run)
    except RecordingError as error:
        st.error(str(error), icon=":material/error:")
        return
    status = live.status(path)
    if status is not None and not status.over:
        _follow(path, status)
    try:
        recording = library.load(path)
    except RecordingError as error:
        _not_yet(error, status)
        return
    scenario = library.scenario_of(recording)
    if scenario is not None:
        show_place(scenario)
    _title(recording, scenario, path)
    show_why_not()
    if status is not None:
        live.show_status(status)
    _failure(recording)
    if not recording.batches:
        if recording.failure is None:
            going_on = status is not None and not status.over
            noun = noun_of(recording).one
            st.info(f"No {noun} has been recorded yet." if going_on else f"This recording has no {noun}.")
        show_refused(recording, run)
    else:
        _batches(run, recording, scenario, live=status is not None and not status.over)
    if scenario is not None:
        show_onward(scenario, run)


def _follow(path: Path, shown: RunStatus) -> None:
    """Rerun the page whenever the run has got further than what is shown."""
    size = path.stat().st_size if path.exists() else 0

    @st.fragment(run_every=live.REFRESH_SECONDS)
    def watch() -> None:
        now = path.stat().st_size if path.exists() else 0
        if live.status(path) != shown or now != size:
            st.rerun()

    watch()


def _not_yet(error: RecordingError, status: RunStatus | None) -> None:
    if status is None:
        st.error(str(error), icon=":material/error:")
        return
    scenario = library.find(status.scenario)
    title = scenario.title if scenario else Path(status.scenario).stem
    lesson = scenario.lesson if scenario else ""
    st.html(f'<h1 class="pv-title">{html.escape(title)}</h1><div class="pv-card-text">{html.escape(lesson)}</div>')
    live.show_status(status)
    if scenario is not None:
        st.code(scenario.source_code, language="python")


def _title(recording: Recording, scenario: Scenario | None, path: Path) -> None:
    query = recording.query
    title = scenario.title if scenario else query.name or "A streaming query"
    left, right = st.columns([3, 2], vertical_alignment="center")
    with left:
        st.html(f'<h1 class="pv-title">{html.escape(title)}</h1>{_chips(recording)}')
    with right, st.container(horizontal=True, horizontal_alignment="right", key="actions"):
        show_query(query.source_code, scenario)
        if scenario is not None:
            run_live_button(scenario.name)
        st.download_button(
            "Download recording",
            path.read_bytes(),
            path.name,
            "application/jsonl",
            icon=":material/download:",
            on_click="ignore",
        )
    if scenario is not None:
        st.html(f'<div class="pv-card-text">{html.escape(scenario.lesson)}</div>')


def _chips(recording: Recording) -> str:
    """What kind of query it is; Spark's own names show on hover."""
    query = recording.query
    facts = [
        ("Spark", query.spark_version, ""),
        ("output", query.output_mode.lower(), ""),
        ("sink", sink_words(query.sink), query.sink),
        ("trigger", trigger_words(query.trigger), query.trigger),
        ("master", query.master, ""),
        ("recorded", _moment_words(recording.runs[0].query.started_at if recording.runs else ""), ""),
    ]
    chips = "".join(
        f'<span class="pv-chip" title="{html.escape(own)}">{html.escape(name)} <b>{html.escape(value)}</b></span>'
        for name, value, own in facts
        if value
    )
    return f'<div class="pv-chips">{chips}</div>'


def _moment_words(moment: str) -> str:
    """When the query was started; nothing if that is not known."""
    try:
        return f"{datetime.fromisoformat(moment).astimezone(UTC):%d %b %Y, %H:%M} UTC"
    except ValueError:
        return ""


def _failure(recording: Recording) -> None:
    if recording.failure:
        first, _, rest = without_java_class(recording.failure.message).partition("\n")
        what = "The query failed: " if recording.batches else "Spark refused the query: "
        st.error(f"{'' if recording.failure.signal else what}{escape_markdown(first)}", icon=":material/error:")
        if rest:
            with st.expander("The whole error"):
                st.code(recording.failure.message, language=None)
    for note in recording.notes:
        st.info(escape_markdown(note), icon=":material/info:")


def _batches(run: str, recording: Recording, scenario: Scenario | None, live: bool) -> None:
    batch = recording.batch(choose_batch(recording, run, live))
    assert batch is not None, "the player offers recorded batches only"
    first = _first_tab(recording, scenario)
    if scenario is not None:
        show_watch(scenario, batch, _asked_tab(first))
    show_attempts(recording, batch, run)
    view = View(run, recording, batch, scenario, style.theme(), live)
    show_why(view)
    _choose_tab(first).show(view)


def _first_tab(recording: Recording, scenario: Scenario | None) -> str:
    """What to show unless a link says otherwise: as the scenario says, or the physics where there is event time."""
    if scenario is not None and scenario.tab in _TABS:
        return scenario.tab
    has_event_time = any(batch.progress and batch.progress.watermark is not None for batch in recording.batches[:2])
    return physics.TAB.slug if has_event_time else plan.TAB.slug


def _asked_tab(first: str) -> str:
    """The tab that the URL asks for."""
    asked = st.query_params.get("tab", "")
    return asked if asked in _TABS else first


def _choose_tab(first: str) -> Tab:
    """The bar of tabs; only the chosen tab is filled, and the URL keeps which it is."""
    st.session_state["tab"] = _asked_tab(first)
    slug = st.segmented_control(
        "View",
        list(_TABS),
        required=True,
        format_func=lambda each: f"{_TABS[each].icon} {_TABS[each].title}",
        key="tab",
        on_change=_keep_tab,
        label_visibility="collapsed",
    )
    return _TABS[slug or first]


def _keep_tab() -> None:
    st.query_params["tab"] = st.session_state["tab"]
