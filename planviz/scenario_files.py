"""Finds a scenario by its name."""

from __future__ import annotations

from planviz.model import Scenario
from scenarios import SCENARIOS, find_scenario


def load_scenario(name: str) -> Scenario:
    """The scenario of that name. Raises ValueError with a message for the user."""
    scenario = find_scenario(name)
    if scenario is None:
        known = ", ".join(each.name for each in SCENARIOS)
        raise ValueError(f"There is no scenario {name}. There are: {known}.")
    return scenario
