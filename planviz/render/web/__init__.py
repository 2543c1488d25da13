"""The browser's side of the moving pictures: the same files serve the app and the exported page."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def web_file(name: str) -> str:
    """The text of one of the files in this directory."""
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
