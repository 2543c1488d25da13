"""The header of every page: the way home and to the other pages, as real links."""

from __future__ import annotations

import html
from dataclasses import dataclass

import streamlit as st

from planviz.render.inks import LIGHT
from planviz.ui.linked_html import follow, link_to, linked_component
from planviz.version import VERSION

KEY = "pages"

_HEADER = linked_component("header", "header.css")


@dataclass(frozen=True, slots=True)
class _Place:
    """A page of the header: its name in links, its words (`rest` is left out where room is scarce) and its icon's path."""

    page: str
    words: str
    rest: str
    icon: str


_LOGO = "M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4"
_PLACES = (
    _Place("", "Scenarios", "", "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z"),
    _Place("compare", "Compare", "", "M4 4h6v16H4zM14 4h6v16h-6z"),
    _Place("support", "What Spark allows", "", "M3 7l3 3 5-6M14 7h7M4 15l6 6M10 15l-6 6M14 18h7"),
    _Place("open", "Open", " a recording", "M3 19V5h6l2 3h10v11z"),
)


def show_header() -> None:
    """The header; the page that is open is marked."""
    with st.container(key="header"):
        _HEADER(key=KEY, data={"html": header_html(_here())}, on_went_change=lambda: follow(KEY))


def header_html(here: str | None) -> str:
    """The header as HTML; `here` is the page one is on, None where it is none of the header's."""
    links = "".join(_link(place, here) for place in _PLACES)
    return (
        f'<a class="home" href="?">{_icon(_LOGO)}planviz</a>'
        f'<span class="tagline">see what a streaming query does · {html.escape(VERSION)}</span>'
        f'<nav aria-label="Pages">{links}</nav>'
    )


def tab_icon() -> str:
    """The logo for the browser's tab. Streamlit would fetch an icon of its own from elsewhere, which needs a network."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2.2" '
        f'stroke="{LIGHT.accent}"><path d="{_LOGO}"/></svg>'
    )


def _here() -> str | None:
    return None if "run" in st.query_params else st.query_params.get("page", "")


def _link(place: _Place, here: str | None) -> str:
    address = link_to(page=place.page) if place.page else "?"
    current = ' aria-current="page"' if place.page == here else ""
    rest = f'<span class="rest">{place.rest}</span>' if place.rest else ""
    return f'<a href="{address}"{current}>{_icon(place.icon)}<span>{place.words}{rest}</span></a>'


def _icon(path: str) -> str:
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>'
