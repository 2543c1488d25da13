"""The ready-made comparisons in groups: what each shows, and its runs in small, side by side."""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterable

from planviz.ui import library
from planviz.ui.linked_html import link_to, numbered, show_linked
from planviz.ui.thumbnails import thumbnails
from scenarios.comparisons import COMPARISONS, Comparison
from scenarios.course import find_lesson

WIDTH = 420
"""The width of a card, which its pictures share."""


def show_offer() -> None:
    """All of them."""
    groups = itertools.groupby(COMPARISONS, key=lambda comparison: comparison.group)
    show_linked("".join(_group(group, comparisons) for group, comparisons in groups), "offer")


def _group(title: str, comparisons: Iterable[Comparison]) -> str:
    cards = "".join(_card(each) for each in comparisons)
    return f'<h2 class="group">{html.escape(title)}</h2><ul class="cards wide">{cards}</ul>'


def _card(comparison: Comparison) -> str:
    href = link_to(page="compare", runs=",".join(comparison.runs))
    pictures = thumbnails(comparison.runs, WIDTH / len(comparison.runs))
    drawn = "".join(
        f"<figure>{picture.html}<figcaption>{_caption(run)}</figcaption></figure>"
        for run, picture in zip(comparison.runs, pictures, strict=True)
    )
    return (
        f'<li><article class="card"><div class="pictures">{drawn}</div>'
        f'<h3><a href="{href}">{html.escape(comparison.title)}</a></h3>'
        f'<p>{html.escape(comparison.lesson)}</p><div class="foot" aria-hidden="true">Compare →</div></article></li>'
    )


def _caption(run: str) -> str:
    """The lesson, or which life of its query."""
    name, number = library.life_of(run)
    lesson = find_lesson(name)
    assert lesson is not None, "ready-made comparisons are of lessons"
    return f"{numbered(lesson.number)}{html.escape(lesson.scenario.title if number is None else f'run {number}')}"
