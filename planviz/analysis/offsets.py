"""Reads the offsets of every kind of source as lanes: one per source and partition, from batch to batch."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planviz.analysis.offset_log import split_offset_log
from planviz.model import Batch, SourceProgress

_CLOCKS = ("timestamp", "runTimeMs")
"""Parts of an offset which are clock times, and no place in the source."""


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of source: how its description in a progress begins, and what its offsets count."""

    prefix: str
    name: str
    meaning: str
    unit: str


KINDS = (
    SourceKind("FileStreamSource", "Files", "An offset is the number of an entry in the source's own log of files.", "log entries"),
    SourceKind("Kafka", "Kafka", "An offset is, per partition, the position of the next record to be read.", "records"),
    SourceKind("RateStream", "Rate", "An offset is the number of seconds since the query first started.", "seconds"),
    SourceKind("RatePerMicroBatch", "Rate per micro-batch", "An offset counts the rows made so far.", "rows"),
    SourceKind("TextSocket", "Socket", "An offset is the number of the last line taken off the socket; −1 is before the first.", "lines"),
    SourceKind("MemoryStream", "Memory", "An offset is the number of the last block of rows that was added; −1 is before the first.", "blocks"),
    SourceKind("PythonMicroBatch", "Python", "What an offset counts is up to the source's own code.", "steps"),
    SourceKind("DeltaSource", "Delta", "An offset is a version of the table and a place in it.", "versions"),
)  # fmt: skip
OTHER = SourceKind("", "Source", "What an offset counts is the source's own affair.", "offsets")


@dataclass(frozen=True, slots=True)
class LaneStep:
    """Where one batch began and ended in a lane; None for what is not known or was not there yet."""

    batch: int
    start: int | None
    end: int | None
    latest: int | None

    @property
    def backlog(self) -> int | None:
        """How much was there and not yet taken, if the source tells."""
        return None if self.latest is None or self.end is None else max(self.latest - self.end, 0)

    @property
    def taken(self) -> int | None:
        """How far the batch went."""
        return None if self.end is None or self.start is None else self.end - self.start


@dataclass(frozen=True, slots=True)
class Lane:
    """One partition of one source through the run."""

    source: int
    partition: str
    steps: tuple[LaneStep, ...]


@dataclass(frozen=True, slots=True)
class SourceLanes:
    """One source: its kind, what it reads, its lanes, and whether it tells how much more there is."""

    index: int
    kind: SourceKind
    place: str
    lanes: tuple[Lane, ...]
    tells_latest: bool


def source_lanes(batches: Sequence[Batch]) -> tuple[SourceLanes, ...]:
    """Every source of the query; one whose offsets hold no number has no lanes."""
    told = _told(batches)
    count = max((len(sources) for _, sources in told), default=0)
    return tuple(
        _source(index, [(id, sources[index]) for id, sources in told if index < len(sources)]) for index in range(count)
    )


def _told(batches: Sequence[Batch]) -> list[tuple[int, tuple[SourceProgress, ...]]]:
    """Each batch's sources as its progress tells them; without a progress, as far as its offset log does."""
    told: list[tuple[int, tuple[SourceProgress, ...]]] = []
    known = next((batch.progress.sources for batch in batches if batch.progress), ())
    for batch in batches:
        before = told[-1][1] if told else ()
        sources = batch.progress.sources if batch.progress else _logged(batch.offset_log, known, before)
        told.append((batch.id, sources))
    return told


def _logged(log: str, known: Sequence[SourceProgress], before: Sequence[SourceProgress]) -> tuple[SourceProgress, ...]:
    return tuple(
        SourceProgress(
            description=known[place].description if place < len(known) else "",
            start=before[place].end if place < len(before) else None,
            end=None if line.strip() == "-" else line,
            latest=None,
            rows=0,
            input_rate=None,
            processed_rate=None,
        )
        for place, line in enumerate(split_offset_log(log).sources)
    )


def source_kind(description: str) -> SourceKind:
    """The kind of source that Spark describes so."""
    return next((kind for kind in KINDS if _named(description).startswith(kind.prefix)), OTHER)


def _named(description: str) -> str:
    """Without package and hash: a source that does not describe itself has the name that Java gives every object."""
    return re.sub(r"^(?:[a-z]\w*\.)+(?=[A-Z])|@[0-9a-f]+$", "", description)


def read_offset(offset: Any) -> dict[str, int]:
    """The numbers in an offset by partition: {"": 3} for a plain number, {} if there is no number to be found."""
    if isinstance(offset, str):
        try:
            offset = json.loads(offset)
        except ValueError:
            return {}
    return dict(_numbers(offset, ""))


def _numbers(value: Any, name: str) -> list[tuple[str, int]]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        return [(name, int(value))]
    parts: Sequence[tuple[str, Any]] = ()
    if isinstance(value, Mapping):
        # A lone field such as logOffset names no partition.
        alone = len(value) == 1 and not name and not isinstance(next(iter(value.values())), Mapping)
        parts = [("" if alone and not str(key).isdigit() else str(key), each) for key, each in value.items()]
    elif isinstance(value, list):
        parts = [(str(place), each) for place, each in enumerate(value)]
    return [number for key, each in parts if key not in _CLOCKS for number in _numbers(each, f"{name} {key}".strip())]


def _source(index: int, told: list[tuple[int, SourceProgress]]) -> SourceLanes:
    steps: dict[str, list[LaneStep]] = {}
    for batch_id, source in told:
        start, end, latest = read_offset(source.start), read_offset(source.end), read_offset(source.latest)
        for partition in sorted({*start, *end, *latest}, key=_natural):
            step = LaneStep(batch_id, start.get(partition), end.get(partition), latest.get(partition))
            steps.setdefault(partition, []).append(step)
    description = told[0][1].description
    lanes = tuple(Lane(index, name, tuple(steps[name])) for name in sorted(steps, key=_natural))
    tells = any(step.latest is not None for lane in lanes for step in lane.steps)
    return SourceLanes(index, source_kind(description), _place(description), lanes, tells)


def _place(description: str) -> str:
    """What stands in the brackets of a description, without the path's beginning."""
    match = re.search(r"\[(.*?)\]?$", description)
    inner = match[1] if match else _named(description)
    return inner.rstrip("/").rsplit("/", 1)[-1] if re.match(r"\w+:/", inner) else inner


def _natural(name: str) -> list[tuple[int, str]]:
    """Sorts partition 2 before partition 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name) if part]
