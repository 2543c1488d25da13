"""The list of what changed from one batch's plan to another's."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from planviz.analysis.plan_diff import PlanDiff


def show_changes(diff: PlanDiff, before: int, after: int) -> None:
    """Operators and arguments first; counters, which change in every batch, behind a fold."""
    st.markdown(f"##### What changed from batch {before} to batch {after}")
    rows = [
        *({"Operator": node.name, "What": "new operator", "Before": "", "After": ""} for node in diff.added),
        *({"Operator": node.name, "What": "no longer there", "Before": "", "After": ""} for node in diff.removed),
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


def _table(rows: list[dict[str, str]], before: int, after: int) -> None:
    frame = pd.DataFrame(rows).rename(columns={"Before": f"Batch {before}", "After": f"Batch {after}"})
    st.dataframe(frame, hide_index=True, width="stretch")
