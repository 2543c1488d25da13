"""The view "Physics" of a comparison: all runs on the same axes, moved by one player."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.compare import step_indexes
from planviz.analysis.physics_slice import slice_physics
from planviz.render.physics_board import Board, Part, make_board
from planviz.render.physics_points import crowding
from planviz.ui.comparison import CompareView, Comparison, Side
from planviz.ui.physics_download import offer_export
from planviz.ui.physics_picture import physics_of, show_physics


def show(comparison: Comparison) -> None:
    """The picture, and what it leaves out."""
    board = make_board([_part(comparison, place) for place in range(len(comparison.sides))])
    if board is None:
        st.info(
            "None of these runs has an event time, so there is no watermark to draw. Their figures, output and plans are in "
            "the other views.",
            icon=":material/info:",
        )
        return
    show_physics(board, comparison.name, comparison.theme)
    notes = "".join(f"<div>{html.escape(note)}</div>" for note in _notes(comparison, board))
    if notes:
        st.html(f'<small style="opacity:.78">{notes}</small>')
    with st.container(horizontal=True, horizontal_alignment="right"):
        offer_export(board, comparison.name, comparison.theme, comparison.number)


def _part(comparison: Comparison, place: int) -> Part:
    """One run; of what the query did in an earlier life only its windows are seen."""
    side = comparison.sides[place]
    count = len(side.recording.batches)
    whole = physics_of(side.context, side.run)
    own = slice_physics(whole, len(side.context.batches) - count, count)
    return Part(side.title, own, step_indexes(side.recording, comparison.steps, place))


def _notes(comparison: Comparison, board: Board) -> list[str]:
    """What is not in the picture, and why."""
    missing = [side for side in comparison.sides if side.title not in board.titles]
    notes = [f"“{side.title}” is not drawn: {_absence(side)}." for side in missing]
    if len({(scene.start, scene.end) for scene in board.scenes}) > 1:
        notes.append("The event times of these runs lie far apart, so each has an axis of its own.")
    several = len(board.scenes) > 1
    for scene, title in zip(board.scenes, board.titles, strict=True):
        told = (*scene.physics.notes, *crowding(scene))
        notes += [f"{title}: {note}" if several else note for note in told]
    return list(dict.fromkeys(notes))


def _absence(side: Side) -> str:
    if not side.recording.batches:
        return "it has no batch"
    return "it has no event time, or no row with one has come"


VIEW = CompareView("physics", "Physics", ":material/timeline:", show)
