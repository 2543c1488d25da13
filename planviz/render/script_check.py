"""Says why a scenario cannot be a script of its own."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from types import CodeType

from planviz.model import Scenario
from planviz.render.script_feeds import FEEDS
from planviz.render.script_kafka import writes_to_unknown_topics


class NoScript(ValueError):
    """A scenario cannot be a script of its own; the message says why, for the user."""


def check(scenario: Scenario) -> None:
    """Raises NoScript if a script could not do what the scenario does."""
    for reason in _reasons(scenario):
        raise NoScript(f"There is no script of {scenario.name}: {reason}")


def _reasons(scenario: Scenario) -> Iterator[str]:
    for name, stream in scenario.streams.items():
        if stream.kind not in FEEDS:
            known = ", ".join(FEEDS)
            yield f"its stream {name} is of kind {stream.kind}, which a script cannot feed; it can feed {known}."
    if writes_to_unknown_topics(scenario):
        yield (
            "its query writes to Kafka and does not say to which topic, so the script could not show or remove it. "
            'Name the topic with .option("topic", "…").'
        )
    for build in (scenario.build, *(run.build for run in scenario.runs if run.build)):
        outside = sorted(set(_globals(build.__code__)) - set(dir(builtins)))
        if outside:
            yield (
                f"{build.__name__} uses {', '.join(outside)}, which is defined outside of it. Define or import it inside."
            )


def _globals(code: CodeType) -> Iterator[str]:
    """Every name that code, or a function or class inside it, takes from its module."""
    steps = [(step.opname, step.argval) for step in dis.get_instructions(code)]
    own = {name for action, name in steps if action == "STORE_NAME"}
    yield from (name for action, name in steps if action in ("LOAD_GLOBAL", "LOAD_NAME") and name not in own)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)
