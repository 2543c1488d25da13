from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from planviz.capture.run import run_scenario
from planviz.model import Recording, read_recording
from tests.plans import sample
from tests.samples.record_plans import QUERIES, scenario

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("name", ["session-windows", "join-left-outer", "deduplicate", "static-join"])
def test_samples_are_what_spark_plans_today(name: str, spark: SparkSession, tmp_path: Path) -> None:
    """A fresh run of a sample's query has the operators of the sample kept beside the tests, batch by batch."""
    path = tmp_path / "fresh.planviz.jsonl"
    run_scenario(spark, scenario(name), path, tmp_path)
    assert _operators(read_recording(path)) == _operators(sample(name))


def _operators(recording: Recording) -> list[tuple[str, ...]]:
    return [tuple(node.name for node in batch.plans["physical"]) for batch in recording.batches]


def test_there_is_a_sample_of_every_query() -> None:
    """Whoever adds a query also records it."""
    assert all(sample(name).batches for name in QUERIES)
