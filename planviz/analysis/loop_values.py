"""What each of the loop's six steps really did in one batch, in a few short lines."""

from __future__ import annotations

import json
from typing import Any

from planviz.analysis.counted import counted
from planviz.analysis.moment import Moments
from planviz.analysis.offsets import source_kind
from planviz.analysis.watermark import committed_watermark, watermark
from planviz.model import Batch, Recording

SOURCES_SHOWN = 2


def step_values(recording: Recording, batch: Batch) -> tuple[tuple[str, ...], ...]:
    """Lines for steps 1 to 6; a step of which nothing was recorded says so."""
    moments = Moments(recording)
    return (
        _offsets(batch),
        _offset_log(batch, moments),
        _data(batch),
        _plan(batch),
        _run(batch),
        _commit_log(batch, moments),
    )


def _offsets(batch: Batch) -> tuple[str, ...]:
    if batch.progress is None:
        return ("no progress was reported",)
    sources = batch.progress.sources
    lines = [
        f"{source_kind(each.description).name}: {short_offset(each.start)} → {short_offset(each.end)}"
        for each in sources
    ]
    if batch.attempts:
        return (*lines[:1], "not asked again: the log has it")
    more = [f"and {len(lines) - SOURCES_SHOWN} more sources"] if len(lines) > SOURCES_SHOWN else []
    return (*lines[:SOURCES_SHOWN], *more) or ("no source",)


def short_offset(offset: Any) -> str:
    """An offset without the name of the one topic or the like that is in it."""
    if offset is None:
        return "nothing"
    if isinstance(offset, dict) and len(offset) == 1:
        value = next(iter(offset.values()))
        return short_offset(value) if not isinstance(value, dict) else json.dumps(value)
    return offset if isinstance(offset, str) else json.dumps(offset)


def _offset_log(batch: Batch, moments: Moments) -> tuple[str, ...]:
    if not batch.offset_log:
        return (f"offsets/{batch.id} was not recorded",)
    lines = [line for line in batch.offset_log.splitlines() if line.strip()]
    mark = watermark(batch)
    offsets = f"offsets/{batch.id}: {' '.join(lines[2:])}"
    if batch.attempts:
        return (offsets, "written by the attempt before, and read back")
    return (
        offsets,
        f"watermark {moments.text(mark)}" if mark else "no watermark",
    )


def _data(batch: Batch) -> tuple[str, ...]:
    plan = batch.plans.get("physical") or batch.plans.get("analyzed")
    leaves = [node.name for node in plan or () if not node.children]
    names = ", ".join(dict.fromkeys(leaves)) or "the plan was not recorded"
    if batch.progress is None:
        return (names, "how many rows were read was not reported")
    return (names, counted(batch.progress.input_rows, "row") + " read" if batch.has_data else "no new data")


def _plan(batch: Batch) -> tuple[str, ...]:
    plan = batch.plans.get("physical")
    if plan is None:
        return ("the plan was not recorded",)
    versions = sorted({(node.state.operator_id, node.state.version) for node in plan if node.state})
    state = ", ".join(f"operator {operator} from version {version}" for operator, version in versions)
    return (counted(len(plan), "physical operator"), f"state: {state}" if state else "no state")


def _run(batch: Batch) -> tuple[str, ...]:
    progress = batch.progress
    if progress is None:
        return (batch.failure.splitlines()[0] if batch.failure else "no progress was reported",)
    written = progress.sink_rows if progress.sink_rows is not None else (batch.output.total if batch.output else None)
    lines = [counted(written, "row") + " written" if written is not None else "the sink tells no row count"]
    if progress.operators:
        updated = sum(each.rows_updated for each in progress.operators)
        removed = sum(each.rows_removed for each in progress.operators)
        lines.append(f"state: {updated:,} updated, {removed:,} removed")
    return tuple(lines)


def _commit_log(batch: Batch, moments: Moments) -> tuple[str, ...]:
    if not batch.commit_log:
        return (f"commits/{batch.id} was not {'written' if batch.failure else 'recorded'}",)
    following = committed_watermark(batch.commit_log)
    return (f"commits/{batch.id}", f"next watermark {moments.text(following)}" if following else "no watermark")
