"""A chapter of the gallery as HTML: what it teaches, where to see more, and its lessons."""

from __future__ import annotations

import html
from collections.abc import Iterator

from planviz.ui.card import lesson_card
from planviz.ui.clean_up_table import clean_up_table
from planviz.ui.linked_html import link_to, numbered
from scenarios.chapters import Chapter
from scenarios.course import comparisons_of, lessons_of

EXTRAS = {"event-time": clean_up_table}
"""What some chapters have besides their lessons, by slug."""


def chapter_html(chapter: Chapter, number: int) -> str:
    """The whole chapter."""
    lessons = lessons_of(chapter)
    cards = "".join(lesson_card(lesson) for lesson in lessons)
    extra = EXTRAS[chapter.slug]() if chapter.slug in EXTRAS else ""
    return section_html(
        chapter.slug, str(number), chapter.title, chapter.teaches, "".join(_more(chapter)), cards, extra
    )


def section_html(slug: str, number: str, title: str, teaches: str, more: str, cards: str, extra: str) -> str:
    """A part of the gallery with a heading that can be jumped to; `more`, `cards` and `extra` are HTML."""
    links = f'<div class="more">{more}</div>' if more else ""
    return (
        f'<section data-chapter="{slug}" aria-labelledby="{slug}"><div class="head">'
        f'<h2 id="{slug}" tabindex="-1">{numbered(number)}{html.escape(title)}</h2>'
        f"<p>{html.escape(teaches)}</p>{links}</div>"
        f'<ul class="cards">{cards}</ul>{extra}</section>'
    )


def _more(chapter: Chapter) -> Iterator[str]:
    """Links to the page that shows more, and to the comparisons that begin with a lesson of this chapter."""
    if chapter.more:
        words, href = chapter.more
        yield f'<a class="chip strong" href="{html.escape(href)}">{html.escape(words)}</a>'
    links = [
        f'<a href="{link_to(page="compare", runs=",".join(each.runs))}">{html.escape(each.title)}</a>'
        for each in comparisons_of(chapter)
    ]
    if links:
        yield f"<span>Compare: {' · '.join(links)}</span>"
