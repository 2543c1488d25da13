"""A recording: everything one streaming query did, batch by batch. Every view takes one of these and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from planviz.model.plan import Plan
from planviz.model.progress import Progress, read_progress


@dataclass(frozen=True, slots=True)
class QueryInfo:
    """What is known of a query as a whole."""

    query_id: str = ""
    run_id: str = ""
    name: str = ""
    engine: str = ""
    trigger: str = ""
    sink: str = ""
    output_mode: str = ""
    checkpoint: str = ""
    spark_version: str = ""
    master: str = ""
    started_at: str = ""
    conf: Mapping[str, str] = field(default_factory=dict)
    source_code: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows, and how many there were: `rows` is cut at the capture's limit, `total` is not."""

    rows: tuple[Mapping[str, Any], ...]
    total: int

    @property
    def cut(self) -> int:
        """How many rows were left out."""
        return self.total - len(self.rows)


@dataclass(frozen=True, slots=True)
class InputRows:
    """The rows one source brought to a batch."""

    stream: str
    source: int
    rows: Rows


EVENT_TIMERS, CLOCK_TIMERS = "$eventTimers", "$procTimers"
"""How Spark's own names begin of what holds an operator's timers: those in event time, and those in processing time."""


@dataclass(frozen=True, slots=True)
class StateRows:
    """The content of one store of one stateful operator after a batch; each row has "key", "value" and "partition_id"."""

    operator_id: int
    operator: str
    store: str
    rows: Rows

    @property
    def holds_timers(self) -> bool:
        """Whether its rows are timers that wait, which Spark does not count as rows of state."""
        return self.store.startswith((EVENT_TIMERS, CLOCK_TIMERS))


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a query ended, if not because it was asked to; `signal` is the one that killed its process."""

    message: str
    error_class: str = ""
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class QueryRun:
    """One life of a query, from a start to its end; a restart on the same checkpoint is the next one."""

    query: QueryInfo
    failure: Failure | None = None


class LazyPlans(Mapping[str, Plan]):
    """The plans of a batch by stage, each decoded when it is first asked for."""

    def __init__(self, decoders: Mapping[str, Callable[[], Plan]]) -> None:
        self._decoders = decoders
        self._plans: dict[str, Plan] = {}

    def __getitem__(self, stage: str) -> Plan:
        if stage not in self._plans:
            self._plans[stage] = self._decoders[stage]()
        return self._plans[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._decoders)

    def __len__(self) -> int:
        return len(self._decoders)


@dataclass(frozen=True)
class Batch:
    """One micro-batch (or one epoch of a continuous query). What was not captured is empty or None.

    `attempts` are the times an earlier run of the query began this batch and did not commit it. `sink_log` is its entry
    in the log of a file sink.
    """

    id: int
    plans: Mapping[str, Plan]
    progress_json: str = ""
    formatted: str = ""
    offset_log: str = ""
    commit_log: str = ""
    sink_log: str = ""
    inputs: tuple[InputRows, ...] = ()
    output: Rows | None = None
    state: tuple[StateRows, ...] | None = None
    execution_id: int | None = None
    capture_ms: float | None = None
    failure: str = ""
    problem: str = ""
    run_id: str = ""
    attempts: tuple[Batch, ...] = ()

    @cached_property
    def progress(self) -> Progress | None:
        """The progress as typed values, or None if the batch never reported one."""
        return read_progress(self.progress_json) if self.progress_json else None

    @property
    def has_data(self) -> bool:
        """Whether a source moved on in this batch; a no-data batch only works off what a new watermark lets go."""
        if self.progress is None:
            return False
        return bool(self.progress.input_rows) or any(source.start != source.end for source in self.progress.sources)


@dataclass(frozen=True)
class Recording:
    """What one query did. `notes` tells, for what is missing, why.

    `runs` are its lives, each ended or killed before the next; `query` and `failure` are those of the last one.
    """

    query: QueryInfo
    batches: tuple[Batch, ...]
    started: Plan | None = None
    bound: Plan | None = None
    failure: Failure | None = None
    finished: bool = False
    notes: tuple[str, ...] = ()
    runs: tuple[QueryRun, ...] = ()

    @cached_property
    def _by_id(self) -> dict[int, Batch]:
        return {batch.id: batch for batch in self.batches}

    def batch(self, batch_id: int) -> Batch | None:
        """The batch of that id, or None if it was not recorded."""
        return self._by_id.get(batch_id)

    def previous(self, batch_id: int) -> Batch | None:
        """The recorded batch before that one, or None."""
        earlier = [batch for batch in self.batches if batch.id < batch_id]
        return earlier[-1] if earlier else None

    def plan(self, batch_id: int, stage: str) -> Plan | None:
        """The plan of a batch at a stage; those of the query are the same for every batch."""
        if stage in ("started", "bound"):
            return self.started if stage == "started" else self.bound
        batch = self.batch(batch_id)
        return batch.plans.get(stage) if batch else None
