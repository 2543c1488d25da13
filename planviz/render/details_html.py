"""Everything known of one operator as HTML: what it does, arguments, state, columns, metrics and their history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from planviz.analysis.glossary import sentence
from planviz.analysis.metric_text import metric_text
from planviz.analysis.node_history import History
from planviz.analysis.node_text import READ_LIMIT, arguments, broken_into_lines, readable, split_arguments, unwrap
from planviz.analysis.noun import BATCH, Noun
from planviz.analysis.operators import FAMILIES, family_of
from planviz.analysis.plan_diff import When, utc_text
from planviz.analysis.roles import Role
from planviz.model import Metric, PlanNode, StateInfo
from planviz.render.legend_html import family_icon
from planviz.render.palette import THEMES
from planviz.render.safe_text import escaped
from planviz.render.spark_bars import spark_bars

SHOWN_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class Details:
    """What the panel shows beside the node itself."""

    node: PlanNode
    batch_id: int
    role: Role | None = None
    changes: tuple[str, ...] = ()
    against: int | None = None
    history: Mapping[str, History] = field(default_factory=dict)
    when: When = utc_text
    noun: Noun = BATCH


def details_html(details: Details, theme: str) -> str:
    """The panel. Every text from the plan is escaped."""
    node = details.node
    parts = [
        _title(node, theme),
        f"<p>{escaped(sentence(node.name))}</p>",
        _role(details.role),
        _changes(details, theme),
        _state(node.state, details.when),
        _metrics(details),
        _arguments(node),
        _columns(node),
        _own_text(node),
    ]
    return "".join(parts)


def _title(node: PlanNode, theme: str) -> str:
    family = family_of(node.name)
    codegen = f' <span class="pill">codegen {node.codegen}</span>' if node.codegen is not None else ""
    return f'<h4>{family_icon(family, theme)}<span>{escaped(node.name)}</span></h4><span class="pill">{FAMILIES[family]}</span>{codegen}'


def _role(role: Role | None) -> str:
    if role is None:
        return ""
    return f"<p><b>Its part here: {escaped(role.label)}.</b> It {escaped(role.text)}.</p>"


def _changes(details: Details, theme: str) -> str:
    if details.against is None:
        return ""
    if not details.changes:
        return f'<p class="key">Nothing but counters changed since {details.noun.one} {details.against}.</p>'
    lines = "<br>".join(escaped(change) for change in details.changes)
    since = f"Since {details.noun.one} {details.against}"
    return f'<div class="changed" style="border-color:{THEMES[theme].changed}"><span class="key">{since}</span><br>{lines}</div>'


def _state(state: StateInfo | None, when: When) -> str:
    if state is None:
        return ""
    rows = [
        ("version read", f"{state.version}, so this batch writes {state.version + 1}"),
        ("operator", str(state.operator_id)),
        ("partitions", str(state.partitions)),
        ("output mode", state.output_mode or ""),
        ("rows are late before", _time(state.late_watermark, when)),
        ("state goes before", _time(state.eviction_watermark, when)),
        ("kept in", state.checkpoint),
    ]
    cells = "".join(f"<tr><td>{label}</td><td>{escaped(value)}</td></tr>" for label, value in rows if value)
    return f"<h5>State</h5><table>{cells}</table>"


def _time(millis: int | None, when: When) -> str:
    """A watermark as a time; 0 is what Spark has before it knows any."""
    return "" if millis is None else when(millis) if millis else "no watermark yet"


def _metrics(details: Details) -> str:
    metrics = details.node.metrics
    if not metrics:
        return ""
    told = [metric for metric in metrics if metric.value or any(_values(details, metric))]
    silent = [metric for metric in metrics if metric not in told]
    rows = "".join(_metric(details, metric) for metric in told)
    zeros = ", ".join(escaped(metric.label or metric.key) for metric in silent)
    one, many = details.noun.one, details.noun.many
    more = (
        f"<details><summary>{len(silent)} more, zero in all {many}</summary><p>{zeros}</p></details>" if silent else ""
    )
    return f"<h5>Metrics of {one} {details.batch_id}, and of all {many}</h5><table>{rows}</table>{more}"


def _values(details: Details, metric: Metric) -> list[int]:
    history = details.history.get(metric.key)
    return [value.value for value in history.values if value is not None] if history else []


def _metric(details: Details, metric: Metric) -> str:
    history = details.history.get(metric.key)
    chart = spark_bars(history, details.batch_id, details.noun.one) if history and len(history.batches) > 1 else ""
    return (
        f'<tr><td>{escaped(metric.label or metric.key)}</td><td class="value">{escaped(metric_text(metric))}</td>'
        f'<td class="chart">{chart}</td></tr>'
    )


def _arguments(node: PlanNode) -> str:
    if len(node.text) > READ_LIMIT:
        return ""
    parts = [_argument(name, value) for name, value in arguments(node) if value and "state info [" not in value]
    return f"<h5>Arguments</h5>{''.join(parts)}" if parts else ""


def _argument(name: str, value: str) -> str:
    items = split_arguments(unwrap(value)) if value.startswith("[") else [value]
    text = "\n".join(broken_into_lines(readable(item)) for item in items)
    label = f'<span class="key">{escaped(name)}</span>' if name else ""
    return f"{label}<pre>{_lines(text)}</pre>" if text else ""


def _lines(text: str) -> str:
    return "\n".join(escaped(line) for line in text.split("\n"))


def _columns(node: PlanNode) -> str:
    if not node.output:
        return ""
    rows = "".join(
        f"<tr><td>{escaped(column.name)}</td><td><code>{escaped(column.type)}</code></td>"
        f'<td class="key">{escaped(column.id)}</td></tr>'
        for column in node.output[:SHOWN_COLUMNS]
    )
    more = len(node.output) - SHOWN_COLUMNS
    rest = f'<p class="key">and {more} more</p>' if more > 0 else ""
    return f"<h5>Columns it gives out</h5><table>{rows}</table>{rest}"


def _own_text(node: PlanNode) -> str:
    text = node.text if len(node.text) <= READ_LIMIT else f"{node.text[:READ_LIMIT]} … ({len(node.text):,} characters)"
    return f"<details><summary>Spark's own text</summary><pre>{_lines(text)}</pre></details>"
