"""The tab "Output": what the batch wrote, and the result table after it."""

from __future__ import annotations

import html

import pandas as pd
import streamlit as st

from planviz.analysis.counted import counted
from planviz.analysis.result_table import TOPIC, ResultTable, columns_of, result_table
from planviz.analysis.sink_log import sink_files
from planviz.analysis.sink_words import sink_words
from planviz.render.figures import format_bytes
from planviz.render.inks import inks
from planviz.ui.cells import cell, number_cell
from planviz.ui.markdown import escape_markdown
from planviz.ui.view import Tab, View

MODES = {
    "append": "Append mode: a row that was written is final, so the result is all rows so far.",
    TOPIC: "A topic is a log: every record that was sent stays, also where a later one has the same key.",
    "update": "Update mode: each batch writes only rows that are new or changed; a written row replaces the older one with the same key.",
    "complete": "Complete mode: each batch writes the whole result again.",
}


def show(view: View) -> None:
    """Fill the tab."""
    left, right = st.columns(2, gap="medium")
    with left:
        show_written(view)
        _sink_log(view)
    with right:
        show_result(view)


def show_written(view: View) -> None:
    """The rows that the batch handed to the sink."""
    noun = view.noun.one
    st.markdown(f"**What {noun} {view.batch.id} wrote**")
    output, progress = view.batch.output, view.batch.progress
    told = progress.sink_rows if progress else None
    spark = f"Spark counts {counted(told, 'row')}" if told is not None else "Spark's sink reports no row count"
    name = (progress.sink if progress else "") or view.recording.query.sink
    sink = f'<span title="{html.escape(name)}">sink: {html.escape(sink_words(name))}</span>'
    if output is None:
        st.html(f"<span>{spark} · {sink}</span>")
        st.info(
            "The rows themselves were not recorded: planviz can read what memory, file and foreachBatch-like sinks of this "
            "machine wrote, and in scenarios what Kafka got; this sink is none of them."
            if not view.batch.failure
            else f"The {noun} failed.",
            icon=":material/info:",
        )
        return
    st.html(f"<span>{counted(output.total, 'row')} recorded · {spark} · {sink}</span>")
    if not output.rows:
        st.info(f"This {noun} wrote no row. The sentences above the tabs tell why.", icon=":material/info:")
        return
    if output.cut:
        st.caption(f"The first {len(output.rows):,} are shown; {output.cut:,} are beyond the recording's limit.")
    frame = pd.DataFrame([{name: cell(value) for name, value in row.items()} for row in output.rows])
    st.dataframe(
        frame.style.format(number_cell), hide_index=True, key=f"written-{view.run}", height=_height(len(frame))
    )


def _sink_log(view: View) -> None:
    """The log that a file sink keeps beside its files: readers believe it, and not the directory."""
    log = view.batch.sink_log
    if not log:
        return
    st.html(f"<b>The sink's own log</b> <code>_spark_metadata/{view.batch.id}</code>")
    files = sink_files(log)
    if files:
        rows = [{"file": each.name, "size": format_bytes(each.size or 0), "action": each.action} for each in files]
        st.dataframe(pd.DataFrame(rows), hide_index=True, key=f"sink-log-{view.run}")
    else:
        st.caption("It names no file: the batch wrote no row.")
    st.caption(
        "Written when all files of the batch are there. Spark reads this directory by the log, so files of an attempt "
        "that failed do not count, and a batch that is in the log is not written again."
    )
    with st.expander("The file as written", icon=":material/description:"):
        st.code(log, language=None)


def show_result(view: View) -> None:
    """All that was written so far, put together as the output mode says."""
    table = result_table(view.recording, view.batch)
    name = "The topic" if table.mode == TOPIC else "The result table"
    st.markdown(f"**{name} after {view.noun.one} {view.batch.id}**", help=MODES.get(table.mode))
    st.caption(_caption(table))
    for problem in table.problems:
        st.info(problem, icon=":material/info:")
    if table.rows is None:
        return
    if not table.rows:
        if not table.problems:
            st.caption("It is still empty.")
        return
    names = columns_of(row.values for row in table.rows)
    frame = pd.DataFrame(
        [
            {**{name: cell(row.values.get(name)) for name in names}, f"written in {view.noun.one}": row.batch}
            for row in table.rows
        ]
    )
    touched = [row.touched for row in table.rows]
    tint = f"background-color: {inks(view.theme).data}33" if not all(touched) else ""
    st.dataframe(
        frame.style.apply(lambda row: [tint if touched[row.name] else ""] * len(row), axis=1).format(number_cell),
        hide_index=True,
        key=f"result-{view.run}",
        height=_height(len(frame)),
    )
    if any(touched) and not all(touched):
        st.caption(f"Tinted rows were written by this {view.noun.one}.")


def _height(rows: int) -> int:
    """As high as the rows need, up to a point."""
    return min(38 + 35 * rows, 600)


def _caption(table: ResultTable) -> str:
    keys = f" Key: {', '.join(name.replace('`', '') for name in table.keys)}." if table.keys else ""
    known = table.rows is not None and (table.total or not table.problems)
    size = f"{counted(table.total, 'row')}. " if known else ""
    return f"{size}{MODES.get(table.mode, 'The output mode was not recorded.')}" + escape_markdown(keys)


TAB = Tab("output", "Output", ":material/output:", show)
