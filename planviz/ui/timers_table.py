"""The timers in the tab "State": which wait, when each fires, and which the batch set, fired or deleted."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.moment import Moments, length_text
from planviz.analysis.state_change import ADDED, REMOVED, SAME
from planviz.analysis.timers import DELETED, DUE, FIRED, GONE, SET, WAITING, Timer, Timers
from planviz.ui.cells import cell
from planviz.ui.state_parts import store_heading, tinted_table
from planviz.ui.view import View

SIGNS = {
    SET: "+ set",
    WAITING: "",
    FIRED: "− fired",
    DUE: "− was due",
    DELETED: "− deleted",
    GONE: "− gone",
}
TINTS = {SET: ADDED, WAITING: SAME}
"""The tints of those that are still there; all others are gone."""
DUE_WORDS = (
    "A timer that was due is gone and its time had come: it fired, unless the query's code deleted it in this batch "
    "before Spark came to it."
)


def show_timers(timers: Timers, view: View) -> None:
    """The timers of one operator after the batch."""
    moments, change = Moments(view.recording), timers.change
    store_heading(change, "timer", _told(timers))
    if change.cut:
        st.caption(f"{change.cut:,} timers are beyond the recording's limit, so what became of them is not known.")
    st.caption(_rule(timers, moments))
    if not timers.timers:
        return
    tinted_table(
        [_row(timer, timers, moments) for timer in timers.timers],
        [TINTS.get(timer.fate, REMOVED) for timer in timers.timers],
        view.theme,
        f"timers-{view.run}-{change.operator_id}",
    )
    if timers.count(DUE):
        st.caption(DUE_WORDS)


def _told(timers: Timers) -> str:
    if not timers.change.comparable:
        return "the timers before it were not recorded"
    words = {SET: "set", FIRED: "fired", DUE: "due and gone", DELETED: "deleted by the query's code", GONE: "gone"}
    counts = [f"{timers.count(fate):,} {word}" for fate, word in words.items() if timers.count(fate)]
    return ", ".join(counts) or "nothing changed"


def _rule(timers: Timers, moments: Moments) -> str:
    """When a timer fires, and how far what it waits for has come."""
    if not timers.event_time:
        begun = f" This one began at {moments.text(timers.now)}." if timers.now else ""
        return f"A timer fires in the first batch that begins after its time, by the clock.{begun}"
    here = f"This batch's is {moments.text(timers.now)}." if timers.now else "This batch has none yet."
    return f"A timer fires in the first batch whose watermark is past its time. {here}"


def _row(timer: Timer, timers: Timers, moments: Moments) -> dict[str, object]:
    cells: dict[str, object] = {"since the batch before": SIGNS[timer.fate]}
    cells |= {name: cell(value) for name, value in timer.key.items()}
    cells["fires past watermark" if timers.event_time else "fires after"] = moments.text(timer.fires)
    mark = "the watermark" if timers.event_time else "the batch's start"
    cells[f"from {mark}"] = _distance(timer.fires, timers.now)
    if timer.partition is not None:
        cells["partition"] = timer.partition
    return cells


def _distance(fires: int, now: int | None) -> str:
    if now is None:
        return "–"
    return f"{length_text(fires - now)} ahead" if fires >= now else f"passed by {length_text(now - fires)}"
