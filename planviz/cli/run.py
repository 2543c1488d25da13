"""`planviz run`: runs a scenario on Spark and records it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from planviz.cli.command import CliError, Command
from planviz.cli.own import add_scenarios_argument, scan
from planviz.model import SUFFIX, RecordingError, RecordingReader
from planviz.render.figures import batch_line
from planviz.scenario_files import load_scenario
from planviz.worker import NoJava, RunStatus, Worker, WorkerConfig

BAR = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenario", metavar="SCENARIO", help="a scenario's name, as `planviz list` shows it, or a file of your own"
    )
    add_scenarios_argument(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=f"where to record it (SCENARIO{SUFFIX})")
    parser.add_argument("--master", default=WorkerConfig().master, help="Spark's master (%(default)s)")


def run(options: argparse.Namespace) -> int:
    try:
        name = _find(options.scenario, options.scenarios)
        scenario = load_scenario(name)
    except ValueError as error:
        raise CliError(str(error)) from error
    path: Path = (options.output or Path(f"{scenario.name}{SUFFIX}")).resolve()
    _make_empty(path)
    worker = Worker(WorkerConfig(master=options.master))
    try:
        worker.run(name, path)
        status = _follow(worker, path)
    except NoJava as error:
        raise CliError(str(error)) from error
    finally:
        worker.close()
    if status.state == "failed":
        raise CliError(status.message)
    print(f"Recorded: {path}")
    print(f"Look at it: planviz show {path}")
    return 0


def _find(name: str, directory: Path | None) -> str:
    """The scenario as the worker, which may run elsewhere, finds it: a built-in name, or the whole path of a file."""
    own = scan(directory) if directory else None
    for problem in own.problems if own else ():
        print(f"planviz: left out: {problem.reason}", file=sys.stderr)
    found = own.find(name) if own else None
    if found:
        return str(found.path.resolve())
    return str(Path(name).resolve()) if name.endswith(".py") else name


def _make_empty(path: Path) -> None:
    """Whatever was recorded there before is not taken for this run."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    except OSError as error:
        raise CliError(f"Cannot write {path}: {error.strerror}.") from error


def _follow(worker: Worker, path: Path) -> RunStatus:
    """Print a line for each batch as it is recorded, once more if a later run repeats it; on a terminal a bar below."""
    reader = RecordingReader(path)
    printed: set[tuple[int, str]] = set()
    while True:
        status = worker.wait(path, timeout=0.5)
        try:
            batches = reader.refresh().batches
        except RecordingError:
            batches = ()
        _clear_bar()
        for batch in batches:
            if (batch.id, batch.run_id) not in printed:
                print(batch_line(batch), flush=True)
                printed.add((batch.id, batch.run_id))
        if status.over:
            return status
        _draw_bar(status)


def _draw_bar(status: RunStatus) -> None:
    if not sys.stderr.isatty():
        return
    filled = BAR * status.done // status.total if status.total else 0
    bar = "█" * filled + "░" * (BAR - filled)
    text = f"{bar} {status.done}/{status.total} rounds of input" if status.total else status.message or status.state
    print(f"\r{text}", end="", file=sys.stderr, flush=True)


def _clear_bar() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


COMMAND = Command("run", "Run a scenario on Spark and record it.", add_arguments, run)
