"""A card of the gallery as HTML: a small picture, a title that is the link, and a sentence."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from planviz.model import Scenario
from planviz.ui.linked_html import link_to, numbered
from planviz.ui.thumbnails import Thumbnail, thumbnail
from scenarios.course import Lesson


@dataclass(frozen=True, slots=True)
class Badge:
    """A few words on a card, their look (a class of course.css), and when they hold."""

    words: str
    look: str
    holds: Callable[[Scenario, Thumbnail], bool]


BADGES = (
    Badge("refused by Spark", "bad", lambda _, picture: picture.refused),
    Badge("killed in mid-batch", "", lambda scenario, _: any(run.killed for run in scenario.runs)),
    Badge("runs twice", "", lambda scenario, _: len(scenario.runs) == 2),
    Badge("runs several times", "", lambda scenario, _: len(scenario.runs) > 2),
    Badge("needs Kafka", "", lambda scenario, _: any(each.kind == "kafka" for each in scenario.streams.values())),
)


def lesson_card(lesson: Lesson) -> str:
    """The card of a lesson of the course."""
    name = lesson.scenario.name
    return scenario_card(lesson.scenario, link_to(run=name), thumbnail(name), lesson)


def scenario_card(scenario: Scenario, href: str, picture: Thumbnail, lesson: Lesson | None = None) -> str:
    """The card of any scenario: it is found by all its words, and shows the concepts that a search hits."""
    number, named = (lesson.number, f' data-lesson="{scenario.name}"') if lesson else ("", "")
    parts = (number, scenario.name, scenario.group, scenario.title, scenario.teaches, scenario.lesson)
    words = html.escape(" ".join((*parts, *scenario.concepts)).lower())
    return (
        f'<li{named} data-words="{words}"><article class="card"><div class="picture">{picture.html}</div>'
        f'<h3><a href="{href}">{numbered(number)}{html.escape(scenario.title)}</a></h3>'
        f'<p>{html.escape(scenario.teaches)}</p><div class="marks">{"".join(_marks(scenario, picture))}</div></article></li>'
    )


def _marks(scenario: Scenario, picture: Thumbnail) -> Iterator[str]:
    for badge in BADGES:
        if badge.holds(scenario, picture):
            yield f'<span class="badge {badge.look}">{html.escape(badge.words)}</span>'
    for concept in scenario.concepts:
        yield f'<span class="concept" hidden>{html.escape(concept)}</span>'
