"""The tab "Loop": the six steps of the micro-batch, where the time went, and the rhythm of triggers."""

from __future__ import annotations

import streamlit as st

from planviz.analysis.epochs import EPOCH_STEPS, NO_FIGURES, epoch_values, is_continuous
from planviz.analysis.loop import STEPS, StepTime, batch_time, triggers
from planviz.analysis.loop_values import step_values
from planviz.analysis.moment import length_text
from planviz.analysis.real_time import REAL_TIME_STEPS, is_real_time, real_time_values
from planviz.analysis.trigger_words import trigger_interval, trigger_text
from planviz.render.batch_charts import steps_figure
from planviz.render.loop_svg import loop_to_svg
from planviz.render.trigger_figure import trigger_figure
from planviz.ui.batch_chart import batches_around, show_chart
from planviz.ui.picture import show_picture
from planviz.ui.view import Tab, View


def show(view: View) -> None:
    """Fill the tab."""
    if is_continuous(view.recording):
        _show_epoch(view)
        return
    real_time = is_real_time(view.recording)
    kinds = REAL_TIME_STEPS if real_time else STEPS
    values = (real_time_values if real_time else step_values)(view.recording, view.batch)
    time = batch_time(view.batch, kinds)
    st.markdown(f"**The loop of batch {view.batch.id}**", help="What Spark does for every micro-batch, step by step.")
    steps = time.steps if time else tuple(StepTime(kind, None) for kind in kinds)
    show_picture(
        loop_to_svg(time, values, steps, view.theme),
        f"loop-batch-{view.batch.id}",
        "loop",
    )
    if time is None:
        st.info(
            "Spark reported no durations for this batch: it did not get to its end, or the recording began later.",
            icon=":material/info:",
        )
    elif time.total is not None:
        st.caption(
            f"The whole batch took {length_text(time.total)}, of which {length_text(time.other)} is in none of the six steps."
        )
    batches = batches_around(view)
    show_chart(
        "Where the time went",
        steps_figure(batches, view.batch.id, view.theme, kinds),
        "loop-steps",
        "Each bar is one batch. “other” is what Spark's total has beyond the six steps.",
    )
    _rhythm(view)


def _show_epoch(view: View) -> None:
    """What stands in the place of the loop in a continuous query."""
    st.markdown(f"**Epoch {view.batch.id}**", help="What happens at the end of each epoch, while rows flow on.")
    steps = tuple(StepTime(kind, None) for kind in EPOCH_STEPS)
    picture = loop_to_svg(None, epoch_values(view.recording, view.batch), steps, view.theme, view.noun.one)
    show_picture(picture, f"epoch-{view.batch.id}", "loop")
    st.info(
        "A continuous query has no loop of micro-batches: one job runs all the time, and a row goes from source to sink "
        f"without waiting. {NO_FIGURES}, so there are no durations.",
        icon=":material/info:",
    )


def _rhythm(view: View) -> None:
    interval = trigger_interval(view.recording.query.trigger)
    rhythm = triggers(batches_around(view), interval)
    if not rhythm:
        return
    figure = trigger_figure(rhythm, interval, view.batch.id, view.theme)
    show_chart(
        "The rhythm of triggers", figure, "rhythm", "When each batch ran, and how long nothing happened after it."
    )
    late = [each for each in rhythm if each.behind]
    told = trigger_text(view.recording.query.trigger)
    if interval:
        told += (
            f" {len(late):,} of {len(rhythm):,} batches took longer than that, so the next trigger came late."
            if late
            else " Every batch was done before the next one was due."
        )
    st.caption(told)


TAB = Tab("loop", "Loop", ":material/autorenew:", show)
