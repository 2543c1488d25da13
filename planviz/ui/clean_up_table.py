"""The four conditions for cleaning up state as an HTML table: each with the query that meets it and the one that breaks it."""

from __future__ import annotations

import html

from planviz.model import Scenario
from planviz.ui.linked_html import link_to, numbered
from scenarios.clean_up_conditions import CONDITIONS, Condition
from scenarios.comparisons import COMPARISONS
from scenarios.course import find_lesson


def clean_up_table() -> str:
    """The table, with links to the runs and to the comparison of both where there is one."""
    rows = "".join(_row(condition) for condition in CONDITIONS)
    return (
        '<div class="conditions"><h3>When does a watermark clean up the state? Four conditions, each met and broken</h3>'
        '<table><thead><tr><th scope="col">Condition</th><th scope="col">Met by</th><th scope="col">Broken by</th>'
        f'<th scope="col">Both</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _row(condition: Condition) -> str:
    return (
        f'<tr><th scope="row"><b class="letter">{condition.letter}</b> {html.escape(condition.asks)}</th>'
        f'<td data-label="Met by">{_link(condition.met)}</td><td data-label="Broken by">{_link(condition.broken)}</td>'
        f"<td>{_comparison(condition)}</td></tr>"
    )


def _link(scenario: Scenario) -> str:
    lesson = find_lesson(scenario.name)
    number = lesson.number if lesson else ""
    return f'<a href="{link_to(run=scenario.name)}">{numbered(number)}{html.escape(scenario.title)}</a>'


def _comparison(condition: Condition) -> str:
    """The ready-made comparison of the two, if there is one: a query that Spark refused has no batches to compare."""
    runs = (condition.met.name, condition.broken.name)
    if not any(each.runs == runs for each in COMPARISONS):
        return ""
    return f'<a href="{link_to(page="compare", runs=",".join(runs))}">Compare</a>'
