"""What an operation of the gallery is: something people try on a stream, why Spark answers as it does, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operation:
    """Something people try on a stream.

    `build(events, table)` makes the query out of a stream and a table. `once_refused`: Spark 2.2 refused it too, whatever
    Spark says today. `scenario` shows it, or what to do instead. `own_sink`: the query brings the sink it is tried with.
    """

    title: str
    build: Callable[..., Any]
    why: str
    instead: str
    mode: str = "append"
    once_refused: bool = False
    scenario: str = ""
    own_sink: bool = False


@dataclass(frozen=True, slots=True)
class Theme:
    """Operations that belong together."""

    title: str
    operations: tuple[Operation, ...]
