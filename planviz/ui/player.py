"""The one control for the whole run page: play, pause, step, scrub; it chooses the batch that every view shows."""

from __future__ import annotations

from typing import Any

import streamlit as st

from planviz.analysis.batch_facts import batch_kind
from planviz.model import Recording
from planviz.render.physics_page import MARKS
from planviz.render.web import web_file

_PLAYER = st.components.v2.component(
    "planviz_player", html=web_file("player.html"), css=web_file("player.css"), js=web_file("player.js")
)


def choose_batch(recording: Recording, run: str, live: bool) -> int:
    """Show the player and return the id of the chosen batch, which the URL keeps too.

    The player rules as long as nobody else moves: a changed `?batch=` in the URL wins, and while live the newest batch is
    shown until the user goes back.
    """
    ids = [batch.id for batch in recording.batches]
    memory = _memory(run)
    _take_url(memory, ids, live)
    if (memory["follow"] and live) or memory["batch"] not in ids:
        memory["batch"] = ids[-1]
    _PLAYER(
        key=f"player-{run}",
        data={
            "run": run,
            "ids": ids,
            "kinds": "".join(MARKS[batch_kind(batch)] for batch in recording.batches),
            "batch": memory["batch"],
            "follow": bool(memory["follow"] and live),
            "seq": memory["seq"],
            "live": live,
        },
        default={"place": None},
        on_place_change=lambda: _moved(run),
    )
    st.query_params["batch"] = memory["url"] = str(memory["batch"])
    return int(memory["batch"])


def _memory(run: str) -> dict[str, Any]:
    """What this session remembers of the player: batch, whether it follows, the URL's last word, and commands given."""
    memory: dict[str, Any] = st.session_state.setdefault(
        f"player-memory-{run}", {"batch": None, "follow": None, "url": None, "seq": 0}
    )
    return memory


def _take_url(memory: dict[str, Any], ids: list[int], live: bool) -> None:
    """Obey a batch in the URL that the player did not put there; the first time there may be none."""
    asked = st.query_params.get("batch", "")
    named = int(asked) if asked.isdigit() and int(asked) in ids else None
    if memory["follow"] is None:
        memory["follow"] = live and named is None
        memory["batch"] = named if named is not None else ids[-1]
    elif asked != memory["url"] and named is not None:
        memory |= {"batch": named, "follow": live and named == ids[-1], "seq": memory["seq"] + 1}


def _moved(run: str) -> None:
    """The user brought the player to rest at a batch."""
    place = st.session_state[f"player-{run}"].get("place")
    if place:
        memory = _memory(run)
        memory |= {"batch": int(place["batch"]), "follow": bool(place["follow"])}
        st.query_params["batch"] = memory["url"] = str(memory["batch"])
