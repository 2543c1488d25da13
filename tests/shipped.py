"""The shipped recordings, in the few words that tests of their content need."""

from __future__ import annotations

from functools import cache
from typing import Any

from planviz.analysis.compare import figures
from planviz.model import Batch, Recording, read_recording
from scenarios import SCENARIOS, find_scenario, recording_path

NAMES = [scenario.name for scenario in SCENARIOS if recording_path(scenario.name).exists()]


@cache
def shipped(name: str) -> Recording:
    """The shipped recording of a scenario."""
    return read_recording(recording_path(name))


def title(name: str) -> str:
    """What people call a scenario."""
    found = find_scenario(name)
    assert found is not None, f"there is no scenario {name}"
    return found.title


def batch(name: str, batch_id: int) -> Batch:
    found = shipped(name).batch(batch_id)
    assert found is not None, f"{name} has no batch {batch_id}"
    return found


def state(name: str, batch_id: int) -> tuple[int | None, ...]:
    """State rows, updated, removed and dropped after a batch."""
    seen = figures(batch(name, batch_id))
    return seen.state, seen.updated, seen.removed, seen.dropped


def watermark(name: str, batch_id: int) -> str:
    """The time of day of a batch's watermark."""
    progress = batch(name, batch_id).progress
    assert progress is not None
    return str(progress.raw["eventTime"]["watermark"])[11:19]


def out(name: str, batch_id: int, *columns: str) -> list[Any]:
    """The output rows of a batch, sorted, each as a tuple of the named columns; a window as its start's time of day."""
    output = batch(name, batch_id).output
    assert output is not None
    return sorted((tuple(_plain(row.get(column)) for column in columns) for row in output.rows), key=repr)


def plan_text(name: str, batch_id: int, stage: str = "physical") -> str:
    plan = shipped(name).plan(batch_id, stage)
    assert plan is not None
    return "\n".join(node.text for node in plan)


def operators(name: str, batch_id: int, stage: str = "physical") -> list[str]:
    plan = shipped(name).plan(batch_id, stage)
    assert plan is not None
    return [node.name for node in plan]


def leaves(name: str, batch_id: int, stage: str) -> list[str]:
    plan = shipped(name).plan(batch_id, stage)
    assert plan is not None
    return [node.name for node in plan if not node.children]


def counted_twice(batch: Batch) -> bool:
    """Whether a sort makes Spark run, and count, what is below it twice: once to sample it."""
    return any("rangepartitioning" in node.text for node in batch.plans.get("physical") or ())


def _plain(value: Any) -> Any:
    return value["start"][11:19] if isinstance(value, dict) and "start" in value else value
