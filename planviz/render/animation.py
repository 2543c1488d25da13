"""Turns the physics of a run, or of several, into films: GIF, MP4, WebM. Needs no browser."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import numpy.typing as npt
from PIL import Image

from planviz.render.physics_board import Board
from planviz.render.physics_now import now_line
from planviz.render.physics_svg import CURTAIN_OPACITY, board_to_svg, curtain_box
from planviz.render.physics_theme import PALETTES
from planviz.render.png import svg_to_png
from planviz.render.svg_element import element, number
from planviz.render.svg_parts import FONT

FPS = 12
MOST_FRAMES = 240
REST_SECONDS = 2.5
"""How long the last frame stays."""
NOW_ROOM = 40
"""Room above and below the "now" line for its words."""
CODECS = {
    ".mp4": ("libx264", ["-crf", "20"]),
    ".webm": ("libvpx-vp9", ["-crf", "30", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "8"]),
}


def board_to_film(board: Board, path: Path, theme: str = "light", seconds: float | None = None) -> None:
    """Write what happened as a film; the path's suffix says which: .gif, .mp4 or .webm. Raises ValueError for any other."""
    if path.suffix not in (*CODECS, ".gif"):
        raise ValueError(f"Cannot write {path.suffix or 'a file without a suffix'}: a film is .gif, .mp4 or .webm.")
    positions = film_positions(len(board.tops), seconds)
    frames = draw_frames(board, theme, positions)
    if path.suffix == ".gif":
        _write_gif(frames, path)
    else:
        _write_video(frames, path)


def film_positions(batches: int, seconds: float | None = None) -> list[float]:
    """The moments of a film: about a second a batch, and never more frames than a film should have."""
    length = seconds if seconds is not None else min(max(batches * 0.9, 3), MOST_FRAMES / FPS)
    count = max(min(round(length * FPS), MOST_FRAMES), 2)
    return [batches * place / (count - 1) for place in range(count)]


def draw_frames(board: Board, theme: str, positions: Sequence[float]) -> Iterator[Image.Image]:
    """A frame for each moment. The run is drawn once; a frame only adds curtain and "now" line, as the browser does."""
    colors = PALETTES[theme]
    whole = _pixels(board_to_svg(board, theme, position=-1)).convert("RGB")
    paper = Image.new("RGB", whole.size, colors.background)
    hidden = Image.blend(whole, paper, CURTAIN_OPACITY)
    lines: dict[int, Image.Image] = {}
    for position in positions:
        y = round(board.position_y(position))
        frame = whole.copy()
        if position < len(board.tops):
            for box in _curtains(board, y):
                frame.paste(hidden.crop(box), box[:2])
        step = board.step_at(position)
        if step not in lines:
            lines = {step: _pixels(_line_svg(board, step, theme))}
        frame.paste(lines[step], (0, y - NOW_ROOM), lines[step])
        yield frame


def _curtains(board: Board, y: int) -> Iterator[tuple[int, int, int, int]]:
    """What is hidden of each run, down to the line of the present."""
    for scene, offset in zip(board.scenes, board.lefts, strict=True):
        left, top, right, _ = curtain_box(scene)
        yield round(offset + left), round(top), round(offset + right), y


def _line_svg(board: Board, step: int, theme: str) -> str:
    """The "now" line on a transparent strip of its own."""
    box = f"0 -{NOW_ROOM} {number(board.width)} {2 * NOW_ROOM}"
    lines = "".join(
        element("g", now_line(scene, step, PALETTES[theme]), transform=f"translate({number(left)} 0)")
        for scene, left in zip(board.scenes, board.lefts, strict=True)
    )
    size = {"width": number(board.width), "height": number(2 * NOW_ROOM)}
    return element("svg", lines, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FONT, **size)


def _pixels(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(svg_to_png(svg, zoom=1))).convert("RGBA")


def _write_gif(frames: Iterator[Image.Image], path: Path) -> None:
    """All frames share one palette, so that colours stay put and the file stays small."""
    drawn = [_packed(frame) for frame in frames]
    palette, table = _palette(drawn)
    small = [Image.fromarray(table[pixels]) for pixels in drawn]
    for image in small:
        image.putpalette(palette)
    durations = [round(1000 / FPS)] * (len(small) - 1) + [round(REST_SECONDS * 1000)]
    small[0].save(path, save_all=True, append_images=small[1:], duration=durations, loop=0)


def _packed(frame: Image.Image) -> npt.NDArray[np.uint32]:
    """Each pixel as one number."""
    red, green, blue = np.moveaxis(np.asarray(frame, dtype=np.uint32), 2, 0)
    packed: npt.NDArray[np.uint32] = (red << 16) | (green << 8) | blue
    return packed


def _palette(frames: Sequence[npt.NDArray[np.uint32]]) -> tuple[bytes, npt.NDArray[np.uint8]]:
    """The 256 most used colours, and for every colour the nearest of them.

    Pillow's own mapping is approximate: it tints white paper, and gives the few pixels of a point another fate's colour.
    """
    middle = frames[len(frames) // 2]
    colors, counts = np.unique(np.concatenate([frames[-1].ravel(), middle.ravel()]), return_counts=True)
    used = colors[np.argsort(-counts, kind="stable")[:256]]
    seen = np.zeros(1 << 24, dtype=bool)
    for frame in frames:
        seen[frame] = True
    every = np.flatnonzero(seen).astype(np.uint32)
    distances = np.abs(_channels(every)[:, None, :] - _channels(used)[None, :, :]).sum(axis=2)
    table = np.zeros(1 << 24, dtype=np.uint8)
    table[every] = distances.argmin(axis=1)
    return _channels(used).astype(np.uint8).tobytes(), table


def _channels(colors: npt.NDArray[np.uint32]) -> npt.NDArray[np.int32]:
    return np.stack([colors >> 16, (colors >> 8) & 255, colors & 255], axis=1).astype(np.int32)


def _write_video(frames: Iterator[Image.Image], path: Path) -> None:
    codec, options = CODECS[path.suffix]
    first = next(frames)
    # Video wants even sides.
    size = (first.width // 2 * 2, first.height // 2 * 2)
    writer = imageio_ffmpeg.write_frames(
        str(path), size, fps=FPS, codec=codec, output_params=options, macro_block_size=2, ffmpeg_log_level="error"
    )
    writer.send(None)
    last = first
    for last in (first, *frames):
        writer.send(last.crop((0, 0, *size)).tobytes())
    for _ in range(round(REST_SECONDS * FPS)):
        writer.send(last.crop((0, 0, *size)).tobytes())
    writer.close()
