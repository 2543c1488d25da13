"""The page "What Spark allows": query types × output modes, and single operations, as Spark answered when asked."""

from __future__ import annotations

import html
from typing import Any

import streamlit as st

from planviz.render.inks import inks
from planviz.ui import style
from planviz.ui.links import open_run
from scenarios.support_file import MODES, read_support

YES, NO = "✓ accepted", "✗ refused"


def show() -> None:
    """Fill the page."""
    support = read_support()
    st.html('<h1 class="pv-title">What Spark allows on a stream</h1>')
    st.caption(
        f"Every answer here was given by Spark {support['spark']} when the query was tried, and is tried again in our tests."
    )
    st.subheader("Query type and output mode", anchor="matrix")
    st.caption("mapGroupsWithState, a row of older tables, exists in Scala and Java only, and is not tried here.")
    _matrix(support["matrix"])
    st.subheader("Sink and output mode", anchor="sinks")
    st.caption("Tried with an aggregation on event time with a watermark, which allows every mode.")
    _sinks(support["sinks"])
    st.subheader("Single operations", anchor="operations")
    _operations(support["operations"])


def _matrix(rows: list[dict[str, Any]]) -> None:
    _table("Query type", [(row["type"], row["modes"], "") for row in rows], "")
    chosen = st.selectbox("Look closer at", [row["type"] for row in rows])
    row = next(row for row in rows if row["type"] == chosen)
    st.code(row["code"], language="python")
    for mode in MODES:
        answer = row["modes"][mode]
        if not answer["allowed"]:
            st.html(f'<div class="pv-watch"><b>{mode}</b> {html.escape(answer["message"])}</div>')


def _sinks(sinks: list[dict[str, Any]]) -> None:
    rows = [(sink["sink"], sink["modes"], sink["promise"]) for sink in sinks]
    _table("Sink", rows, "After a failure")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("See it happen", width="content")
        for sink in sinks:
            st.button(
                sink["sink"], key=f"sink-{sink['sink']}", type="tertiary", on_click=open_run, args=(sink["scenario"],)
            )


def _table(first: str, rows: list[tuple[str, dict[str, Any], str]], last: str) -> None:
    """One row for each name, one column for each mode, and a remark."""
    heads = "".join(f"<th>{html.escape(head)}</th>" for head in (first, *MODES, last))
    body = "".join(
        f"<tr><td>{html.escape(name)}</td>{''.join(_answer(modes[mode]) for mode in MODES)}<td>{html.escape(remark)}</td></tr>"
        for name, modes, remark in rows
    )
    st.html(f'<table style="width:100%;text-align:left"><tr>{heads}</tr>{body}</table>')


def _answer(answer: dict[str, Any]) -> str:
    mark, color = (YES, inks(style.theme()).data) if answer["allowed"] else (NO, inks(style.theme()).watermark)
    return (
        f'<td title="{html.escape(answer["message"])}"><span style="color:{color};font-weight:650">{mark}</span></td>'
    )


def _operations(operations: list[dict[str, Any]]) -> None:
    news = [each for each in operations if each["once_refused"] and each["allowed"]]
    refused = [each for each in operations if not each["allowed"]]
    other = [each for each in operations if each["allowed"] and not each["once_refused"]]
    for title, group in (
        ("Refused by Spark 2.2, accepted now", news),
        ("Refused", refused),
        ("Accepted, although often thought refused", other),
    ):
        if group:
            st.markdown(f"**{title}** ({len(group)})")
            columns = st.columns(2)
            for place, operation in enumerate(group):
                with columns[place % 2]:
                    _operation(operation)


def _operation(operation: dict[str, Any]) -> None:
    with st.expander(operation["title"]):
        st.code(operation["code"], language="python")
        st.caption(f"Tried in {operation['mode']} mode.")
        if not operation["allowed"]:
            error = html.escape(operation["error_class"] or "no error class")
            st.html(f'<div class="pv-watch"><b>{error}</b><br>{html.escape(operation["message"])}</div>')
        st.html(
            f"<p><b>Why</b> {html.escape(operation['why'])}</p><p><b>What to do</b> {html.escape(operation['instead'])}</p>"
        )
