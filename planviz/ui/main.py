"""The app: page settings, the header, and which page a link asks for."""

from __future__ import annotations

import html
import sys
import traceback
from collections.abc import Callable

import streamlit as st

from planviz.ui import compare_page, gallery, open_recording, own_page, run_page, style, support_page
from planviz.ui.links import go
from planviz.version import VERSION

PAGES: dict[str, Callable[[], None]] = {
    "open": open_recording.show,
    "compare": compare_page.show,
    "support": support_page.show,
    "own": own_page.show,
}


def main() -> None:
    """Show the page that the URL names: `?run=…` a recording, `?page=…` one of PAGES, and the gallery otherwise."""
    st.set_page_config("planviz", ":material/account_tree:", layout="wide")
    style.apply()
    _header()
    _guarded(_page())


def _page() -> Callable[[], None]:
    if "run" in st.query_params:
        return run_page.show
    return PAGES.get(st.query_params.get("page", ""), gallery.show)


def _header() -> None:
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        st.button("planviz", key="home", icon=":material/account_tree:", type="tertiary", on_click=go, args=({},))
        st.html(f'<span class="pv-tagline">see what a streaming query does · {html.escape(VERSION)}</span>')
        st.space("stretch")
        st.button("Scenarios", icon=":material/apps:", type="tertiary", on_click=go, args=({},))
        st.button("Compare", icon=":material/compare:", type="tertiary", on_click=go, args=({"page": "compare"},))
        st.button(
            "What Spark allows", icon=":material/rule:", type="tertiary", on_click=go, args=({"page": "support"},)
        )
        st.button(
            "Open a recording", icon=":material/folder_open:", type="tertiary", on_click=go, args=({"page": "open"},)
        )


def _guarded(page: Callable[[], None]) -> None:
    """Show a page; a fault of ours becomes a message, and the traceback goes to the server's log only."""
    try:
        page()
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        st.error(
            "This page could not be shown because of a fault in planviz. The other pages and your recordings are not "
            f"affected; the server's log has the details ({type(error).__name__}).",
            icon=":material/error:",
        )


if __name__ == "__main__":
    main()
