"""The tab "Charts": rates, durations, watermark lag and state memory over batches."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.epochs import NO_FIGURES, is_continuous
from planviz.render.batch_charts import duration_figure, lag_figure, rates_figure, state_figure, steps_figure
from planviz.ui.batch_chart import batches_around, show_chart
from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab."""
    if is_continuous(view.recording):
        st.info(
            f"{NO_FIGURES}, so there is nothing to chart. “Output” has what each epoch wrote, and “Offsets and logs” how "
            "far it read.",
            icon=":material/info:",
        )
        return
    batches = batches_around(view)
    selected, theme = view.batch.id, view.theme
    st.caption("The selected batch is marked. Click a point or a bar to go to its batch.")
    left, right = st.columns(2, gap="medium")
    with left:
        show_chart(
            "Rate",
            rates_figure(batches, selected, theme),
            "rates",
            "Rows per second that came in since the trigger before, and that the batch worked off while it ran. If more "
            "comes in than is worked off, the query falls behind.",
        )
        show_chart(
            "Durations by step", steps_figure(batches, selected, theme), "steps", "The six steps of a micro-batch."
        )
    with right:
        show_chart("Batch duration", duration_figure(batches, selected, theme), "duration", "From trigger to commit.")
        _state_memory(view)
    lag = lag_figure(batches, selected, theme)
    with left:
        if lag is None:
            st.markdown("**Watermark lag**")
            st.info("The query has no watermark, or no batch saw an event after it was set.", icon=":material/info:")
        else:
            show_chart(
                "Watermark lag",
                lag,
                "lag",
                "From the watermark in force to the newest event of the same batch. Only batches with data have one.",
            )


def _state_memory(view: View) -> None:
    batches = view.recording.batches
    if not any(batch.progress and batch.progress.operators for batch in batches):
        st.markdown("**State memory**")
        st.info("The query keeps no state.", icon=":material/info:")
        return
    figure = state_figure(batches_around(view), view.batch.id, view.theme, "bytes", lambda each: each.memory_bytes)
    show_chart(
        "State memory", figure, "memory", "The memory that the state stores of each operator use on the executors."
    )


TAB = Tab("charts", "Charts", ":material/bar_chart:", show)
