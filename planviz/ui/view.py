"""What a tab of the run page is given, and what a tab is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planviz.analysis.noun import Noun, noun_of
from planviz.model import Batch, Recording, Scenario


@dataclass(frozen=True)
class View:
    """The recording that is open, the batch that is selected, and how it is looked at."""

    run: str
    recording: Recording
    batch: Batch
    scenario: Scenario | None
    theme: str
    live: bool = False

    @property
    def noun(self) -> Noun:
        """What the recording's batches are called."""
        return noun_of(self.recording)


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: its name in links, its title, and the function that fills it."""

    slug: str
    title: str
    icon: str
    show: Callable[[View], None]
