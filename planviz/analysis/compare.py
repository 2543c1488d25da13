"""Puts two or three recordings side by side, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.model import Batch, Recording


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
    runs of the same input would drift apart as soon as one of them runs a batch more.
    """
    parts = [_parts(recording.batches) for recording in recordings]
    steps = []
    for number in range(max((len(part) for part in parts), default=0)):
        group = [part[number] if number < len(part) else () for part in parts]
        for place in range(max(len(batches) for batches in group)):
            found = tuple(batches[place] if place < len(batches) else None for batches in group)
            steps.append(Step(_label(number, place, found), found))
    return tuple(steps)


def _parts(batches: tuple[Batch, ...]) -> list[tuple[Batch, ...]]:
    """The batches cut in front of each one with data."""
    parts: list[list[Batch]] = []
    for batch in batches:
        if not parts or batch.has_data or batch.progress is None:
            parts.append([])
        parts[-1].append(batch)
    return [tuple(part) for part in parts]


def _label(number: int, place: int, batches: tuple[Batch | None, ...]) -> str:
    ids = {batch.id for batch in batches if batch is not None}
    name = f"Input {number + 1}" if place == 0 else f"after input {number + 1}"
    return f"{name} · batch {ids.pop()}" if len(ids) == 1 else name


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
