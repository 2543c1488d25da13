"""The app: page settings, and which page a link asks for."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable

import streamlit as st

from planviz.ui import compare_page, gallery, open_recording, own_page, run_page, style, support_page
from planviz.ui.header import show_header, tab_icon

PAGES: dict[str, Callable[[], None]] = {
    "open": open_recording.show,
    "compare": compare_page.show,
    "support": support_page.show,
    "own": own_page.show,
}


def main() -> None:
    """Show the page that the URL names: `?run=…` a recording, `?page=…` one of PAGES, and the gallery otherwise."""
    st.set_page_config("planviz", tab_icon(), layout="wide")
    style.apply()
    show_header()
    _guarded(_page())


def _page() -> Callable[[], None]:
    if "run" in st.query_params:
        return run_page.show
    return PAGES.get(st.query_params.get("page", ""), gallery.show)


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
