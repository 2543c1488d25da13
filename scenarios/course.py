"""The scenarios as a course: chapter by chapter, each lesson with its number and its neighbours."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from planviz.model import Scenario
from scenarios import SCENARIOS
from scenarios.chapters import CHAPTERS, Chapter
from scenarios.comparisons import COMPARISONS, Comparison


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scenario in its place: the third of chapter 4 is lesson 4.3."""

    chapter: Chapter
    chapter_number: int
    place: int
    scenario: Scenario

    @property
    def number(self) -> str:
        return f"{self.chapter_number}.{self.place}"


def _lessons() -> tuple[Lesson, ...]:
    chapters = {chapter.title: (chapter, number) for number, chapter in enumerate(CHAPTERS, start=1)}
    return tuple(
        Lesson(*chapters[group], place, scenario)
        for group, scenarios in itertools.groupby(SCENARIOS, key=lambda scenario: scenario.group)
        for place, scenario in enumerate(scenarios, start=1)
    )


LESSONS = _lessons()


def find_lesson(name: str) -> Lesson | None:
    """The lesson of a scenario, or None if it is not in the course."""
    return next((lesson for lesson in LESSONS if lesson.scenario.name == name), None)


def lessons_of(chapter: Chapter) -> tuple[Lesson, ...]:
    """The lessons of a chapter."""
    return tuple(lesson for lesson in LESSONS if lesson.chapter == chapter)


def neighbours(lesson: Lesson) -> tuple[Lesson | None, Lesson | None]:
    """The lesson before and the one after, across chapters."""
    place = LESSONS.index(lesson)
    before = LESSONS[place - 1] if place else None
    return before, LESSONS[place + 1] if place + 1 < len(LESSONS) else None


def comparisons_of(chapter: Chapter) -> tuple[Comparison, ...]:
    """The ready-made comparisons that begin with a lesson of the chapter."""
    names = {lesson.scenario.name for lesson in lessons_of(chapter)}
    return tuple(each for each in COMPARISONS if each.scenarios[0] in names)


def comparisons_with(name: str) -> tuple[Comparison, ...]:
    """The ready-made comparisons in which a scenario takes part."""
    return tuple(each for each in COMPARISONS if name in each.scenarios)
