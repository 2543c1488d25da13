"""The menu that saves a plan: format, colours and caption."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from planviz.model import Plan
from planviz.render.plan_cards import Decorations
from planviz.render.plan_export import FORMATS, Export, caption_of, export_plan
from planviz.ui.plan_choice import Choice, title_of
from planviz.ui.view import View


def show_download(view: View, choice: Choice, plan: Plan, decorations: Decorations) -> None:
    """A button that opens the menu; the file is made only when it is asked for."""
    with st.popover("Save this plan", icon=":material/download:"):
        suffix = st.radio("Format", list(FORMATS), format_func=lambda each: FORMATS[each].title, horizontal=True)
        themes = ["light", "dark"]
        theme = st.radio("Colours", themes, index=themes.index(view.theme), format_func=str.capitalize, horizontal=True)
        with_caption = st.checkbox("With a caption", value=True)
        caption = caption_of(view.recording, title_of(view, view.recording), view.batch.id, choice.stage)
        # What is folded on the screen is whole in the file.
        export = Export(theme, choice.layout, caption if with_caption else "", replace(decorations, folded=frozenset()))
        st.download_button(
            f"Save as {FORMATS[suffix].title}",
            lambda: export_plan(plan, suffix, export),
            f"{view.run}-{view.noun.one}-{view.batch.id}-{choice.stage}.{suffix}".replace("/", "-"),
            FORMATS[suffix].media_type,
            type="primary",
            on_click="ignore",
        )
        st.caption("The picture is of the whole plan, whatever part of it is on the screen.")
