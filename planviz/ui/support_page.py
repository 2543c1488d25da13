"""The page "What Spark allows": query types, sources, sinks and single operations, as Spark answered when asked."""

from __future__ import annotations

import itertools
from typing import Any

import streamlit as st

from planviz.render.inks import inks
from planviz.ui import style
from planviz.ui.markdown import escape_markdown
from planviz.ui.support_html import BY_ENGINE, BY_MODE, Asked, operations_html, rules_html
from scenarios.support_file import read_support

OPENED = 3
"""So few findings are shown open."""
NOT_TRIED = "mapGroupsWithState, a row of older tables, exists in Scala and Java only, and is not tried here."
SOURCES_TRIED = (
    "Each source was read with a trigger of each kind: availableNow, continuous and real-time. Beside it: whether a batch "
    "that failed can be read again, which exactly-once needs."
)
SINKS_TRIED = (
    "Tried with an aggregation on event time with a watermark, which allows every mode. Beside each sink: what it promises "
    "after a failure."
)
KINDS = {
    "all": "All",
    "refused": "Refused",
    "now": "Refused by Spark 2.2, accepted now",
    "accepted": "Accepted: mind what it does",
}


def show() -> None:
    """Fill the page."""
    support = read_support()
    ink = inks(style.theme())
    st.html(
        f"<style>{style.sheet('support.css')} .stHtml {{ --pv-yes: {ink.data}; --pv-no: {ink.watermark}; }}</style>"
    )
    st.html('<h1 class="pv-title">What Spark allows on a stream</h1>')
    st.caption(
        f"Every answer here was given by Spark {support['spark']} when the query was tried, and is tried again in our tests. "
        "Click a line for the query, Spark's own words, and what to do instead."
    )
    find = st.text_input("Find", placeholder="Find an operation: join, limit, sort, pivot …", key="find-operation")
    words = find.lower().split()
    matrix = _found([{**row, "name": row["type"]} for row in support["matrix"]], words)
    sources = _found([{**row, "name": row["source"]} for row in support["sources"]], words)
    sinks = _found([{**row, "name": row["sink"]} for row in support["sinks"]], words)
    operations = _found(support["operations"], words)
    found = len(matrix) + len(sources) + len(sinks) + len(operations)
    opened = bool(words) and found <= OPENED
    _rules("Query type and output mode", BY_MODE, matrix, opened, NOT_TRIED)
    _rules("Source and trigger", BY_ENGINE, sources, opened, SOURCES_TRIED)
    _rules("Sink and output mode", BY_MODE, sinks, opened, SINKS_TRIED)
    _operations(operations, opened)
    if not found:
        st.info(f"Nothing here has {escape_markdown(find)} in it.", icon=":material/search_off:")


def _found(entries: list[dict[str, Any]], words: list[str]) -> list[dict[str, Any]]:
    """The entries that have every word somewhere."""
    return [each for each in entries if all(word in _text(each) for word in words)]


def _text(entry: dict[str, Any]) -> str:
    told = [entry.get(name, "") for name in ("name", "title", "theme", "code", "why", "instead", "message", "promise")]
    answers = [*entry.get("modes", {}).values(), *entry.get("engines", {}).values()]
    return " ".join([*told, *entry.get("engines", ()), *(answer["message"] for answer in answers)]).lower()


def _rules(title: str, asked: Asked, rows: list[dict[str, Any]], opened: bool, caption: str) -> None:
    """A table of one thing against the output modes, or the engines."""
    if not rows:
        return
    what = title.partition(" and ")[0]
    st.subheader(title, anchor=what.split()[0].lower())
    st.caption(caption)
    st.html(rules_html(what, asked, rows, opened))


def _operations(operations: list[dict[str, Any]], opened: bool) -> None:
    if not operations:
        return
    st.subheader("Single operations", anchor="operations")
    kind = st.segmented_control(
        "Which",
        list(KINDS),
        format_func=lambda each: KINDS[each],
        default="all",
        required=True,
        label_visibility="collapsed",
    )
    chosen = [each for each in operations if kind in ("all", _kind(each))]
    if not chosen:
        st.caption("None of these.")
    for theme, group in itertools.groupby(chosen, key=lambda each: str(each["theme"])):
        st.html(operations_html(theme, list(group), opened))


def _kind(operation: dict[str, Any]) -> str:
    if not operation["allowed"]:
        return "refused"
    return "now" if operation["once_refused"] else "accepted"
