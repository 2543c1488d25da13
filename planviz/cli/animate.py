"""`planviz animate`: event time, watermark and windows of a recording, or of several, as a picture, a film or a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.analysis.compare import MOST_RUNS, compare, step_indexes
from planviz.analysis.physics import find_physics
from planviz.cli.command import CliError, Command
from planviz.model import SUFFIX, Recording, read_recording
from planviz.render.physics_board import Board, Part, board_of, make_board
from planviz.render.physics_export import MIME_TYPES, export_physics
from planviz.render.physics_layout import make_scene
from planviz.render.physics_scene import BATCH, TIME


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=f"a recording (….planviz.jsonl); two or {MOST_RUNS} stand side by side"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"where to write: {_list_suffixes()}")
    parser.add_argument(
        "--batch", type=int, help="for .svg and .png: the batch, or of several runs the step (the last)"
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (light)")
    parser.add_argument(
        "--spacing", choices=(BATCH, TIME), default=BATCH, help="of one run: every batch alike, or as the clock went"
    )
    parser.add_argument("--seconds", type=float, help="how long a film lasts (about a second a batch)")


def run(options: argparse.Namespace) -> int:
    """Write the file and say how large it is."""
    path = Path(options.output)
    if path.suffix not in MIME_TYPES:
        raise CliError(f"Cannot write {path.name}: its name has to end in {_list_suffixes()}.")
    if len(options.files) > MOST_RUNS:
        raise CliError(f"{len(options.files)} runs cannot stand side by side: {MOST_RUNS} are the most.")
    board = _board([read_recording(file) for file in options.files], options.files, options.spacing)
    if board is None:
        raise CliError(f"{' and '.join(options.files)}: no event time to draw: no watermark, or no row came.")
    content = export_physics(board, path.suffix, options.theme, _position(board, options.batch), options.seconds)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CliError(f"Cannot write {path}: {error.strerror}.") from error
    places = f"{len(board.tops):,} {'batches' if board.noun == 'batch' else 'steps'}"
    print(f"{path}: {places}, {len(content) / 1024:,.0f} KB")
    for note in board.notes:
        print(f"note: {note}")
    return 0


def _board(recordings: list[Recording], files: list[str], spacing: str) -> Board | None:
    """One run by itself, or several in step with each other."""
    if len(recordings) == 1:
        scene = make_scene(find_physics(recordings[0]), spacing)
        return board_of(scene, recordings[0].query.name) if scene else None
    steps = compare(tuple(recordings))
    titles = [Path(file).name.removesuffix(SUFFIX) for file in files]
    return make_board(
        [
            Part(title, find_physics(recording), step_indexes(recording, steps, place))
            for place, (title, recording) in enumerate(zip(titles, recordings, strict=True))
        ]
    )


def _list_suffixes() -> str:
    return ", ".join(MIME_TYPES)


def _position(board: Board, place: int | None) -> float | None:
    """The moment after a batch, or after a step."""
    if place is None:
        return None
    if place not in board.ids:
        raise CliError(f"There is no {board.noun} {place}: {board.ids[0]} to {board.ids[-1]} were recorded.")
    return board.ids.index(place) + 1


COMMAND = Command(
    "animate",
    "Draw the event time of one recording, or of several side by side, as GIF, MP4, WebM, HTML, SVG or PNG.",
    add_arguments,
    run,
)
