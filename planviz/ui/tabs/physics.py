"""The tab "Physics": event time against processing time, with watermark, windows, late rows and state."""

from __future__ import annotations

import html

import streamlit as st

from planviz.analysis.physics import Physics
from planviz.analysis.physics_slice import slice_physics
from planviz.analysis.point_sentence import point_sentence
from planviz.render.physics_board import board_of
from planviz.render.physics_layout import make_scene
from planviz.render.physics_points import crowding
from planviz.render.physics_scene import BATCH, TIME
from planviz.ui.physics_download import offer_export
from planviz.ui.physics_picture import physics_of, show_physics
from planviz.ui.view import Tab, View

CLOSE = "close"
PAGE = 8
"""How many batches a close-up shows; a page of them, so that a step within it redraws nothing."""
_SPACINGS = {BATCH: "Every batch alike", TIME: "As the clock went", CLOSE: f"Close-up: {PAGE} batches"}
ROWS_TOLD = 40


def show(view: View) -> None:
    """The picture, what it leaves out, and the rows of the selected batch in words."""
    physics = physics_of(view.recording, view.run)
    index = next(batch.index for batch in physics.batches if batch.id == view.batch.id)
    whole = make_scene(physics)
    if whole is None:
        _explain_absence(physics)
        return
    chosen = st.session_state.get("spacing", BATCH)
    close = chosen == CLOSE and not whole.detailed
    first = index // PAGE * PAGE if close else 0
    shown = make_scene(slice_physics(physics, first, PAGE)) if close else make_scene(physics, chosen)
    # A page without any event time has nothing to show by itself.
    scene, first = (shown, first) if shown is not None else (whole, 0)
    board = board_of(scene, view.scenario.title if view.scenario else view.recording.query.name)
    show_physics(board, view.run, view.theme, first)
    notes = "".join(f"<div>{html.escape(note)}</div>" for note in (*physics.notes, *crowding(scene)))
    if notes:
        st.html(f'<small style="opacity:.78">{notes}</small>')
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.segmented_control(
            "Processing time",
            [each for each in _SPACINGS if each != CLOSE or not whole.detailed],
            default=BATCH,
            required=True,
            format_func=lambda each: _SPACINGS[each],
            key="spacing",
            help="Fast batches with pauses between them are easier to read when every batch is drawn alike.",
        )
        offer_export(board, view.run, view.theme, index - first)
    _tell_rows(physics, index)


def _tell_rows(physics: Physics, index: int) -> None:
    rows = [row for row in physics.rows if row.batch == index]
    if not rows:
        return
    batch = physics.batches[index]
    items = "".join(f"<li>{html.escape(point_sentence(row, batch, physics.clock))}</li>" for row in rows[:ROWS_TOLD])
    more = f"<li>… and {len(rows) - ROWS_TOLD:,} more.</li>" if len(rows) > ROWS_TOLD else ""
    with st.expander(f"The rows of batch {batch.id}, one by one", icon=":material/list:"):
        st.html(f"<ul>{items}{more}</ul>")


def _explain_absence(physics: Physics) -> None:
    """Why there is no picture."""
    if physics.event_times:
        st.info(
            "No row with an event time has arrived yet, so there is nothing to draw.", icon=":material/hourglass_empty:"
        )
        return
    st.info(
        "This query has no event time: it neither calls `withWatermark` nor makes windows, so Spark tracks no watermark and no row can be "
        "late. Its plan, state and output are in the other views. To see this picture, open a recording of a query "
        "with a watermark, such as “Sliding windows and late animals” in the gallery.",
        icon=":material/info:",
    )


TAB = Tab("physics", "Physics", ":material/timeline:", show)
