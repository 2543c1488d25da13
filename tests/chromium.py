"""Finds the Chromium that the browser tests drive; run as a script it prints it or fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """The path of a Chromium: PLANVIZ_CHROMIUM's, one on the PATH, or the one Playwright downloaded."""
    named = os.environ.get("PLANVIZ_CHROMIUM")
    if named:
        return named
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    executable = find_chromium()
    print(executable or "no Chromium found", file=sys.stderr if executable is None else sys.stdout)
    sys.exit(executable is None)
