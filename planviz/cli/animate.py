"""`planviz animate`: a recording's event time, watermark and windows as a picture, a film or a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.analysis.physics import find_physics
from planviz.cli.command import CliError, Command
from planviz.model import Recording, read_recording
from planviz.render.animation import scene_to_film, svg_to_png
from planviz.render.physics_page import scene_to_page
from planviz.render.physics_scene import BATCH, TIME, Scene, make_scene
from planviz.render.physics_svg import scene_to_svg

FILMS = (".gif", ".mp4", ".webm")
SUFFIXES = (*FILMS, ".html", ".svg", ".png")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a recording (….planviz.jsonl)")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=f"where to write: {', '.join(SUFFIXES)}")
    parser.add_argument("--batch", type=int, help="for .svg and .png: the batch to show (the last)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (light)")
    parser.add_argument(
        "--spacing", choices=(BATCH, TIME), default=BATCH, help="every batch alike, or as the clock went"
    )
    parser.add_argument("--seconds", type=float, help="how long a film lasts (about a second a batch)")


def run(options: argparse.Namespace) -> int:
    """Write the file and say how large it is."""
    path = Path(options.output)
    if path.suffix not in SUFFIXES:
        raise CliError(f"Cannot write {path.name}: its name has to end in {', '.join(SUFFIXES)}.")
    recording = read_recording(options.file)
    physics = find_physics(recording)
    scene = make_scene(physics, options.spacing)
    if scene is None:
        raise CliError(f"{options.file} has no event time to draw: its query has no watermark, or no row came.")
    try:
        _write(path, scene, recording, options)
    except OSError as error:
        raise CliError(f"Cannot write {path}: {error.strerror or error}.") from error
    print(f"{path}: {len(scene.tops)} batches, {path.stat().st_size / 1024:,.0f} KB")
    for note in physics.notes:
        print(f"note: {note}")
    return 0


def _write(path: Path, scene: Scene, recording: Recording, options: argparse.Namespace) -> None:
    title = recording.query.name
    if path.suffix in FILMS:
        scene_to_film(scene, path, options.theme, title, options.seconds)
    elif path.suffix == ".html":
        path.write_text(scene_to_page(scene, options.theme, title, scene.physics.notes), encoding="utf-8")
    else:
        svg = scene_to_svg(scene, options.theme, _position(scene, options.batch), title)
        path.write_bytes(svg.encode() if path.suffix == ".svg" else svg_to_png(svg))


def _position(scene: Scene, batch_id: int | None) -> float | None:
    """The moment after a batch."""
    if batch_id is None:
        return None
    for batch in scene.physics.batches:
        if batch.id == batch_id:
            return batch.index + 1
    raise CliError(f"Batch {batch_id} was not recorded.")


COMMAND = Command("animate", "Draw a recording's event time as GIF, MP4, WebM, HTML, SVG or PNG.", add_arguments, run)
