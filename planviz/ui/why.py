"""The sentences above the tabs which say why the batch did what it did."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.why import Sentence, explain
from planviz.ui.view import View

SHOWN = 3

_ICONS = {"fact": "•", "warning": "▲", "next": "→"}


def show_why(view: View) -> None:
    """The sentences that matter most and what comes next; the others behind a fold."""
    sentences = explain(view.recording, view.batch)
    if not sentences:
        return
    ahead = [each for each in sentences if each.tone == "next"]
    facts = [each for each in sentences if each.tone != "next"]
    shown = [*facts[: SHOWN - len(ahead)], *ahead]
    st.html(
        f'<div class="pv-why">{"".join(map(_line, shown))}{_fold([each for each in facts if each not in shown])}</div>'
    )


def _fold(sentences: list[Sentence]) -> str:
    if not sentences:
        return ""
    return f"<details><summary>{len(sentences)} more</summary>{''.join(map(_line, sentences))}</details>"


def _line(sentence: Sentence) -> str:
    return (
        f'<div class="pv-why-{sentence.tone}"><span aria-hidden="true">{_ICONS[sentence.tone]}</span> '
        f"{html.escape(sentence.text)}</div>"
    )
