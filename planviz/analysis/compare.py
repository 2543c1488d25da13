"""Puts two or three recordings side by side, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planviz.analysis.batch_facts import batch_kind
from planviz.analysis.lives import failure_reason
from planviz.analysis.noun import EITHER, Noun, noun_of
from planviz.analysis.offset_log import split_offset_log
from planviz.analysis.offsets import read_offset
from planviz.model import Batch, Recording

MOST_RUNS = 3
"""So many runs can stand side by side."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One batch in the figures that runs are compared by; None is what Spark did not tell."""

    input: int | None
    output: int | None
    watermark: int | None
    state: int | None
    updated: int | None
    removed: int | None
    dropped: int | None
    millis: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """The batches that belong together, one of each recording; None where a recording has none at this point."""

    label: str
    batches: tuple[Batch | None, ...]


def compare(recordings: tuple[Recording, ...]) -> tuple[Step, ...]:
    """The steps of all recordings in order.

    The n-th batch with data of each belongs together, and so do the batches without data that follow it: by their ids
    runs of the same input would drift apart as soon as one of them runs a batch more. Only lives of one and the same
    query, before and after a restart, are told apart by nothing else, and go by their ids.
    """
    if same_query(recordings):
        return _by_id(recordings)
    parts = [_parts(recording.batches) for recording in recordings]
    steps = []
    for number in range(max((len(part) for part in parts), default=0)):
        group = [part[number] if number < len(part) else () for part in parts]
        for place in range(max(len(batches) for batches in group)):
            found = tuple(batches[place] if place < len(batches) else None for batches in group)
            there = [each for each, batch in zip(recordings, found, strict=True) if batch]
            steps.append(Step(_label(number, place, found, noun_of(*there)), found))
    return tuple(steps)


def same_query(recordings: Sequence[Recording]) -> bool:
    """Whether these are lives of one query: its id is in the checkpoint, and stays when it is started again."""
    ids = {recording.query.query_id for recording in recordings}
    return len(recordings) > 1 and len(ids) == 1 and ids != {""}


def _by_id(recordings: tuple[Recording, ...]) -> tuple[Step, ...]:
    ids = sorted({batch.id for recording in recordings for batch in recording.batches})
    noun = noun_of(*recordings).one.capitalize()
    return tuple(Step(f"{noun} {each}", tuple(recording.batch(each) for recording in recordings)) for each in ids)


def _parts(batches: tuple[Batch, ...]) -> list[tuple[Batch, ...]]:
    """The batches cut in front of each one with data."""
    parts: list[list[Batch]] = []
    for batch in batches:
        if not parts or batch.has_data or batch.progress is None:
            parts.append([])
        parts[-1].append(batch)
    return [tuple(part) for part in parts]


def _label(number: int, place: int, batches: tuple[Batch | None, ...], noun: Noun) -> str:
    ids = {batch.id for batch in batches if batch is not None}
    name = f"Input {number + 1}" if place == 0 else f"after input {number + 1}"
    return f"{name} · {noun.one} {ids.pop()}" if len(ids) == 1 and noun != EITHER else name


def figures(batch: Batch) -> Figures:
    """The figures of one batch; several stateful operators are added up."""
    progress = batch.progress
    output = batch.output.total if batch.output else progress.sink_rows if progress else None
    if progress is None:
        return Figures(None, output, None, None, None, None, None, None)
    operators = progress.operators
    stateful = bool(operators)
    return Figures(
        input=progress.input_rows,
        output=output,
        watermark=progress.watermark,
        state=sum(operator.rows_total for operator in operators) if stateful else None,
        updated=sum(operator.rows_updated for operator in operators) if stateful else None,
        removed=sum(operator.rows_removed for operator in operators) if stateful else None,
        dropped=sum(operator.rows_dropped for operator in operators) if stateful else None,
        millis=progress.batch_ms,
    )


def step_indexes(recording: Recording, steps: Sequence[Step], place: int) -> tuple[int | None, ...]:
    """Of the recording at that place: which of its batches belongs to each step."""
    indexes = {batch.id: index for index, batch in enumerate(recording.batches)}
    batches = (step.batches[place] for step in steps)
    return tuple(None if batch is None else indexes[batch.id] for batch in batches)


def step_kind(step: Step) -> str:
    """Whether a batch of the step failed, or one brought data, or none did."""
    kinds = {batch_kind(batch) for batch in step.batches if batch is not None}
    return next(kind for kind in ("failed", "data", "no-data") if kind in kinds)


def outcome(batch: Batch) -> str:
    """How a batch ended."""
    if batch.failure:
        return f"not committed: {failure_reason(batch.failure)}"
    return "committed" if batch.commit_log or batch.progress else "not committed"


def read_up_to(batch: Batch) -> str:
    """The offsets that the batch was to read up to, as its entry in the offset log has them."""
    sources = [read_offset(line) for line in split_offset_log(batch.offset_log).sources]
    return " · ".join(", ".join(f"{name} {value}".strip() for name, value in each.items()) or "–" for each in sources)


def state_version(batch: Batch) -> str:
    """The versions of the state that the batch began with, one for each stateful operator if they differ."""
    plan = batch.plans.get("physical")
    versions = {node.state.operator_id: node.state.version for node in plan or () if node.state}
    return ", ".join(map(str, dict.fromkeys(versions.values())))
