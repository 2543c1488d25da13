"""Keeps an uploaded recording: under its own name if that is free, and never in the place of another one."""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from planviz.model import SUFFIX, RecordingReader
from planviz.worker.home import runs_directory
from scenarios import find_scenario


def keep_upload(name: str, content: bytes) -> Path:
    """The recording among those that are kept; the same one uploaded again is not kept twice.

    Raises RecordingError if it is none: nothing is kept then.
    """
    name = re.sub(r"[^\w.\- ]+", "_", name).strip(" .") or "upload"
    with tempfile.TemporaryDirectory() as directory:
        arrived = Path(directory, name)
        arrived.write_bytes(content)
        RecordingReader(arrived).refresh()
    return next(path for path in _places(name.removesuffix(SUFFIX)) if _put(path, content))


def _places(stem: str) -> Iterator[Path]:
    """Where it may be kept: a link with a scenario's name means the recording that comes with planviz."""
    names = itertools.chain((stem,), (f"{stem}-{number}" for number in itertools.count(2)))
    return (runs_directory() / f"{each}{SUFFIX}" for each in names if find_scenario(each) is None)


def _put(path: Path, content: bytes) -> bool:
    """Write the file, unless there is another one of that name."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError:
        return path.read_bytes() == content
    return True
