"""The tab "Offsets and logs": how far each source was read, and the two log files of the batch."""

from __future__ import annotations

import html
import json

import pandas as pd
import streamlit as st

from planviz.analysis.epochs import is_continuous
from planviz.analysis.log_lines import LogLine, commit_log_lines, offset_log_lines
from planviz.analysis.moment import Moments
from planviz.analysis.offsets import SourceLanes, source_lanes
from planviz.analysis.real_time import is_real_time
from planviz.model import Recording
from planviz.render.offset_lanes_svg import LANES_SHOWN, offset_lanes_to_svg
from planviz.ui.batch_chart import batches_around
from planviz.ui.picture import show_picture
from planviz.ui.view import Tab, View

BATCH_LOG = "Written before the batch reads anything: after a crash the same batch reads the same data again."
CONTINUOUS_LOG = (
    "Written when the epoch is over, after its rows: after a crash rows of an unfinished epoch may come again."
)
BATCH_COMMIT = "Written when the batch is done. Without this file the batch runs again after a restart."
CONTINUOUS_COMMIT = (
    "Written when the epoch's rows are all at the sink. A restart reads on from the last epoch that has this file."
)
REAL_TIME_LOG = (
    "Written when the batch is over, after its rows: after a crash rows of an unfinished batch may come again."
)


def show(view: View) -> None:
    """Fill the tab."""
    sources = source_lanes(batches_around(view))
    if not sources:
        st.info(
            "Neither a progress nor an offset log was recorded, so there are no offsets to show.",
            icon=":material/info:",
        )
    for source in sources:
        _source(source, view)
    st.divider()
    left, right = st.columns(2, gap="medium")
    moment = Moments(view.recording).text
    descriptions = [each.description for each in view.batch.progress.sources] if view.batch.progress else []
    with left:
        _log(
            "Offset log",
            f"offsets/{view.batch.id}",
            view.batch.offset_log,
            offset_log_lines(view.batch.offset_log, descriptions, moment, view.noun),
        )
        st.caption(_when_written(view.recording))
    with right:
        _log(
            "Commit log",
            f"commits/{view.batch.id}",
            view.batch.commit_log,
            commit_log_lines(view.batch.commit_log, moment, view.noun),
        )
        st.caption(CONTINUOUS_COMMIT if is_continuous(view.recording) else BATCH_COMMIT)


def _source(source: SourceLanes, view: View) -> None:
    place = html.escape(source.place)
    st.html(
        f'<b>{html.escape(source.kind.name)}</b> <span style="opacity:.75">{place}</span>'
        f'<div style="opacity:.75;font-size:.9rem">{html.escape(source.kind.meaning)}'
        f"{'' if source.tells_latest else ' The source does not report how much more there is, so no backlog is shown.'}</div>"
    )
    if source.lanes:
        show_picture(
            offset_lanes_to_svg(source, view.batch.id, view.theme, view.noun),
            f"offsets-{source.index}-{view.noun.one}-{view.batch.id}",
            f"offsets-{source.index}",
        )
    if len(source.lanes) > LANES_SHOWN:
        st.caption(f"{LANES_SHOWN} of {len(source.lanes)} partitions are drawn; the table has all.")
    progress = view.batch.progress
    told = progress.sources[source.index] if progress and source.index < len(progress.sources) else None
    if told is None:
        st.caption(f"Spark reported no progress for this {view.noun.one}; what is drawn comes from its offset log.")
        return
    with st.expander("As Spark reports it", icon=":material/data_object:", expanded=not source.lanes):
        offsets = {"startOffset": told.start, "endOffset": told.end, "latestOffset": told.latest}
        st.code(
            json.dumps(offsets | ({"metrics": dict(told.metrics)} if told.metrics else {}), indent=2), language="json"
        )
        if source.lanes:
            st.dataframe(_table(source, view.batch.id), hide_index=True, key=f"offsets-{source.index}")


def _table(source: SourceLanes, batch_id: int) -> pd.DataFrame:
    steps = [(lane.partition, step) for lane in source.lanes for step in lane.steps if step.batch == batch_id]
    return pd.DataFrame(
        {
            "partition": [partition or "–" for partition, _ in steps],
            "start": [step.start for _, step in steps],
            "end": [step.end for _, step in steps],
            "taken": [step.taken for _, step in steps],
            "latest": [step.latest for _, step in steps],
            "backlog": [step.backlog for _, step in steps],
        }
    )


def _log(title: str, name: str, text: str, lines: tuple[LogLine, ...]) -> None:
    st.html(f"<b>{title}</b> <code style='font-size:.9rem'>{html.escape(name)}</code>")
    if not lines:
        st.info(
            "This file was not recorded: the query did not get that far, or the checkpoint was gone or out of reach.",
            icon=":material/info:",
        )
        return
    for line in lines:
        st.html(
            f'<div style="border-left:3px solid color-mix(in srgb, currentColor 22%, transparent);padding:.1rem 0 .1rem .7rem">'
            f"<code style='overflow-wrap:anywhere;font-size:.85rem'>{html.escape(_short(line.text))}</code>"
            f'<div style="font-size:.92rem">{html.escape(line.meaning)}</div></div>'
        )
    for settings in (line.settings for line in lines if line.settings):
        with st.expander(f"The {len(settings)} settings", icon=":material/settings:"):
            frame = pd.DataFrame(sorted(settings.items()), columns=["setting", "value"])
            st.dataframe(frame, hide_index=True, key=f"settings-{name}")
    with st.expander("The file as written", icon=":material/description:"):
        st.code(text, language=None, wrap_lines=True)


def _short(text: str, limit: int = 120) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _when_written(recording: Recording) -> str:
    if is_continuous(recording):
        return CONTINUOUS_LOG
    return REAL_TIME_LOG if is_real_time(recording) else BATCH_LOG


TAB = Tab("offsets", "Offsets and logs", ":material/swap_horiz:", show)
