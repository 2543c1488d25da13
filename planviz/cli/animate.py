"""`planviz animate`: a recording's event time, watermark and windows as a picture, a film or a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.analysis.physics import find_physics
from planviz.cli.command import CliError, Command
from planviz.model import read_recording
from planviz.render.physics_export import MIME_TYPES, export_physics
from planviz.render.physics_scene import BATCH, TIME, Scene, make_scene


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a recording (….planviz.jsonl)")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"where to write: {_list_suffixes()}")
    parser.add_argument("--batch", type=int, help="for .svg and .png: the batch to show (the last)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (light)")
    parser.add_argument(
        "--spacing", choices=(BATCH, TIME), default=BATCH, help="every batch alike, or as the clock went"
    )
    parser.add_argument("--seconds", type=float, help="how long a film lasts (about a second a batch)")


def run(options: argparse.Namespace) -> int:
    """Write the file and say how large it is."""
    path = Path(options.output)
    if path.suffix not in MIME_TYPES:
        raise CliError(f"Cannot write {path.name}: its name has to end in {_list_suffixes()}.")
    recording = read_recording(options.file)
    scene = make_scene(find_physics(recording), options.spacing)
    if scene is None:
        raise CliError(f"{options.file} has no event time to draw: its query has no watermark, or no row came.")
    position = _position(scene, options.batch)
    content = export_physics(scene, path.suffix, options.theme, recording.query.name, position, options.seconds)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CliError(f"Cannot write {path}: {error.strerror}.") from error
    print(f"{path}: {len(scene.tops):,} batches, {len(content) / 1024:,.0f} KB")
    for note in scene.physics.notes:
        print(f"note: {note}")
    return 0


def _list_suffixes() -> str:
    return ", ".join(MIME_TYPES)


def _position(scene: Scene, batch_id: int | None) -> float | None:
    """The moment after a batch."""
    if batch_id is None:
        return None
    for batch in scene.physics.batches:
        if batch.id == batch_id:
            return batch.index + 1
    raise CliError(f"Batch {batch_id} was not recorded.")


COMMAND = Command("animate", "Draw a recording's event time as GIF, MP4, WebM, HTML, SVG or PNG.", add_arguments, run)
