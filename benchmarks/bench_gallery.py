"""How long the gallery takes: reading and drawing every small picture, and the page with and without them at hand."""

from __future__ import annotations

import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from planviz.model import read_recording
from planviz.render.thumbnail import thumbnail_to_svg
from scenarios import SCENARIOS, recording_path

PAGE = "from planviz.ui import gallery\ngallery.show()"


def main() -> None:
    """Print one line for each."""
    recordings = []
    _timed("read all recordings", lambda: recordings.extend(read_recording(recording_path(s.name)) for s in SCENARIOS))
    pictures: list[str] = []
    _timed("draw all small pictures", lambda: pictures.extend(map(thumbnail_to_svg, recordings)))
    print(f"{'their size':32} {sum(map(len, pictures)) / 1000:8.0f} KB")
    page = AppTest.from_string(PAGE, default_timeout=60)
    _timed("the page, the first time", page.run)
    _timed("the page, from then on", page.run)


def _timed(what: str, work: Callable[[], object]) -> None:
    begun = time.perf_counter()
    work()
    print(f"{what:32} {1000 * (time.perf_counter() - begun):8.0f} ms", flush=True)
