"""What the views of the compare page are given, and what such a view is."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from planviz.analysis.compare import Step, same_query, step_kind
from planviz.analysis.noun import noun_of
from planviz.model import Batch, Recording
from planviz.ui import library
from planviz.ui.view import View


@dataclass(frozen=True)
class Side:
    """One of the runs: how a link names it, what people call it, its recording, and its batch at the chosen step.

    `context` is the recording with all that the query did before it, which differs only where it was started again.
    """

    run: str
    title: str
    recording: Recording
    context: Recording
    batch: Batch | None


@dataclass(frozen=True)
class Comparison:
    """The runs that are compared, and the step that is shown; `name` tells this comparison from others."""

    name: str
    sides: tuple[Side, ...]
    steps: tuple[Step, ...]
    number: int
    theme: str


@dataclass(frozen=True, slots=True)
class CompareView:
    """One view: its name in links, its title, and the function that fills it."""

    slug: str
    title: str
    icon: str
    show: Callable[[Comparison], None]


def side_by_side(comparison: Comparison, show: Callable[[View], None]) -> None:
    """A column for each run, filled as its own page would be."""
    for column, side in zip(st.columns(len(comparison.sides), gap="medium"), comparison.sides, strict=True):
        with column:
            st.html(f'<div class="pv-card-title">{html.escape(side.title)}</div>')
            if side.batch is None:
                st.caption(absence(side, comparison))
            else:
                scenario = library.scenario_of(side.recording)
                show(View(side.run, side.context, side.batch, scenario, comparison.theme))


def absence(side: Side, comparison: Comparison) -> str:
    """Why a run has no batch at the chosen step."""
    noun = noun_of(side.recording).one
    if not side.recording.batches:
        return f"Spark refused this query: it has no {noun}." if side.recording.failure else f"This run has no {noun}."
    place = comparison.sides.index(side)
    begun = any(step.batches[place] for step in comparison.steps[: comparison.number])
    if same_query([each.recording for each in comparison.sides]):
        return "This run had ended by then." if begun else "This run had not begun yet."
    if step_kind(comparison.steps[comparison.number]) == "no-data":
        return f"This run has no {noun} here: it had nothing to work off."
    return "This run got no further input."
