"""Every scenario, run on real Spark, shows the facts that are written down beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from planviz.analysis.facts import recording_facts
from planviz.capture.run import run_scenario
from planviz.model import Scenario, read_recording
from scenarios import SCENARIOS, facts_path, recording_path
from scenarios.support import try_everything
from scenarios.support_file import SUPPORT_PATH


@pytest.mark.spark
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_run_shows_the_facts(scenario: Scenario, spark: SparkSession, tmp_path: Path) -> None:
    """A run today gives the same watermarks, state, drops and output, batch by batch, as the one that was shipped."""
    path = tmp_path / "run.planviz.jsonl"
    run_scenario(spark, scenario, path, tmp_path)
    assert recording_facts(read_recording(path), scenario.timed) == json.loads(facts_path(scenario.name).read_text())


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_facts_are_of_the_shipped_recording(scenario: Scenario) -> None:
    """What is written down as facts is what the shipped recording shows."""
    recording = read_recording(recording_path(scenario.name))
    assert recording_facts(recording, scenario.timed) == json.loads(facts_path(scenario.name).read_text())


@pytest.mark.spark
def test_support_is_as_written_down(spark: SparkSession, tmp_path: Path) -> None:
    """What the app says Spark allows and refuses is what Spark does when asked today."""
    assert try_everything(spark, tmp_path) == json.loads(SUPPORT_PATH.read_text(encoding="utf-8"))
