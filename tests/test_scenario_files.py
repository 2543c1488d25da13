"""Scenarios of the user's own: read from files, refused with reasons, and written by `planviz new`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from planviz.cli import new
from planviz.cli.new import TEMPLATE
from planviz.cli.run import _find as find
from planviz.model import read_recording
from planviz.own_scenarios import scan_scenarios
from planviz.scenario_files import ScenarioError, load_scenario


def written(directory: Path, name: str = "my_scenario") -> Path:
    """The file that `planviz new` writes."""
    assert new.run(argparse.Namespace(name=str(directory / name))) == 0
    return directory / f"{name}.py"


def test_new_scenario_can_be_read(tmp_path: Path) -> None:
    """What `planviz new` writes is a whole scenario, by its file and by its name in a directory."""
    path = written(tmp_path)
    assert load_scenario(str(path)).name == "my-scenario"
    (own,) = scan_scenarios(tmp_path).found
    assert own.path == path
    assert own.scenario.source_code.startswith("def build(spark, clicks):")
    assert [each.name for each in tmp_path.iterdir()] == [path.name], "reading leaves nothing behind"


@pytest.mark.spark
def test_new_scenario_runs(tmp_path: Path, spark: SparkSession) -> None:
    """What `planviz new` writes runs as it is, and its late row is dropped."""
    from planviz.capture.run import run_scenario

    recording = tmp_path / "run.planviz.jsonl"
    run_scenario(spark, load_scenario(str(written(tmp_path))), recording, tmp_path)
    last = read_recording(recording).batches[-1].progress
    assert last and last.operators[0].rows_dropped == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("SCENARIO =", "OTHER ="), "has no variable SCENARIO"),
        (("def build(spark, clicks)", "def build(spark, orders)"), "must take spark, clicks"),
        (('"json",', '"xml",'), "of kind “xml”"),
        (('"json",', '"kafka",'), "must be a dict with value"),
        (('name="NAME"', 'name="My Scenario"'), "small letters"),
        (
            ("    build=build,", "    build=build, runs=(__import__('planviz').model.Run(batches=1, killed=True),),"),
            "dies in",
        ),
        (("from planviz.model", "from planviz.modal"), "ModuleNotFoundError in line 3"),
        (("SCENARIO = Scenario(", "SCENARIO = Scenario(("), "SyntaxError in line"),
        (("from planviz.model", "import pyspark.nothing\nfrom planviz.model"), "import pyspark inside build"),
        (("from planviz.model", "raise SystemExit\nfrom planviz.model"), "SystemExit in line 3"),
    ],
)
def test_broken_file_is_refused_with_the_reason(change: tuple[str, str], reason: str, tmp_path: Path) -> None:
    """A file that is not a scenario gets a message that says what is wrong and where."""
    path = tmp_path / "broken.py"
    path.write_text(TEMPLATE.replace(*change), encoding="utf-8")
    with pytest.raises(ScenarioError, match=reason):
        load_scenario(str(path))


def test_unknown_names_are_refused() -> None:
    """A name that nobody has is answered with the names there are; a missing file with its path."""
    with pytest.raises(ScenarioError, match=r"There are: .*word-count"):
        load_scenario("nothing")
    with pytest.raises(ScenarioError, match=r"There is no file .*nothing\.py"):
        load_scenario("nothing.py")


def test_run_finds_a_name_in_the_users_directory(tmp_path: Path) -> None:
    """`planviz run NAME --scenarios DIR` runs the file of that name; other names stay the built-in ones'."""
    path = written(tmp_path)
    assert find("my-scenario", tmp_path) == str(path)
    assert find("word-count", tmp_path) == "word-count"
    assert find("own.py", None) == str(Path("own.py").resolve())


def test_one_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    """A directory gives what can be read, and of the rest why not: broken, or named as another is."""
    first = written(tmp_path)
    (tmp_path / "broken.py").write_text("nonsense(", encoding="utf-8")
    (tmp_path / "other.py").write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "_helper.py").write_text("nonsense(", encoding="utf-8")
    own = scan_scenarios(tmp_path)
    assert [each.path for each in own.found] == [first]
    assert [problem.path.name for problem in own.problems] == ["broken.py", "other.py"]
    assert "and so is my_scenario.py" in own.problems[1].reason
    with pytest.raises(ScenarioError, match="is not a directory"):
        scan_scenarios(first)


def test_built_in_names_still_work() -> None:
    """A built-in scenario is found by its name."""
    assert load_scenario("word-count").name == "word-count"
