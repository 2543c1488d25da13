"""Live runs: one warm Spark for all browser sessions, closed when the last of them is gone."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.runtime import RuntimeState

from planviz.model import SUFFIX
from planviz.ui import library
from planviz.ui.markdown import escape_markdown
from planviz.ui.own import find_own
from planviz.worker import NoJava, RunStatus, Worker
from planviz.worker.home import runs_directory

GRACE_SECONDS = 20
"""How long Spark stays after the last tab was closed: long enough for a reload."""

REFRESH_SECONDS = 1.0
LOG_SHOWN = 20_000


class CannotStart(Exception):
    """Spark cannot be started; the message says why and what to do."""


@st.cache_resource(show_spinner=False)
def worker() -> Worker:
    """The worker which all sessions share."""
    shared = Worker()
    threading.Thread(target=_close_when_alone, args=(shared,), daemon=True).start()
    return shared


def start(scenario: str) -> str:
    """Start a run of a scenario, built-in or the user's own, and return the run's name. Raises CannotStart."""
    run = library.new_run(scenario)
    own = find_own(scenario)
    try:
        worker().run(str(own.path) if own else scenario, runs_directory() / f"{run}{SUFFIX}")
    except (NoJava, OSError) as error:
        raise CannotStart(str(error)) from error
    return run


def status(path: Path) -> RunStatus | None:
    """How a run is doing, if it was started here."""
    return worker().status(path)


def show_status(status: RunStatus) -> None:
    """The bar of a run that goes on, with a way to stop it; or why it did not end well."""
    if status.state == "failed":
        st.error(escape_markdown(status.message), icon=":material/error:")
    elif status.state == "stopped":
        st.info(escape_markdown(status.message), icon=":material/stop_circle:")
    elif not status.over:
        _show_bar(status)
    _show_log()


def _show_bar(status: RunStatus) -> None:
    words = {
        "waiting": "Waiting for Spark",
        "starting": escape_markdown(status.message),
        "running": f"Running live: {status.done} of {status.total} rounds of input",
    }
    left, right = st.columns([6, 1], vertical_alignment="center")
    left.progress(status.done / status.total if status.total else 0.0, words[status.state])
    right.button("Stop", icon=":material/stop:", on_click=worker().stop, args=(status.path,), width="stretch")


def _show_log() -> None:
    log = worker().log_path
    if log is not None and log.exists():
        with st.expander("Spark's log", icon=":material/article:"):
            st.code(log.read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:], language="log", height=320)
            st.caption(f"The last {LOG_SHOWN:,} characters of {log}")


def _close_when_alone(shared: Worker) -> None:
    """Closing the last tab leaves no Spark behind."""
    alone_since: float | None = None
    while True:
        time.sleep(1)
        alone = not Runtime.exists() or Runtime.instance().state != RuntimeState.ONE_OR_MORE_SESSIONS_CONNECTED
        alone_since = (alone_since or time.monotonic()) if alone else None
        if alone_since is not None and time.monotonic() - alone_since > GRACE_SECONDS:
            shared.close()
