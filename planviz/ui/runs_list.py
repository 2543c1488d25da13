"""The runs that were made live or opened here, as a list of links."""

from __future__ import annotations

import html

from planviz.ui import library
from planviz.ui.linked_html import link_to
from planviz.worker.home import runs_directory

SHOWN = 12


def runs_html() -> str:
    """The newest of them by their titles, and where they all are; nothing if there are none."""
    runs = [library.run_of(path) for path in library.kept_runs()]
    if not runs:
        return ""
    links = "".join(
        f'<li><a href="{link_to(run=run)}">{html.escape(library.title_of(run))}</a></li>' for run in runs[:SHOWN]
    )
    rest = len(runs) - SHOWN
    older = f" {rest} older ones are among the runs of the page Compare." if rest > 0 else ""
    kept = f"<p>They are files in {html.escape(str(runs_directory()))}: delete those you no longer need.{older}</p>"
    return f'<div class="runs"><h3>Your runs</h3><ul>{links}</ul>{kept}</div>'
