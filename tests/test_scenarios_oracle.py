"""Where a scenario re-creates a case of Spark's own test suites, it shows the figures which that suite expects."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planviz.analysis.compare import compare
from planviz.model import Batch
from tests.shipped import shipped

ORACLE = Path(__file__).parents[2] / "shared" / "corpus" / "oracle" / "spark_suites.json"
NOON = 1_704_110_400_000
"""2024-01-01 12:00 UTC: second 0 of the suites is noon in the scenarios."""

CASES = {
    "watermark-append": ("agg-02", 3),
    "chained-aggregations": ("multi-01", 3),
    "join-left-outer": ("join-04", 3),
    "join-semi": ("join-06", 3),
}
"""Scenario: the case, and how many of its steps the scenario has."""


@cache
def cases() -> dict[str, Any]:
    if not ORACLE.exists():
        pytest.skip("the figures of Spark's suites are not at hand here")
    return {case["id"]: case for case in json.loads(ORACLE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", CASES)
def test_figures_are_those_of_sparks_own_suite(name: str) -> None:
    """State rows, updated, removed, dropped and the watermark after each step are what Spark's authors expect."""
    case_id, count = CASES[name]
    steps = _steps(name)
    for number, expected in enumerate(cases()[case_id]["steps"][:count]):
        batches = steps[number]
        _same(expected["expect_total_state_rows"], [op.rows_total for op in _operators(batches[-1])])
        _same(expected["expect_removed"], _sums(batches, "rows_removed"))
        _same(expected["expect_dropped"], _sums(batches, "rows_dropped"))
        if "updated_covers_steps" not in expected:
            _same(expected["expect_updated"], _sums(batches, "rows_updated"))
        progress = batches[-1].progress
        if len(batches) > 1 and expected["expect_watermark_next"] is not None and progress and progress.watermark:
            assert progress.watermark - NOON == expected["expect_watermark_next"] * 1000


def _steps(name: str) -> list[list[Batch]]:
    """Each batch with data, together with those without that follow it."""
    steps: list[list[Batch]] = []
    for step in compare((shipped(name),)):
        (batch,) = step.batches
        assert batch is not None
        if batch.has_data:
            steps.append([])
        steps[-1].append(batch)
    return steps


def _operators(batch: Batch) -> tuple[Any, ...]:
    assert batch.progress is not None
    return batch.progress.operators


def _sums(batches: list[Batch], figure: str) -> list[int]:
    columns = zip(*(_operators(batch) for batch in batches), strict=True)
    return [sum(getattr(operator, figure) for operator in operators) for operators in columns]


def _same(expected: list[int] | None, seen: list[int]) -> None:
    assert expected is None or expected == seen
