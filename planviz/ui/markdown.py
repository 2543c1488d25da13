"""Makes text from outside safe inside Streamlit's Markdown."""

from __future__ import annotations

_SIGNS = "\\`*_{}[]()#+-.!|<>:$~"


def escape_markdown(text: str) -> str:
    """The text, with nothing in it that Markdown, its directives or LaTeX could act on."""
    return "".join(f"\\{sign}" if sign in _SIGNS else sign for sign in text)
