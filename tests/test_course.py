"""The course: chapters that match the scenarios, lessons with numbers and neighbours, conditions with their queries."""

from __future__ import annotations

import itertools

from planviz.ui.main import PAGES
from scenarios import SCENARIOS
from scenarios.chapters import CHAPTERS
from scenarios.clean_up_conditions import CONDITIONS
from scenarios.comparisons import COMPARISONS
from scenarios.course import LESSONS, comparisons_of, comparisons_with, find_lesson, lessons_of, neighbours
from tests.shipped import shipped


def test_chapters_are_the_groups_in_order() -> None:
    """Each group of scenarios is a chapter, in the same order, and says what one learns in it."""
    assert [chapter.title for chapter in CHAPTERS] == [
        group for group, _ in itertools.groupby(SCENARIOS, key=lambda scenario: scenario.group)
    ]
    assert all(40 < len(chapter.teaches) < 260 and chapter.teaches.endswith(".") for chapter in CHAPTERS)
    assert len({chapter.slug for chapter in CHAPTERS}) == len(CHAPTERS)


def test_lessons_are_numbered() -> None:
    """Every scenario is a lesson, counted from 1 in each chapter."""
    assert [lesson.scenario for lesson in LESSONS] == list(SCENARIOS)
    for number, chapter in enumerate(CHAPTERS, start=1):
        numbers = [lesson.number for lesson in lessons_of(chapter)]
        assert numbers == [f"{number}.{place}" for place in range(1, len(numbers) + 1)]
    lesson = find_lesson("watermark-append")
    assert lesson and lesson.scenario.name == "watermark-append" and lesson.chapter.title == "Event time"
    assert find_lesson("nothing") is None


def test_neighbours_go_across_chapters() -> None:
    """One can go from the first lesson to the last by "next", and back by "previous"."""
    walked = [LESSONS[0]]
    while (after := neighbours(walked[-1])[1]) is not None:
        walked.append(after)
    assert tuple(walked) == LESSONS
    assert [neighbours(lesson)[0] for lesson in LESSONS] == [None, *LESSONS[:-1]]


def test_each_condition_has_a_query_that_meets_it_and_one_that_breaks_it() -> None:
    """What meets a condition frees state in its run; what breaks it never does, or is refused."""
    assert [condition.letter for condition in CONDITIONS] == ["A", "B", "C", "D"]
    for condition in CONDITIONS:
        removed = [
            sum(operator.rows_removed for batch in shipped(name).batches for operator in batch.progress.operators)
            for name in (condition.met.name, condition.broken.name)
        ]
        assert removed[0] > 0 and removed[1] == 0, condition.letter


def test_chapters_lead_on() -> None:
    """A chapter's page exists, and every comparison is offered by the chapter that it begins in, and by its scenarios."""
    for chapter in CHAPTERS:
        assert chapter.more is None or chapter.more[1].removeprefix("?page=").partition("#")[0] in PAGES
    offered = [each for chapter in CHAPTERS for each in comparisons_of(chapter)]
    assert sorted(each.title for each in offered) == sorted(each.title for each in COMPARISONS)
    assert [each.title for each in comparisons_with("kill-mid-batch")] == ["Before and after a kill in mid-batch"]
    assert comparisons_with("csv-orders") == ()
