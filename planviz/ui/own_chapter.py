"""The chapter “Your own” of the gallery as HTML: the user's scenarios, and the runs that were made or opened here."""

from __future__ import annotations

import html

from planviz.own_scenarios import OwnScenario, OwnScenarios, Unreadable
from planviz.scenario_files import ScenarioError
from planviz.ui import library
from planviz.ui.card import scenario_card
from planviz.ui.chapter_html import section_html
from planviz.ui.linked_html import link_to
from planviz.ui.own import own_scenarios
from planviz.ui.runs_list import runs_html
from planviz.ui.thumbnails import no_picture, thumbnail

SLUG, TITLE = "your-own", "Your own"
TEACHES = "Scenarios that you wrote, and runs that you made live or opened here."
HOW = (
    '<div class="how"><h3>{title}</h3><p>{words}</p><pre>planviz new my_scenario      <i># a query to begin with, ready to '
    "run</i>\nplanviz app --scenarios {directory}      <i># it is here, with its picture, and can be run live</i></pre></div>"
)


def own_chapter() -> str:
    """The whole chapter; without any scenario it says how to write one."""
    try:
        own = own_scenarios()
    except ScenarioError as error:
        return section_html(SLUG, "", TITLE, TEACHES, "", "", _problem(str(error)) + runs_html())
    cards = "".join(own_card(each) for each in own.found) if own else ""
    problems = "".join(map(_unreadable, own.problems)) if own else ""
    how = "" if cards or problems else _how(own)
    return section_html(SLUG, "", TITLE, TEACHES, "", cards, problems + how + runs_html())


def own_card(own: OwnScenario) -> str:
    """The card of a scenario of the user's: its newest run is the picture."""
    name = own.scenario.name
    runs = library.runs_of(name)
    picture = thumbnail(runs[0]) if runs else no_picture("Not run yet: open it and run it live.")
    return scenario_card(own.scenario, link_to(page="own", name=name), picture)


def _how(own: OwnScenarios | None) -> str:
    words = (
        f"There is no scenario in {own.directory} yet."
        if own
        else "Write down a query and its input, in the same form as the lessons above, and step through it as through them."
    )
    directory = html.escape(str(own.directory)) if own else "."
    return HOW.format(title="Add a scenario of your own", words=html.escape(words), directory=directory)


def _unreadable(problem: Unreadable) -> str:
    return _problem(f"Left out: {problem.reason}")


def _problem(words: str) -> str:
    return f'<p class="problem" role="alert">{html.escape(words)}</p>'
