"""Where a scenario re-creates a case of Spark's own test suites, it shows the figures which that suite expects."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planviz.analysis.compare import compare
from planviz.analysis.watermark import committed_watermark
from planviz.model import Batch, OperatorProgress, Progress
from planviz.model.progress import read_time
from scenarios import find_scenario
from tests.shipped import shipped

ORACLE = Path(__file__).parents[2] / "shared" / "corpus" / "oracle" / "spark_suites.json"
NOON = 1_704_110_400_000
"""2024-01-01 12:00 UTC: second 0 of the suites is noon in the scenarios."""
NUMBERS = {"apple": 1, "pear": 2, "plum": 3, "fig": 4} | {"blue": 1, "green": 2, "red": 3, "grey": 4}
"""The suites count numbers where the scenarios count words."""


@dataclass(frozen=True)
class Case:
    """A scenario, the suite's case that it is, and which steps of that its own inputs are.

    `given` turns a row of input into the suite's values, `row` a row of output; None if the query writes something else.
    """

    scenario: str
    suite: str
    steps: tuple[int, ...]
    given: Callable[[Any], list[Any]]
    row: Callable[[Any], list[Any]] | None


def seconds(time: str) -> int:
    millis = read_time(time)
    assert millis is not None
    return (millis - NOON) // 1000


def second(row: Any) -> list[Any]:
    return [seconds(row["time"])]


def ad(row: Any) -> list[Any]:
    """In the suites a row's key is its second."""
    assert row["ad"] == seconds(row["time"])
    return [row["ad"]]


def pair(line: str) -> list[Any]:
    """The suite makes of a number that one and the next."""
    first, following = (NUMBERS[word] for word in line.split())
    assert following == first + 1
    return [first]


def words(line: str) -> list[Any]:
    return [NUMBERS[word] for word in line.split()]


def word_count(row: Any) -> list[Any]:
    return [NUMBERS[row["word"]], row["count"]]


def window_count(row: Any) -> list[Any]:
    return [seconds(row["window"]["start"]), row["count"]]


def two_counts(row: Any) -> list[Any]:
    return [seconds(row["window"]["start"]), row["windows"], row["events"]]


def shown_ad(row: Any) -> list[Any]:
    return [row["ad"], seconds(row["window"]["end"]), row["ad"] * 2]


def clicked_ad(row: Any) -> list[Any]:
    return [*shown_ad(row), row["ad"] * 3 if row.get("clicked") else None]


CASES = (
    Case("watermark-append", "agg-02", (0, 1, 2), second, window_count),
    Case("watermark-append", "etw-01", (0, 1, 2), second, window_count),
    Case("slowest-stream", "etw-09", (0, 2), second, None),
    Case("fastest-stream", "etw-08", (0, 2, 3), second, None),
    Case("words-update", "agg-03", (0, 1), pair, word_count),
    Case("words-complete", "agg-04", (0, 1), pair, word_count),
    Case("hdfs-store", "agg-01", (0, 1, 2, 3), words, word_count),
    Case("rocksdb-store", "agg-01", (0, 1, 2, 3), words, word_count),
    Case("dedup-watermark", "ded-02", (0, 1, 2, 3), second, second),
    Case("chained-aggregations", "multi-01", (0, 1, 2), second, two_counts),
    Case("join-left-outer", "join-04", (0, 1, 2), ad, clicked_ad),
    Case("join-semi", "join-06", (0, 1, 2, 3, 4), ad, shown_ad),
)


@cache
def suites() -> dict[str, Any]:
    if not ORACLE.exists():
        pytest.skip("the figures of Spark's suites are not at hand here")
    return {case["id"]: case for case in json.loads(ORACLE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.scenario} is {case.suite}")
def test_input_is_that_of_sparks_own_suite(case: Case) -> None:
    """Round by round the scenario is fed the rows that Spark's authors feed."""
    scenario, suite = find_scenario(case.scenario), suites()[case.suite]
    assert scenario is not None
    for number, step in enumerate(case.steps):
        for source, stream in zip(suite["sources"], scenario.streams.values(), strict=True):
            values = [value for row in stream.rounds[number] for value in case.given(row)]
            assert values == suite["steps"][step]["add"].get(source, [])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.scenario} is {case.suite}")
def test_figures_are_those_of_sparks_own_suite(case: Case) -> None:
    """Watermark, state rows, updated, removed, dropped and output of each step are what Spark's authors expect."""
    suite, steps = suites()[case.suite], _steps(case.scenario)
    for number, step in enumerate(case.steps):
        expected, batches = suite["steps"][step], steps[number]
        _same(expected["expect_total_state_rows"], [op.rows_total for op in _progress(batches[-1]).operators])
        _same(expected["expect_removed"], _sums(batches, "rows_removed"))
        _same(expected["expect_dropped"], _sums(batches, "rows_dropped"))
        if "updated_covers_steps" not in expected:
            _same(expected["expect_updated"], _sums(batches, "rows_updated"))
        _same_time(expected["expect_watermark"], _progress(batches[0]).watermark)
        _same_time(expected["expect_watermark_next"], committed_watermark(batches[-1].commit_log))
        for name, value in expected.get("event_stats", {}).items():
            _same_time(value, getattr(_progress(batches[0]), f"event_{name}"))
        if case.row is not None and expected["expect_output"] is not None:
            written = _output(batches if suite["output_scope"] == "new_rows" else batches[-1:])
            assert sorted(map(case.row, written), key=repr) == sorted(expected["expect_output"], key=repr)


def test_every_batch_of_a_closing_window() -> None:
    """The one case that tells of single batches: rows, updated, state and written rows of each, no-data ones included."""
    expected = [batch for step in suites()["agg-02"]["steps"] for batch in step["batches"]]
    for batch, figures in zip(shipped("watermark-append").batches, expected, strict=False):
        progress = _progress(batch)
        (operator,) = progress.operators
        seen = (batch.id, progress.input_rows, operator.rows_updated, operator.rows_total, progress.sink_rows)
        assert seen == tuple(figures[name] for name in ("batchId", "rows", "updated", "total", "out"))
        _same_time(figures.get("watermark"), progress.watermark)


def test_first_second_of_the_rate_source() -> None:
    """The numbers of the first second are those that the suite expects; the query lets the even ones through."""
    values = [value for _, value in suites()["rate-01"]["steps"][1]["first_second_rows"]]
    batch = next(each for each in shipped("rate-source").batches if _progress(each).input_rows)
    (source,) = _progress(batch).sources
    assert (source.start, batch.output is not None) == (0, True)
    rows = sorted(row["value"] for row in _output([batch]))
    assert rows[: len(values) // 2] == [value for value in values if value % 2 == 0]
    assert source.rows == len(values) * source.end


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


def _progress(batch: Batch) -> Progress:
    assert batch.progress is not None
    return batch.progress


def _output(batches: list[Batch]) -> list[Any]:
    return [row for batch in batches if batch.output for row in batch.output.rows]


def _sums(batches: list[Batch], figure: str) -> list[int]:
    columns: zip[tuple[OperatorProgress, ...]] = zip(*(_progress(batch).operators for batch in batches), strict=True)
    return [sum(getattr(operator, figure) for operator in operators) for operators in columns]


def _same(expected: list[int] | None, seen: list[int]) -> None:
    assert expected is None or expected == seen


def _same_time(expected: int | None, seen: int | None) -> None:
    """The suites' clock begins in 1970, where the watermark stands before any event; the scenarios' begins at noon."""
    if expected is not None:
        assert seen == NOON + expected * 1000 or (expected == 0 and seen == 0)
