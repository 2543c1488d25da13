"""Makes the shipped recordings and their facts anew, by real runs: `python -m scenarios.record [NAME …]`."""

from __future__ import annotations

import json
import shutil
import site
import sys
import tempfile
import time
from pathlib import Path

from planviz.analysis.facts import recording_facts
from planviz.model import Scenario, read_recording
from scenarios import SCENARIOS, facts_path, recording_path
from scenarios.support import try_everything
from scenarios.support_file import SUPPORT_PATH

SUPPORT = "support"


def main(arguments: list[str] | None = None) -> int:
    """Record the scenarios that are named, or all; "support" names the table of what Spark allows."""
    names = sys.argv[1:] if arguments is None else arguments
    unknown = set(names) - {scenario.name for scenario in SCENARIOS} - {SUPPORT}
    if unknown:
        print(f"There is no scenario {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 1
    from planviz.capture.session import start_session

    # Its name is in the plans, so it has always the same.
    directory = Path(tempfile.gettempdir(), "planviz-record")
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    spark = start_session("local[2]", directory)
    spark.sparkContext.setLogLevel("OFF")
    begun = time.monotonic()
    for scenario in SCENARIOS:
        if not names or scenario.name in names:
            _record(spark, scenario, directory)
    if not names or SUPPORT in names:
        SUPPORT_PATH.write_text(_pretty(try_everything(spark, directory)), encoding="utf-8")
    print(f"All done in {time.monotonic() - begun:.0f} s")
    spark.stop()
    shutil.rmtree(directory, ignore_errors=True)
    return 0


def _record(spark, scenario: Scenario, directory: Path) -> None:
    from planviz.capture.run import run_scenario

    begun = time.monotonic()
    path = recording_path(scenario.name)
    run_scenario(spark, scenario, path, directory)
    path.write_text(_without_places(path.read_text(encoding="utf-8")), encoding="utf-8")
    facts = recording_facts(read_recording(path), scenario.timed)
    facts_path(scenario.name).parent.mkdir(exist_ok=True)
    facts_path(scenario.name).write_text(_pretty(facts), encoding="utf-8")
    print(f"{scenario.name:26} {len(facts['batches']):3} batches {time.monotonic() - begun:6.1f} s", flush=True)


def _without_places(text: str) -> str:
    """The recording without the directories of this machine, which Python's tracebacks name."""
    places = [*site.getsitepackages(), str(Path(__file__).parent.parent)]
    for place in dict.fromkeys([*places, *(str(Path(each).resolve()) for each in places)]):
        text = text.replace(f"{place}/", "")
    return text


def _pretty(facts: object) -> str:
    return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
