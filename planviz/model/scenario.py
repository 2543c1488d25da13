"""What a scenario is: a query with fixed input that teaches one thing."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Stream:
    """One input of a scenario, and its rows round by round.

    `kind` says how the rows reach Spark: "socket" (a line each, over a real socket) or "json", "csv", "text"
    (a new file in a watched directory each round). An empty round brings nothing.
    """

    kind: str
    rounds: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """What to look at in one batch."""

    batch: int
    text: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A query as a learner would write it, its input, and what it teaches.

    `build(spark, **streams)` is plain PySpark. It gets each stream by its name: the options of a socket source, or the
    directory of a file source; and, if it has a parameter `output`, an empty directory. It returns a DataStreamWriter.
    """

    name: str
    group: str
    title: str
    teaches: str
    lesson: str
    concepts: tuple[str, ...]
    streams: Mapping[str, Stream]
    build: Callable[..., Any]
    event_time: str = ""
    watch: tuple[Watch, ...] = ()
    related: tuple[str, ...] = ()
    conf: Mapping[str, str] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How often new input is fed."""
        return max((len(stream.rounds) for stream in self.streams.values()), default=0)

    @property
    def source_code(self) -> str:
        """The query's own source, as the app shows it."""
        return textwrap.dedent(inspect.getsource(self.build))
