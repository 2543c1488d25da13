"""Shows the code of a query, and the scenario as a whole script to take away."""

from __future__ import annotations

import streamlit as st

from planviz.model import Scenario
from planviz.render.scenario_script import scenario_to_script
from planviz.render.script_check import NoScript
from planviz.render.script_kafka import ADDRESS

HEIGHT = 400
"""So high that the script scrolls, and not the box around it."""


def show_query(source_code: str, scenario: Scenario | None) -> None:
    """A button that opens the query as it was recorded and, of a built-in scenario, a script that runs anywhere."""
    if not source_code:
        return
    with st.popover("The query", icon=":material/code:"):
        if scenario is None:
            st.code(source_code, language="python")
            return
        query, script = st.tabs(["The query", "As a script of its own"])
        with query:
            st.code(source_code, language="python")
        with script:
            _script(scenario)


def _script(scenario: Scenario) -> None:
    try:
        text = scenario_to_script(scenario)
    except NoScript as error:
        st.info(str(error), icon=":material/info:")
        return
    broker = f" Start it with the address of a Kafka broker, such as {ADDRESS}." if scenario.needs_kafka else ""
    st.caption(
        "The same query, input and settings in one file that needs PySpark and not planviz. It prints each batch's "
        f"figures and the output.{broker}"
    )
    name = f"{scenario.name}.py"
    st.download_button(name, text, name, "text/x-python", icon=":material/download:", on_click="ignore")
    st.code(text, language="python", height=HEIGHT)
