"""The four conditions under which a watermark cleans up state, each with a query that meets it and one that breaks it."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.model import Scenario
from scenarios import SCENARIOS


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold, so that state leaves when the watermark has passed it."""

    letter: str
    asks: str

    @property
    def met(self) -> Scenario:
        """The query that meets it."""
        return self._shown("met")

    @property
    def broken(self) -> Scenario:
        """The query that breaks it."""
        return self._shown("broken")

    def _shown(self, how: str) -> Scenario:
        concept = f"clean-up condition {self.letter} {how}"
        return next(scenario for scenario in SCENARIOS if concept in scenario.concepts)


CONDITIONS = (
    Condition("A", "The output mode is append or update: complete mode has to keep every row."),
    Condition("B", "The grouping keys hold the event time, or a window on it."),
    Condition("C", "The watermark is on the very column that the aggregation uses."),
    Condition("D", "withWatermark stands before the aggregation."),
)
