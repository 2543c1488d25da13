"""The list of what differs between two plans: of one batch and another, or of one run and another."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from planviz.analysis.plan_diff import PlanDiff


def show_changes(diff: PlanDiff, before: str, after: str) -> None:
    """Operators and arguments first; counters, which always differ, behind a fold."""
    rows = [
        *({"Operator": node.name, "What": "operator", "Before": "", "After": "here only"} for node in diff.added),
        *({"Operator": node.name, "What": "operator", "Before": "here only", "After": ""} for node in diff.removed),
        *(
            {"Operator": node.name, "What": change.what, "Before": change.before, "After": change.after}
            for node in diff.changed
            for change in node.changes
        ),
    ]
    if rows:
        _table(rows, before, after)
    else:
        st.caption("The same operators with the same arguments: only counters differ.")
    metrics = [
        {"Operator": node.name, "What": metric.label, "Before": metric.before, "After": metric.after}
        for node in diff.nodes
        for metric in node.metrics
    ]
    if metrics:
        with st.expander(f"{len(metrics)} metrics differ"):
            _table(metrics, before, after)


def _table(rows: list[dict[str, str]], before: str, after: str) -> None:
    frame = pd.DataFrame(rows).rename(columns={"Before": before, "After": after})
    st.dataframe(frame, hide_index=True, width="stretch")
