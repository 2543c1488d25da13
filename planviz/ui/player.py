"""The control that chooses the batch which the whole run page shows."""

from __future__ import annotations

import streamlit as st

from planviz.model import Recording

_KEY = "batch_slider"


def choose_batch(recording: Recording, run: str, live: bool) -> int:
    """Show the control and return the id of the chosen batch, which the URL keeps too."""
    ids = [batch.id for batch in recording.batches]
    chosen = _asked_for(ids, live)
    place = ids.index(chosen)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _step("Previous", ":material/skip_previous:", "Left", ids[max(place - 1, 0)], place == 0)
        _step("Next", ":material/skip_next:", "Right", ids[min(place + 1, len(ids) - 1)], place == len(ids) - 1)
        if len(ids) > 1:
            st.session_state[_KEY] = chosen
            st.select_slider("Batch", ids, key=_KEY, on_change=_slid)
    del run
    return chosen


def _asked_for(ids: list[int], live: bool) -> int:
    """The batch in the URL if it was recorded; otherwise the newest while live and the first when stepping through."""
    asked = st.query_params.get("batch", "")
    if asked.isdigit() and int(asked) in ids:
        return int(asked)
    return ids[-1] if live else ids[0]


def _step(label: str, icon: str, key: str, target: int, disabled: bool) -> None:
    st.button(label, icon=icon, shortcut=key, on_click=_select, args=(target,), disabled=disabled)


def _slid() -> None:
    _select(st.session_state[_KEY])


def _select(batch_id: int) -> None:
    st.query_params["batch"] = str(batch_id)
