"""Tells of the times an earlier run of the query began a batch and did not commit it."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.compare import MOST_RUNS
from planviz.analysis.lives import failure_reason
from planviz.analysis.noun import noun_of
from planviz.model import Batch, Recording
from planviz.ui.library import life_name
from planviz.ui.links import go

SHORT = 8
"""So many characters of a run id tell runs apart."""


def show_attempts(recording: Recording, batch: Batch, run: str) -> None:
    """One box for each earlier attempt; and which run this one is, where there were several, with a way to compare them."""
    if len(recording.runs) < 2:
        return
    noun = noun_of(recording).one
    ids = [run.query.run_id for run in recording.runs]
    number = ids.index(batch.run_id) + 1 if batch.run_id in ids else None
    for attempt in batch.attempts:
        st.html(f'<div class="pv-watch">{_attempt(attempt, batch, ids, noun)}</div>')
    if number:
        with st.container(horizontal=True, vertical_alignment="center", key="attempts"):
            words = (
                f"{noun.capitalize()} {batch.id} was committed by run {number} of {len(ids)} ({batch.run_id[:SHORT]})."
            )
            st.caption(words, width="content")
            runs = ",".join(life_name(run, place) for place in range(1, len(ids) + 1)[:MOST_RUNS])
            st.button(
                "Compare the runs",
                key="compare-lives",
                icon=":material/compare:",
                type="tertiary",
                on_click=go,
                args=({"page": "compare", "runs": runs},),
            )


def _attempt(attempt: Batch, batch: Batch, ids: list[str], noun: str) -> str:
    number, later = (ids.index(each.run_id) + 1 if each.run_id in ids else "?" for each in (attempt, batch))
    reason = html.escape(failure_reason(attempt.failure))
    logs = " Its offsets were in the log, its commit was not." if attempt.offset_log and not attempt.commit_log else ""
    same = attempt.offset_log == batch.offset_log
    again = f"Run {later} read the same offsets again." if same else f"The offset log of run {later} differs from it."
    return f"<b>Run {number} began {noun} {attempt.id} and did not commit it</b>: {reason}.{logs} {again}"
