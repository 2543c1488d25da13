"""The sentences above the tabs which say why the batch did what it did."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from planviz.analysis.why import Sentence, explain
from planviz.ui.view import View

SHOWN = 3
"""So many sentences are shown at once, the one on what comes next among them."""

_STYLES = {
    "fact": ("•", "currentColor"),
    "warning": ("▲", "#D98A00"),
    "next": ("→", "var(--st-primary-color, #2F6FDE)"),
}


def show_why(view: View) -> None:
    """The sentences of the selected batch."""
    sentences = explain(view.recording, view.batch)
    if sentences:
        st.html(why_html(sentences))


def why_html(sentences: Sequence[Sentence]) -> str:
    """The sentences that matter most and what comes next; the others behind a fold."""
    ahead = [each for each in sentences if each.tone == "next"]
    facts = [each for each in sentences if each.tone != "next"]
    first, rest = facts[: SHOWN - len(ahead)], facts[SHOWN - len(ahead) :]
    return f"<div>{''.join(map(_line, (*first, *ahead)))}{_fold(rest)}</div>"


def _fold(sentences: list[Sentence]) -> str:
    if not sentences:
        return ""
    lines = "".join(map(_line, sentences))
    return f'<details style="font-size:.95rem"><summary>{len(sentences)} more</summary>{lines}</details>'


def _line(sentence: Sentence) -> str:
    sign, color = _STYLES[sentence.tone]
    return (
        '<div style="display:flex;gap:.55rem;font-size:.98rem;line-height:1.5">'
        f'<span aria-hidden="true" style="color:{color};min-width:.9rem">{sign}</span>'
        f"<span>{html.escape(sentence.text)}</span></div>"
    )
