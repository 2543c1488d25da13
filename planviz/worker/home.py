"""Where planviz keeps what outlives a run: recordings and Spark's logs."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """PLANVIZ_HOME, or .planviz in the user's home."""
    return Path(os.environ.get("PLANVIZ_HOME") or Path.home() / ".planviz")


def runs_directory() -> Path:
    """Where live runs are recorded."""
    return _made(home() / "runs")


def logs_directory() -> Path:
    """Where Spark's own log goes."""
    return _made(home() / "logs")


def _made(directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    return directory
