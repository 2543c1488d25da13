"""The gallery: the scenarios as a course, chapter by chapter, each with a small picture of its run."""

from __future__ import annotations

import html
from dataclasses import dataclass, replace

import streamlit as st

from planviz.render.thumbnail_legend import legend_html
from planviz.ui import own_chapter, style
from planviz.ui.chapter_html import chapter_html
from planviz.ui.linked_html import follow, link_to, linked_component, numbered
from planviz.ui.own import watch_directory
from scenarios.chapters import CHAPTERS
from scenarios.course import LESSONS, find_lesson

FIRST, FAMOUS = "lines-to-words", "animal-windows"
KEY = "gallery"
_PLACE = "gallery-place"
"""Where the session keeps the place that was last known."""

_GALLERY = linked_component("gallery", "course.css", "gallery.js")


def show() -> None:
    """Fill the page."""
    place = _place()
    chapters = "".join(chapter_html(chapter, number) for number, chapter in enumerate(CHAPTERS, start=1))
    _GALLERY(
        key=KEY,
        data={
            "html": _hero() + _bar() + _NOTHING + chapters + own_chapter.own_chapter(),
            "words": place.words,
            "chapter": place.chapter,
            "move": place.move,
        },
        on_went_change=lambda: follow(KEY),
        on_place_change=_keep_place,
    )
    watch_directory()


_NOTHING = (
    '<p class="nothing" hidden>No scenario is about that. Try one word, such as “window”, “dedup” or “restart”.</p>'
)


def _hero() -> str:
    first, famous = find_lesson(FIRST), find_lesson(FAMOUS)
    assert first and famous
    return (
        '<header class="hero"><h1>See what a Spark stream really does</h1>'
        f"<p>{len(LESSONS)} queries, each run on real Spark and recorded micro-batch by micro-batch: plans, offsets, "
        "watermark, windows, state and output. Follow them as a course, or jump to what you need.</p>"
        '<div class="start">'
        f'<a class="button" href="{link_to(run=FIRST)}">Start here: {first.number} {html.escape(first.scenario.title)}</a>'
        f'<a class="chip" href="{link_to(run=FAMOUS)}">The picture planviz is about: {famous.number} '
        f"{html.escape(famous.scenario.title)}</a>"
        f'<a class="chip" href="{link_to(chapter=own_chapter.SLUG)}">Your own queries</a></div>'
        f"{legend_html(style.theme())}</header>"
    )


def _bar() -> str:
    """Search and chapters, always in reach."""
    chapters = [(chapter.slug, str(number), chapter.title) for number, chapter in enumerate(CHAPTERS, start=1)]
    links = "".join(
        f'<li><a href="{link_to(chapter=slug)}" data-chapter="{slug}">{numbered(number)}'
        f'{html.escape(title)}<span class="hits"></span></a></li>'
        for slug, number, title in (*chapters, (own_chapter.SLUG, "", own_chapter.TITLE))
    )
    return (
        '<div class="bar"><div class="search"><input type="search" placeholder="Find: watermark, join …  ( / )" '
        'aria-label="Find a scenario or a concept" spellcheck="false"><span class="found" aria-live="polite"></span></div>'
        f'<nav aria-label="Chapters"><ol>{links}</ol></nav></div>'
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """What is searched for and which chapter was jumped to; `move` counts how often a link changed that, not the reader."""

    words: str
    chapter: str
    move: int = 0


def _place() -> _Place:
    """Where the address says one is. What the gallery itself has told is no move: it may have gone further since."""
    asked = _Place(st.query_params.get("q", ""), st.query_params.get("chapter", ""))
    known: _Place = st.session_state.setdefault(_PLACE, asked)
    if (asked.words, asked.chapter) != (known.words, known.chapter):
        known = st.session_state[_PLACE] = replace(asked, move=known.move + 1)
    return known


def _keep_place() -> None:
    """The link keeps what the gallery tells; noted at once, since the run that follows may not come to its end."""
    told = st.session_state[KEY].place or {}
    words, chapter = told.get("words", ""), told.get("chapter", "")
    for name, value in (("q", words), ("chapter", chapter)):
        if value:
            st.query_params[name] = value
        else:
            st.query_params.pop(name, None)
    st.session_state[_PLACE] = replace(st.session_state[_PLACE], words=words, chapter=chapter)
