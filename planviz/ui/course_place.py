"""Where a run stands in the course: its lesson, the ones before and after it, those related, and what to compare it with."""

from __future__ import annotations

import html
from collections.abc import Iterator

from planviz.model import Scenario
from planviz.ui.linked_html import link_to, numbered, show_linked
from planviz.ui.own_chapter import SLUG, TITLE
from scenarios.course import Lesson, comparisons_with, find_lesson, lessons_of, neighbours


def show_place(scenario: Scenario) -> None:
    """Above the title: which lesson this is, and its neighbours."""
    lesson = find_lesson(scenario.name)
    if lesson is None:
        chapter = f'<a href="{link_to(chapter=SLUG)}">{TITLE}</a>'
        page = f'<a href="{link_to(page="own", name=scenario.name)}">the scenario and its runs</a>'
        show_linked(f'<nav class="lesson" aria-label="Course"><span>{chapter} · {page}</span></nav>', "place")
        return
    count = len(lessons_of(lesson.chapter))
    here = (
        f'<span>Lesson <b>{lesson.number}</b> of <a href="{link_to(chapter=lesson.chapter.slug)}">'
        f"{html.escape(lesson.chapter.title)}</a>, {lesson.place} of {count}</span>"
    )
    links = "".join(_neighbours(lesson))
    show_linked(
        f'<nav class="lesson" aria-label="Course">{here}<span class="turn">{links}</span></nav>', "place", scenario.name
    )


def show_onward(scenario: Scenario, run: str) -> None:
    """Below the run: the lessons before and after, the related ones, and what to compare it with."""
    lesson = find_lesson(scenario.name)
    parts = []
    if lesson:
        parts.append(f'<nav class="onward" aria-label="Lessons before and after">{"".join(_neighbours(lesson))}</nav>')
    parts += _row("See also", _related(scenario))
    parts += _row("Compare", _comparisons(scenario, run))
    if parts:
        show_linked("".join(parts), "onward")


def _neighbours(lesson: Lesson) -> Iterator[str]:
    before, after = neighbours(lesson)
    if before:
        yield f'<a rel="prev" href="{link_to(run=before.scenario.name)}"><i>←</i> {_named(before)}</a>'
    if after:
        yield f'<a rel="next" href="{link_to(run=after.scenario.name)}">{_named(after)} <i>→</i></a>'


def _named(lesson: Lesson) -> str:
    return f"{numbered(lesson.number)}{html.escape(lesson.scenario.title)}"


def _related(scenario: Scenario) -> Iterator[str]:
    for name in scenario.related:
        lesson = find_lesson(name)
        if lesson:
            yield f'<a class="chip" href="{link_to(run=name)}">{_named(lesson)}</a>'


def _comparisons(scenario: Scenario, run: str) -> Iterator[str]:
    """A live or opened run with the shipped one, and what is ready-made."""
    if find_lesson(scenario.name) and run != scenario.name:
        href = link_to(page="compare", runs=f"{scenario.name},{run}")
        yield f'<a class="chip" href="{href}">This run and the shipped one</a>'
    for each in comparisons_with(scenario.name):
        href = link_to(page="compare", runs=",".join(each.runs))
        yield f'<a class="chip" href="{href}" title="{html.escape(each.lesson)}">{html.escape(each.title)}</a>'


def _row(title: str, links: Iterator[str]) -> list[str]:
    found = "".join(links)
    return [f'<div class="row"><span>{title}</span><div>{found}</div></div>'] if found else []
