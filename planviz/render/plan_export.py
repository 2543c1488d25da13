"""Every form a plan can be taken home in: SVG, PNG, DOT, Mermaid, JSON and text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planviz.analysis.noun import noun_of
from planviz.analysis.roles import role_labels
from planviz.model import STAGE_TITLES, Plan, Recording
from planviz.render.plan_cards import Decorations
from planviz.render.plan_dot import plan_to_dot
from planviz.render.plan_json import plan_to_json
from planviz.render.plan_mermaid import plan_to_mermaid
from planviz.render.plan_svg import SvgOptions, plan_to_svg, svg_size
from planviz.render.plan_text import plan_to_text
from planviz.render.png import sensible_zoom, svg_to_png


@dataclass(frozen=True, slots=True)
class Export:
    """What is asked for. The picture is always of the whole plan."""

    theme: str = "light"
    layout: str = "vertical"
    caption: str = ""
    decorations: Decorations | None = None

    def drawn(self, plan: Plan) -> Decorations:
        return self.decorations or Decorations(roles=role_labels(plan))


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its ending, its media type, and how a plan becomes it."""

    suffix: str
    title: str
    media_type: str
    make: Callable[[Plan, Export], bytes]


def _svg(plan: Plan, export: Export) -> str:
    return plan_to_svg(plan, export.layout, export.drawn(plan), SvgOptions(export.theme, export.caption))


def _png(plan: Plan, export: Export) -> bytes:
    svg = _svg(plan, export)
    return svg_to_png(svg, sensible_zoom(*svg_size(svg)))


def _dot(plan: Plan, export: Export) -> bytes:
    return plan_to_dot(plan, export.theme, export.layout, export.drawn(plan), export.caption).encode()


def _mermaid(plan: Plan, export: Export) -> bytes:
    return plan_to_mermaid(plan, export.theme, export.layout, export.drawn(plan), export.caption).encode()


def _text(plan: Plan, export: Export) -> bytes:
    heading = f"{export.caption}\n\n" if export.caption else ""
    return (heading + plan_to_text(plan)).encode("utf-8", "replace")


FORMATS: dict[str, Format] = {
    form.suffix: form
    for form in (
        Format("svg", "SVG", "image/svg+xml", lambda plan, export: _svg(plan, export).encode()),
        Format("png", "PNG", "image/png", _png),
        Format("dot", "DOT (Graphviz)", "text/vnd.graphviz", _dot),
        Format("mmd", "Mermaid", "text/vnd.mermaid", _mermaid),
        Format(
            "json",
            "JSON",
            "application/json",
            lambda plan, export: plan_to_json(plan, export.caption).encode("utf-8", "replace"),
        ),
        Format("txt", "Text", "text/plain", _text),
    )
}
"""All formats by the ending of the file."""


def export_plan(plan: Plan, suffix: str, export: Export | None = None) -> bytes:
    """The plan in that format; the same plan and wishes give the same bytes."""
    return FORMATS[suffix].make(plan, export or Export())


def caption_of(recording: Recording, title: str, batch_id: int, stage: str) -> str:
    """What the picture shows: the query, the batch, the stage, and the Spark that ran it."""
    query = recording.query
    version = f"Spark {query.spark_version}" if query.spark_version else ""
    parts = [
        title or query.name or query.query_id,
        f"{noun_of(recording).one} {batch_id}",
        STAGE_TITLES[stage],
        version,
    ]
    return " · ".join(part for part in parts if part)
