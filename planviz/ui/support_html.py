"""What Spark allows as HTML: each answer opens in place, with the query, Spark's own words and what to do."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scenarios import find_scenario
from scenarios.support_file import ENGINES, MODES

YES, NO = "✓ accepted", "✗ refused"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a table asks of each of its rows: the columns, where a row has its answers, and how a refusal is headed."""

    columns: tuple[str, ...]
    answers: str
    heading: str


BY_MODE = Asked(MODES, "modes", "{} mode")
BY_ENGINE = Asked(ENGINES, "engines", "{}")


def rules_html(first: str, asked: Asked, rows: Iterable[dict[str, Any]], opened: bool) -> str:
    """A table of answers; each row opens."""
    heads = "".join(f"<span>{html.escape(head)}</span>" for head in (first, *asked.columns))
    return f'<div class="pv-head"><span></span>{heads}</div>' + "".join(_rule(row, asked, opened) for row in rows)


def _rule(row: dict[str, Any], asked: Asked, opened: bool) -> str:
    answers = [(asked.heading.format(column), row[asked.answers][column]) for column in asked.columns]
    marks = "".join(_mark(answer) for _, answer in answers)
    said = "".join(_said(when, answer) for when, answer in answers if not answer["allowed"])
    why = f"<p>{html.escape(row['why'])}</p>" if "why" in row else ""
    note = f" <small>{html.escape(row['promise'])}</small>" if "promise" in row else ""
    return (
        f'<details class="pv-rule"{_open(opened)}><summary><span>{html.escape(row["name"])}{note}</span>{marks}</summary>'
        f'<div class="pv-body">{_code(row.get("code", ""))}{why}{said}{_link(row)}</div></details>'
    )


def operations_html(theme: str, operations: list[dict[str, Any]], opened: bool) -> str:
    """The operations of one theme."""
    refused = sum(not each["allowed"] for each in operations)
    told = f"{refused} of {len(operations)} refused" if refused < len(operations) else f"{refused} refused"
    cards = "".join(_operation(each, opened) for each in operations)
    return (
        f'<div class="pv-theme">{html.escape(theme)} <span>{told}</span></div><div class="pv-operations">{cards}</div>'
    )


def _operation(each: dict[str, Any], opened: bool) -> str:
    said = "" if each["allowed"] else _said(f"{each['mode']} mode", each)
    then = _then(each)
    return (
        f'<details class="pv-operation"{_open(opened)}><summary><b>{html.escape(each["title"])}</b>{_mark(each)}</summary>'
        f'<div class="pv-body">{_code(each["code"])}{said}<p><b>Why.</b> {html.escape(each["why"])}</p>'
        f"<p><b>{'Mind' if each['allowed'] else 'Instead'}.</b> {html.escape(each['instead'])}</p>{then}{_link(each)}</div></details>"
    )


def _then(each: dict[str, Any]) -> str:
    """What it was in Spark 2.2, where that is known."""
    if not each["once_refused"]:
        return ""
    return f"<p><b>Spark 2.2</b> refused it{', too' if not each['allowed'] else ''}.</p>"


def _mark(answer: dict[str, Any]) -> str:
    """The answer in a word; Spark's own words show on hover."""
    words, kind = (YES, "yes") if answer["allowed"] else (NO, "no")
    return f'<span class="pv-mark pv-{kind}" title="{html.escape(answer["message"])}">{words}</span>'


def _said(when: str, answer: dict[str, Any]) -> str:
    error = answer["error_class"]
    named = f"<code>{html.escape(error)}</code><br>" if error and f"[{error}]" not in answer["message"] else ""
    return f'<div class="pv-said"><b>{html.escape(when)}</b>: {named}{html.escape(answer["message"])}</div>'


def _code(code: str) -> str:
    return f"<pre>{html.escape(code)}</pre>" if code else ""


def _link(entry: dict[str, Any]) -> str:
    scenario = find_scenario(entry.get("scenario", ""))
    if scenario is None:
        return ""
    return f'<p><a href="?run={scenario.name}" target="_self">See it happen: {html.escape(scenario.title)}</a></p>'


def _open(opened: bool) -> str:
    return " open" if opened else ""
