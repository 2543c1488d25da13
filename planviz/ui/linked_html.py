"""Shows HTML of our own whose links lead to pages of the app, without loading the app anew."""

from __future__ import annotations

import html
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from planviz.ui.links import go


def ui_file(name: str) -> str:
    """A file that lies beside this one."""
    return files("planviz.ui").joinpath(name).read_text(encoding="utf-8")


def linked_component(name: str, css: str, js: str = "linked_html.js") -> Any:
    """A component that fills itself with HTML, styled and scripted by these files, and tells which link was followed.

    st.html would strip pictures. What comes from outside is escaped where the HTML is made.
    """
    script = ui_file("links.js") + ui_file(js)
    return st.components.v2.component(f"planviz_{name}", html='<div class="linked"></div>', css=ui_file(css), js=script)


_LINKED = linked_component("linked", "course.css")


def show_linked(content: str, key: str, lesson: str = "") -> None:
    """The HTML; `key` is its place in the page. The browser remembers that the lesson was opened."""
    _LINKED(key=key, data={"html": content, "lesson": lesson}, on_went_change=lambda: follow(key))


def follow(key: str) -> None:
    """Go where a link in the component of that key leads."""
    href = st.session_state[key].went
    if href:
        go(dict(parse_qsl(href.removeprefix("?"))))


def link_to(**parameters: str) -> str:
    """The address of a page of the app, for an attribute of HTML."""
    return html.escape(f"?{urlencode(parameters, safe=',@')}")


def numbered(number: str) -> str:
    """The number of a lesson or chapter before its title; nothing if it has none."""
    return f'<span class="number">{html.escape(number)}</span> ' if number else ""
