"""The page that opens a recording: from an upload, or from a path on this machine."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from planviz.model import SUFFIX, RecordingError
from planviz.ui import library
from planviz.ui.linked_html import show_linked
from planviz.ui.links import open_run
from planviz.ui.runs_list import runs_html
from planviz.ui.upload import keep_upload

EXAMPLE = """\
import planviz

writer = counts.writeStream.outputMode("update")
query = writer.format("memory").queryName("counts").start()
with planviz.record(query, "counts.planviz.jsonl"):
    query.awaitTermination(60)
"""


def show() -> None:
    """Fill the page."""
    st.html('<div class="pv-hero">Open a recording</div>')
    left, right = st.columns(2, gap="large")
    with left:
        _upload()
        _path()
    with right:
        st.markdown("**Record your own query** in any PySpark program, with one line:")
        st.code(EXAMPLE, language="python")
        st.caption(
            "The query is not changed, and the file is complete up to the last finished batch even if the program is killed."
        )
    runs = runs_html()
    if runs:
        show_linked(runs, "runs")


def _upload() -> None:
    file = st.file_uploader(f"A recording file (…{SUFFIX})", type=None)
    if file is None:
        return
    try:
        _open(keep_upload(file.name, file.getvalue()))
    except RecordingError as error:
        st.error(str(error), icon=":material/error:")


def _path() -> None:
    with st.form("path", border=False):
        text = st.text_input("… or its path on this machine", placeholder=f"/data/run{SUFFIX}")
        if not st.form_submit_button("Open", icon=":material/folder_open:"):
            return
    if not text.strip():
        st.info("Type the path of a recording first.")
        return
    try:
        _open(Path(text.strip()).expanduser().absolute())
    except RecordingError as error:
        st.error(str(error), icon=":material/error:")


def _open(path: Path) -> None:
    """Go to the recording. Raises RecordingError if it cannot be opened."""
    library.load(path)
    open_run(library.run_of(path))
    st.rerun()
