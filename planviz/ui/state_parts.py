"""What the tables of the tab "State" share: the heading of a store, and the tints of its rows."""

from __future__ import annotations

import html

import pandas as pd
import streamlit as st

from planviz.analysis.counted import counted
from planviz.analysis.state_change import ADDED, CHANGED, REMOVED, SAME, StoreChange
from planviz.analysis.state_words import operator_words, store_words
from planviz.render.inks import inks
from planviz.ui.cells import number_cell


def store_heading(change: StoreChange, noun: str, told: str) -> None:
    """What the store is, how much it holds and what the batch did to it; Spark's own names beside it."""
    words = " · ".join(part for part in (operator_words(change.operator), store_words(change.store)) if part)
    name = f"{change.operator} {change.operator_id}" + (f" · {change.store}" if change.store != "default" else "")
    st.html(
        f"<b>{html.escape(words.capitalize() if words.islower() else words)}</b> "
        f'<span style="opacity:.8">· {counted(change.total, noun)} · {html.escape(told)}</span> '
        f'<code style="font-size:.8rem;opacity:.75" title="Spark\'s name of the operator, its id and its store">'
        f"{html.escape(name)}</code>"
    )


def tinted_table(rows: list[dict[str, object]], kinds: list[str], theme: str, key: str) -> None:
    """Rows as a table, each tinted by how it changed."""
    table, tints = pd.DataFrame(rows).fillna(""), _tints(theme)
    st.dataframe(
        table.style.apply(lambda row: [tints[kinds[row.name]]] * len(row), axis=1).format(number_cell),
        hide_index=True,
        key=key,
        height=min(38 + 35 * len(table), 420),
    )


def _tints(theme: str) -> dict[str, str]:
    ink = inks(theme)
    return {
        ADDED: f"background-color: {ink.data}2E",
        CHANGED: f"background-color: {ink.late}2E",
        REMOVED: f"background-color: {ink.watermark}24; text-decoration: line-through",
        SAME: "",
    }
