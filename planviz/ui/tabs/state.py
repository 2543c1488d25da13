"""The tab "State": how much each operator keeps, what is in it after the batch, and when it will go."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from planviz.analysis.eviction_forecast import forecast, window_forecasts
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import ADDED, CHANGED, REMOVED, StoreChange, state_changes
from planviz.analysis.state_words import operator_words
from planviz.analysis.timers import ever_had_timers, find_timers, timers_unread
from planviz.analysis.watermark import find_delays, newest_event, next_watermark, watermark
from planviz.model import Batch, OperatorProgress, Recording
from planviz.render.batch_charts import row_changes_figure, state_figure, store_rows_figure
from planviz.render.eviction_svg import ROWS_SHOWN, Marks, eviction_to_svg
from planviz.ui.batch_chart import batches_around, show_chart
from planviz.ui.markdown import escape_markdown
from planviz.ui.picture import show_picture
from planviz.ui.state_parts import store_heading
from planviz.ui.state_table import show_rows
from planviz.ui.timers_table import show_timers
from planviz.ui.view import Tab, View

NO_STATE = (
    "This query keeps no state: each row is worked on by itself, so nothing has to be remembered but how "
    "far the sources were read (see “Offsets and logs”). Counting, joining two streams and dropping duplicates are "
    "what needs state."
)


def show(view: View) -> None:
    """Fill the tab."""
    if not has_state(view.recording):
        st.info(NO_STATE, icon=":material/info:")
        return
    show_content(view)
    st.divider()
    _charts(view)
    _custom(view)


def has_state(recording: Recording) -> bool:
    """Whether any operator of the query keeps something from batch to batch."""
    return any(batch.state or (batch.progress and batch.progress.operators) for batch in recording.batches)


def _charts(view: View) -> None:
    batches = batches_around(view)
    left, right = st.columns(2, gap="medium")
    selected, theme = view.batch.id, view.theme
    with left:
        figure = state_figure(batches, selected, theme, "rows", lambda each: each.rows_total)
        show_chart(
            "Rows in state", figure, "state-rows", "After each batch, per stateful operator; 0 is nearest the sink."
        )
    with right:
        figure = state_figure(batches, selected, theme, "bytes", lambda each: each.memory_bytes)
        show_chart("Memory", figure, "state-bytes", "What the stores of each operator use in the executors' memory.")
    if any(_several_stores(batch) for batch in batches):
        show_chart(
            "Rows per store",
            store_rows_figure(batches, selected, theme),
            "store-rows",
            "Read from the checkpoint. Spark reports memory per operator only, and counts a join's rows without its counters "
            "and no timers.",
        )
    show_chart(
        "What each batch did to the state",
        row_changes_figure(batches, selected, theme),
        "state-changes",
        "Dropped rows are counted after partial aggregation: several late input rows of one key and window count as one.",
    )


def _several_stores(batch: Batch) -> bool:
    """Whether an operator has more than one store that holds something; the place for timers may never be used."""
    stores = [store for store in batch.state or () if store.rows.total or not store.holds_timers]
    return batch.progress is not None and len(stores) > len(batch.progress.operators)


def show_content(view: View, forecasts: bool = True) -> None:
    """Every store after the batch; with a picture of when each row will go."""
    changes = state_changes(view.recording, view.batch)
    if changes is None:
        unfinished = f"Batch {view.batch.id} was not finished, so it left no new version of the state."
        unknown = f"What the state holds after batch {view.batch.id} was not recorded. {_reason(view)}"
        st.info(unfinished if view.batch.failure else unknown, icon=":material/info:")
        return
    st.markdown(f"**State after batch {view.batch.id}**")
    # A join's counting stores only mirror those that hold its rows.
    for change in sorted(changes, key=lambda each: "NumValues" in each.store):
        _store(change, view, forecasts)
    if ever_had_timers(view.recording):
        for timers in find_timers(view.recording, view.batch):
            show_timers(timers, view)
    if timers_unread(view.recording, view.batch):
        st.caption(f"The query sets timers; which of them wait after this batch was not recorded. {_reason(view)}")


def _reason(view: View) -> str:
    """Why, in the recording's own words."""
    notes = [note for note in view.recording.notes if "tate" in note]
    return escape_markdown(" ".join(notes[:2]))


def _store(change: StoreChange, view: View, forecasts: bool) -> None:
    counts = [f"{change.count(kind):,} {kind}" for kind in (ADDED, CHANGED, REMOVED) if change.count(kind)]
    told = ", ".join(counts) or "nothing changed" if change.comparable else "the state before it was not recorded"
    store_heading(change, "row", told)
    _other_count(change, view)
    if change.cut:
        st.caption(f"{change.cut:,} rows are beyond the recording's limit, so what changed among them is not known.")
    if not change.rows:
        st.caption("It is empty.")
        return
    rule = forecast(view.batch, change)
    if forecasts:
        _forecast(change, view)
    if rule.never:
        st.caption(rule.never)
    if "NumValues" in change.store:
        with st.expander("Its rows", icon=":material/table_rows:"):
            show_rows(change, rule, view)
    else:
        show_rows(change, rule, view)


def _other_count(change: StoreChange, view: View) -> None:
    """Say so where Spark's progress counts other than what the store holds."""
    operators = view.batch.progress.operators if view.batch.progress else ()
    stores = [store for store in view.batch.state or () if not store.holds_timers]
    if len(operators) != 1 or len(stores) != 1 or operators[0].rows_total == change.total:
        return
    plan = view.batch.plans.get("physical") or ()
    twice = any("rangepartitioning" in node.text for node in plan)
    reason = " A sort runs what is below it twice, once to sample it, and Spark counts both." if twice else ""
    st.caption(
        f"Spark's progress counts {operators[0].rows_total:,} rows; the store itself holds {change.total:,}.{reason}"
    )


def _forecast(change: StoreChange, view: View) -> None:
    windows = window_forecasts(view.recording, view.batch, change)
    if not windows:
        return
    following = next_watermark(view.recording, view.batch)
    single = len(find_delays(view.recording)) == 1
    newest = newest_event(view.recording, view.batch) if single else None
    marks = Marks(watermark(view.batch), following.millis if following else None, newest)
    st.markdown(
        "**When it will go**",
        help="A row leaves the state in the first batch whose watermark has reached the row's end; the watermark trails the "
        "newest event by the delay of withWatermark.",
    )
    show_picture(
        eviction_to_svg(windows, marks, Moments(view.recording).text, view.theme),
        f"eviction-{change.operator_id}-{change.store}-batch-{view.batch.id}",
        f"eviction-{change.operator_id}-{change.store}",
    )
    if len(windows) > ROWS_SHOWN:
        st.caption(f"The first {ROWS_SHOWN} of {len(windows):,} are drawn.")


def _custom(view: View) -> None:
    """What the state store itself measured, such as RocksDB's counters."""
    operators = view.batch.progress.operators if view.batch.progress else ()
    for place, operator in enumerate(operators):
        if operator.custom:
            rocks = any(name.startswith("rocksdb") for name in operator.custom)
            title = f"{'RocksDB metrics' if rocks else 'Store metrics'} · {operator_words(operator.name)} ({place})"
            with st.expander(escape_markdown(title), icon=":material/speed:"):
                st.dataframe(_metrics(operator), hide_index=True, key=f"custom-{place}")


def _metrics(operator: OperatorProgress) -> pd.DataFrame:
    """RocksDB's counters that are all zero are left out: there are dozens."""
    rows = [(name, value) for name, value in sorted(operator.custom.items()) if value not in (0, -1)]
    return pd.DataFrame(rows, columns=["metric", "value"])


TAB = Tab("state", "State", ":material/database:", show)
