"""`planviz list`: the course, lesson by lesson, and the user's own scenarios."""

from __future__ import annotations

import argparse
import itertools

from planviz.cli.command import Command
from planviz.cli.own import add_scenarios_argument, scan
from planviz.own_scenarios import OwnScenarios
from scenarios.course import LESSONS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_scenarios_argument(parser)


def run(options: argparse.Namespace) -> int:
    own = scan(options.scenarios) if options.scenarios else None
    names = [lesson.scenario.name for lesson in LESSONS] + [each.scenario.name for each in (own.found if own else ())]
    width = max(map(len, names))
    for number, lessons in itertools.groupby(LESSONS, key=lambda lesson: lesson.chapter_number):
        chapter = list(lessons)
        print(f"{number} {chapter[0].chapter.title}")
        for lesson in chapter:
            print(f"  {lesson.number:5} {lesson.scenario.name:{width}}  {lesson.scenario.title}")
    if own:
        _print_own(own, width)
    return 0


def _print_own(own: OwnScenarios, width: int) -> None:
    print(f"Your own, in {own.directory}")
    for each in own.found:
        print(f"  {'':5} {each.scenario.name:{width}}  {each.scenario.title}")
    for problem in own.problems:
        print(f"  {'':5} not readable: {problem.reason}")
    if not own.found and not own.problems:
        print(f"  {'':5} nothing yet: planviz new {own.directory / 'my_scenario'} writes one to begin with")


COMMAND = Command("list", "List the built-in scenarios, and your own.", add_arguments, run)
