"""Small pictures of recordings for cards, drawn once for each file and theme."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from planviz.analysis.lives import life
from planviz.model import Recording, RecordingError, read_recording
from planviz.render.thumbnail import thumbnails_to_svg
from planviz.render.thumbnail_canvas import WIDTH
from planviz.ui import library, style

MOST_BYTES = 3_000_000
"""A longer recording has no small picture: reading it would keep the page waiting."""

File = tuple[str, int, int, int | None]
"""A recording's path, when it was changed, its size, and which life of the query is meant."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture as HTML, or words where there is none; and whether Spark refused the query."""

    html: str
    refused: bool = False


def thumbnail(run: str) -> Thumbnail:
    """The small picture of one run."""
    return thumbnails((run,))[0]


def thumbnails(runs: tuple[str, ...], width: float = WIDTH) -> tuple[Thumbnail, ...]:
    """The small pictures of runs, on the same axes."""
    try:
        files = tuple(_file(run) for run in runs)
        if sum(size for _, _, size, _ in files) > MOST_BYTES:
            return (no_picture("A long run: open it to see it."),) * len(runs)
        return _drawn(files, style.theme(), width)
    except (OSError, RecordingError) as error:
        return (no_picture(f"No picture: {error}"),) * len(runs)


def no_picture(words: str) -> Thumbnail:
    """What stands in the place of a picture."""
    return Thumbnail(f'<span class="no-picture">{html.escape(words)}</span>')


def _file(run: str) -> File:
    name, number = library.life_of(run)
    path = library.path_of(name)
    status = path.stat()
    return str(path), status.st_mtime_ns, status.st_size, number


@st.cache_data(max_entries=512, show_spinner=False)
def _drawn(files: tuple[File, ...], theme: str, width: float) -> tuple[Thumbnail, ...]:
    recordings = [_read(Path(path), number) for path, _, _, number in files]
    pictures = thumbnails_to_svg(recordings, theme, width)
    refused = [recording.failure is not None and not recording.batches for recording in recordings]
    return tuple(map(Thumbnail, pictures, refused))


def _read(path: Path, number: int | None) -> Recording:
    recording = read_recording(path)
    return recording if number is None else life(recording, number)
