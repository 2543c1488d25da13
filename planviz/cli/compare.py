"""`planviz compare`: two or three recordings step by step in the terminal, and what differs between them."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.analysis.compare import MOST_RUNS, compare
from planviz.analysis.compare_table import NOT_HERE, Line, step_lines
from planviz.cli.command import CliError, Command
from planviz.model import SUFFIX, read_recording

LABEL_WIDTH, CELL_WIDTH = 30, 26


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="two or three recordings")
    parser.add_argument("--all", action="store_true", help="also the figures in which the runs agree")


def run(options: argparse.Namespace) -> int:
    """Print every step; the figures that differ, or all."""
    if not 2 <= len(options.files) <= MOST_RUNS:
        raise CliError(f"Name two or {MOST_RUNS} recordings to compare.")
    recordings = tuple(read_recording(file) for file in options.files)
    print(_text("", [Path(file).name.removesuffix(SUFFIX) for file in options.files]))
    for step in compare(recordings):
        lines = step_lines(list(zip(recordings, step.batches, strict=True)))
        shown = [line for line in lines if options.all or line.differs or NOT_HERE in line.cells]
        print(f"\n{step.label}" + ("" if shown else ": no difference"))
        for line in shown:
            print(_line(line))
    return 0


def _line(line: Line) -> str:
    return _text(f"{'*' if line.differs else ' '} {line.label}", list(line.cells))


def _text(label: str, cells: list[str]) -> str:
    return (f"{label:{LABEL_WIDTH}}" + " ".join(f"{_short(cell):{CELL_WIDTH}}" for cell in cells)).rstrip()


def _short(cell: str) -> str:
    return cell if len(cell) <= CELL_WIDTH else f"{cell[: CELL_WIDTH - 1]}…"


COMMAND = Command("compare", "Compare two or three recordings step by step.", add_arguments, run)
