"""The one control of a page: play, pause, step, scrub; it chooses the batch, or the step, that every view shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from planviz.analysis.batch_facts import batch_kind
from planviz.analysis.compare import Step, step_kind
from planviz.analysis.noun import noun_of
from planviz.model import Recording
from planviz.render.physics_payload import MARKS
from planviz.render.web import web_file

_PLAYER = st.components.v2.component(
    "planviz_player", html=web_file("player.html"), css=web_file("player.css"), js=web_file("player.js")
)

_ASKED = "player-asked"
"""Where a click elsewhere leaves the batch it asks for."""


@dataclass(frozen=True, slots=True)
class _Reel:
    """What is played: the ids and kinds of its places, and what a place is called, in words and in the URL.

    Links name an epoch as a batch too: one word serves the links of all recordings.
    """

    run: str
    noun: str
    parameter: str
    ids: tuple[int, ...]
    kinds: str


def choose_batch(recording: Recording, run: str, live: bool) -> int:
    """Show the player of a recording and return the id of the chosen batch."""
    kinds = "".join(MARKS[batch_kind(batch)] for batch in recording.batches)
    ids = tuple(batch.id for batch in recording.batches)
    return _choose(_Reel(run, noun_of(recording).one, "batch", ids, kinds), live)


def choose_step(steps: Sequence[Step], run: str) -> int:
    """Show the player of several recordings and return the index of the chosen step; the URL counts from 1."""
    kinds = "".join(MARKS[step_kind(step)] for step in steps)
    return _choose(_Reel(run, "step", "step", tuple(range(1, len(steps) + 1)), kinds), live=False) - 1


def ask_for_batch(batch: int) -> None:
    """Have the player go to a batch that was clicked elsewhere on the page."""
    st.query_params["batch"] = st.session_state[_ASKED] = str(batch)


def _choose(reel: _Reel, live: bool) -> int:
    """The id of the chosen place, which the URL keeps too.

    The player rules as long as nobody else moves: a changed place in the URL wins, and while live the newest one is
    shown until the user goes back.
    """
    memory = _memory(reel)
    _take_url(memory, reel, live)
    if memory["follow"] or memory["place"] not in reel.ids:
        memory["place"] = reel.ids[-1]
    if memory["follow"] and not live:
        # The run is over, and what came at its end is to be seen too.
        memory |= {"follow": False, "seq": memory["seq"] + 1}
    _PLAYER(
        key=f"player-{reel.run}",
        data={
            "run": reel.run,
            "ids": list(reel.ids),
            "kinds": reel.kinds,
            "noun": reel.noun,
            "place": memory["place"],
            "follow": bool(memory["follow"] and live),
            "seq": memory["seq"],
            "live": live,
        },
        # An event, not a state: the same place may be told again after a link has led elsewhere.
        on_place_change=lambda: _moved(reel),
    )
    # A link without a place means the last one. Writing it would be a step of its own for the browser's Back.
    if reel.parameter in st.query_params or memory["place"] != reel.ids[-1]:
        st.query_params[reel.parameter] = str(memory["place"])
    memory["url"] = st.query_params.get(reel.parameter, "")
    return int(memory["place"])


def _memory(reel: _Reel) -> dict[str, Any]:
    """What this session remembers of the player: place, whether it follows, the URL's last word, and commands given."""
    memory: dict[str, Any] = st.session_state.setdefault(
        f"player-memory-{reel.run}", {"place": None, "follow": None, "url": None, "seq": 0}
    )
    return memory


def _take_url(memory: dict[str, Any], reel: _Reel, live: bool) -> None:
    """Obey a place in the URL that the player did not put there; the first time there may be none.

    While a live run is followed, a rerun can come with an URL from before the last one: only clicks count then.
    """
    asked = st.query_params.get(reel.parameter, "")
    named = int(asked) if asked.isdigit() and int(asked) in reel.ids else None
    clicked = st.session_state.pop(_ASKED, None) == asked
    if memory["follow"] is None:
        memory["follow"] = live and named is None
        memory["place"] = named if named is not None else reel.ids[-1]
    elif asked != memory["url"] and named is not None and (clicked or not (memory["follow"] and live)):
        memory |= {"place": named, "follow": live and named == reel.ids[-1], "seq": memory["seq"] + 1}


def _moved(reel: _Reel) -> None:
    """The user brought the player to rest."""
    told = st.session_state[f"player-{reel.run}"].get("place")
    if told:
        memory = _memory(reel)
        memory |= {"place": int(told["id"]), "follow": bool(told["follow"])}
        st.query_params[reel.parameter] = memory["url"] = str(memory["place"])
