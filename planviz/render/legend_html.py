"""What the colours and icons of a plan stand for, with how many operators of each there are."""

from __future__ import annotations

from collections import Counter

from planviz.analysis.counted import counted
from planviz.analysis.operators import FAMILIES, family_of
from planviz.model import Plan
from planviz.render.palette import FAMILY_STYLES


def legend_html(plan: Plan, theme: str) -> str:
    """One line for each family the plan has."""
    counts = Counter(family_of(node.name) for node in plan)
    rows = "".join(
        f'<tr><td class="icon">{family_icon(family, theme)}</td><td>{title}</td><td class="value">{counts[family]}</td></tr>'
        for family, title in FAMILIES.items()
        if family in counts
    )
    return f"<h5>{counted(len(plan), 'operator')}</h5><table>{rows}</table>"


def family_icon(family: str, theme: str) -> str:
    """The icon of a family, in its colour."""
    style = FAMILY_STYLES[family]
    return (
        f'<svg width="18" height="18" viewBox="0 0 16 16" fill="none" stroke="{style.line(theme)}" stroke-width="1.5" '
        f'stroke-linecap="round" stroke-linejoin="round"><path d="{style.icon}"/></svg>'
    )
