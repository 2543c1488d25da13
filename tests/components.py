"""Reads what a page gives to its components: the tests' browser-less view of them."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest

NAMES = {"gallery": "planviz_gallery", "linked": "planviz_linked"}


def component_data(page: AppTest, name: str) -> list[dict[str, Any]]:
    """The data of every component of that name, in the order of the page."""
    found = [each.proto for each in page.get("bidi_component")]
    return [json.loads(each.json) for each in found if each.component_name == NAMES[name]]


def linked_html(page: AppTest) -> str:
    """All the HTML with links on a page."""
    return "".join(data["html"] for name in NAMES for data in component_data(page, name))
