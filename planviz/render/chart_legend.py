"""The legend of a chart as HTML above it: it wraps where room is scarce, and takes none from the bars."""

from __future__ import annotations

from typing import Any

from planviz.render.safe_text import escaped


def chart_legend(figure: Any) -> str:
    """What each colour of the figure stands for; nothing if there is only one."""
    if len(figure.data) < 2:
        return ""
    items = "".join(f"<li>{_mark(trace)}{escaped(trace.name)}</li>" for trace in figure.data)
    return f'<ul class="pv-legend">{items}</ul>'


def _mark(trace: Any) -> str:
    """A line for a line, a square for a bar."""
    line = trace.type == "scatter"
    color = trace.line.color if line else trace.marker.color
    return f'<i class="{"line" if line else "bar"}" style="background:{escaped(color)}" aria-hidden="true"></i>'
