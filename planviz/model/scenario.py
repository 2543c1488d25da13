"""What a scenario is: a query with fixed input that teaches one thing."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

KAFKA = "kafka"
"""The kind of a stream whose rows come over a topic of a real Kafka broker."""

FIXED_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "2",
    # A pause after a batch, in which the next round of input is laid down as a whole.
    "spark.sql.streaming.pollingDelay": "200ms",
}
"""Every scenario runs with these, so that it gives the same facts everywhere."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One input of a scenario, and its rows round by round.

    `kind` says how the rows reach Spark: "socket" (a line each, over a real socket), "kafka" (records of a topic, each
    with a value and, if wanted, a key and a partition) or "json", "csv", "text", "parquet" (a new file in a watched
    directory each round). An empty round brings nothing.
    """

    kind: str
    rounds: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """What to look at in one batch, and in which tab of the run page; an empty one leaves the reader where they are."""

    batch: int
    text: str
    tab: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One life of the query, from a start to its end, on the checkpoint that the runs before it left.

    `waiting` further rounds lie there before it starts, then `rounds` further ones are fed to it (None: all that are
    left). A query that never waits for rows runs for `batches` batches, or epochs; a round is fed while each is open.
    `killed`: it runs in a process of its own, which is killed (kill -9) in the middle of the batch that its last round
    brings. `build` is another query to go on with; None is the scenario's own.
    """

    waiting: int = 0
    rounds: int | None = None
    batches: int = 0
    killed: bool = False
    build: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A query as a learner would write it, its input, and what it teaches.

    `build(spark, **streams)` is plain PySpark. It gets each stream by its name: the options of a socket or Kafka source, or
    the directory of a file source; and, if it has a parameter `output`, an empty directory. It returns a DataStreamWriter.
    What a foreach or foreachBatch writes below `output` to `batch-<id>.jsonl` is recorded as the output of that batch.
    `timed`: rows per batch depend on the clock, and differ from run to run.
    `tab` is the tab of the run page to open it on: the physics where there is event time, else the plan, unless told.
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
    runs: tuple[Run, ...] = (Run(),)
    timed: bool = False
    tab: str = ""

    @property
    def rounds(self) -> int:
        """How often new input is fed."""
        return max((len(stream.rounds) for stream in self.streams.values()), default=0)

    @property
    def steps(self) -> int:
        """How many steps a run of the scenario has: rounds of input, or batches of a query that never waits for any."""
        return max(self.rounds, sum(run.batches for run in self.runs))

    @property
    def needs_kafka(self) -> bool:
        """Whether a run needs a Kafka broker."""
        return any(stream.kind == KAFKA for stream in self.streams.values())

    @property
    def source_code(self) -> str:
        """The query's own source, as the app shows it; every query, where a later run goes on with another one."""
        builds = dict.fromkeys([self.build, *(run.build for run in self.runs if run.build)])
        return "\n\n".join(textwrap.dedent(inspect.getsource(build)) for build in builds)
