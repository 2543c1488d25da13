"""Shows a query that Spark refused: the plan it was given."""

from __future__ import annotations

import streamlit as st

from planviz.model import Recording
from planviz.render.plan_cards import Decorations
from planviz.render.plan_svg import SvgOptions, plan_to_svg
from planviz.ui import style
from planviz.ui.picture import show_picture

HORIZONTAL = "horizontal"


def show_refused(recording: Recording, run: str) -> None:
    """The plan which never ran, if the query got as far as having one."""
    if recording.started is None:
        return
    st.markdown("**The plan that Spark refused to start**")
    svg = plan_to_svg(recording.started, HORIZONTAL, Decorations({}, {}, frozenset()), SvgOptions(style.theme()))
    show_picture(svg, f"{run}-refused", "refused", wide=False)
