"""The tab "Progress": what Spark reported of the batch, verbatim, and the main figures of all batches."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from planviz.analysis.epochs import NO_FIGURES, is_continuous
from planviz.model import Batch
from planviz.render.figures import format_bytes, format_time, rows_out
from planviz.ui.batch_chart import batches_around
from planviz.ui.player import ask_for_batch
from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab."""
    noun = view.noun
    st.markdown(
        f"**All {noun.many}**",
        help=f"From each {noun.one}'s StreamingQueryProgress. Click a row to go to its {noun.one}.",
    )
    batches = batches_around(view)
    place = next((place for place, batch in enumerate(batches) if batch.id == view.batch.id), 0)
    frame = pd.DataFrame([_figures(batch, noun.one) for batch in batches])
    st.dataframe(
        frame.style.apply(lambda row: ["font-weight: 700" if row.name == place else ""] * len(row), axis=1),
        hide_index=True,
        key="progress-table",
        on_select=lambda: _select([batch.id for batch in batches]),
        selection_mode="single-row",
        height=min(38 + 35 * len(frame), 400),
    )
    _verbatim(view)


def _select(ids: list[int]) -> None:
    rows = st.session_state["progress-table"].selection.rows
    if rows and rows[0] < len(ids):
        ask_for_batch(ids[rows[0]])


def _figures(batch: Batch, noun: str) -> dict[str, object]:
    progress = batch.progress
    if progress is None:
        return {noun: batch.id, "kind": "failed" if batch.failure else "no progress", "rows out": rows_out(batch)}
    operators = progress.operators
    figures: dict[str, object] = {
        noun: batch.id,
        "kind": "data" if batch.has_data else "no data",
        "rows in": progress.input_rows,
        "rows out": rows_out(batch),
        "ms": progress.batch_ms,
        "watermark": format_time(progress.watermark),
    }
    if operators:
        figures |= {
            "state rows": sum(each.rows_total for each in operators),
            "updated": sum(each.rows_updated for each in operators),
            "removed": sum(each.rows_removed for each in operators),
            "dropped": sum(each.rows_dropped for each in operators),
            "state memory": format_bytes(sum(each.memory_bytes for each in operators)),
        }
    return figures


def _verbatim(view: View) -> None:
    st.markdown(f"**{view.noun.one.capitalize()} {view.batch.id}, as Spark reported it**")
    text = view.batch.progress_json
    if not text:
        why = (
            f"{NO_FIGURES}."
            if is_continuous(view.recording)
            else "Spark reported no progress for this batch: it did not get to its end, or the recording began later."
        )
        st.info(why, icon=":material/info:")
        return
    raw = view.batch.progress.raw if view.batch.progress else {}
    tree, verbatim = st.columns(2)
    with tree:
        st.caption("As a tree")
        st.json(dict(raw), expanded=1)
    with verbatim:
        st.caption("As JSON")
        st.code(json.dumps(raw, indent=2, ensure_ascii=False), language="json", height=420)
    st.download_button(
        "JSON",
        text,
        f"progress-{view.batch.id}.json",
        "application/json",
        icon=":material/download:",
        on_click="ignore",
        help="Save the progress exactly as Spark wrote it.",
    )


TAB = Tab("progress", "Progress", ":material/monitoring:", show)
