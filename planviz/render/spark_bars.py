"""A chart the size of a word: one bar for each batch, the one that is looked at in colour."""

from __future__ import annotations

from planviz.analysis.metric_text import metric_text
from planviz.analysis.node_history import History
from planviz.render.safe_text import escaped

WIDTH, HEIGHT = 120, 22


def spark_bars(history: History, batch_id: int, noun: str) -> str:
    """Inline SVG; the page colours `.bars rect` and `rect.now`."""
    most = max((metric.value for metric in history.values if metric is not None), default=0)
    step = WIDTH / max(len(history.batches), 8)
    bars = []
    for index, (batch, metric) in enumerate(zip(history.batches, history.values, strict=True)):
        if metric is None:
            continue
        now = ' class="now"' if batch == batch_id else ""
        tall = max(HEIGHT * metric.value / most, 1.0) if most > 0 else 1.0
        bars.append(
            f'<rect x="{index * step:.1f}" y="{HEIGHT - tall:.1f}" width="{max(step - 1, 0.8):.1f}" height="{tall:.1f}"'
            f"{now}>"
            f"<title>{noun} {batch}: {escaped(metric_text(metric))}</title></rect>"
        )
    return f'<svg class="bars" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(bars)}</svg>'
