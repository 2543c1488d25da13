"""What a rule says about a batch: a plain sentence, and the figures it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from planviz.model import Batch, Recording


@dataclass(frozen=True, slots=True)
class Sentence:
    """One answer; `tone` is "fact", "warning" or "next" (what will happen)."""

    text: str
    figures: Mapping[str, Any] = field(default_factory=dict)
    tone: str = "fact"


Rule: TypeAlias = Callable[[Recording, Batch], Sentence | None]
"""Looks at one batch, and says something or None. Pure: the same recording gives the same sentence."""


def listed(names: list[str], shown: int = 4) -> str:
    """Names in a row: a, b and c; beyond `shown` only how many more."""
    names = list(dict.fromkeys(names))
    if len(names) > shown:
        names = [*names[: shown - 1], f"{len(names) - shown + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
