"""The recordings that ship with the project: real runs, which tests check views and facts against."""

from __future__ import annotations

from pathlib import Path

import scenarios
from planviz.model import SUFFIX, Recording, read_recording

PATHS = sorted((Path(scenarios.__file__).parent / "recordings").glob(f"*{SUFFIX}"))
NAMES = [path.name.removesuffix(SUFFIX) for path in PATHS]


def shipped(name: str) -> Recording:
    """One of them by the name of its scenario."""
    return read_recording(next(path for path in PATHS if path.name == f"{name}{SUFFIX}"))
