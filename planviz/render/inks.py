"""The colours of charts and diagrams, light and dark; they can be told apart by colour-blind people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours by what they stand for, the same in every picture."""

    background: str
    panel: str
    text: str
    muted: str
    line: str
    data: str
    late: str
    watermark: str
    newest: str
    state: str
    quiet: str
    accent: str


LIGHT = Inks(
    background="#FFFFFF", panel="#F4F6F9", text="#18212F", muted="#566173", line="#DCE2EA", data="#1B998B", late="#C77F00",
    watermark="#D7263D", newest="#2F6FDE", state="#7A4FD0", quiet="#A9B4C4", accent="#2F6FDE",
)  # fmt: skip
DARK = Inks(
    background="#0E1117", panel="#161B24", text="#E6EAF0", muted="#A3AFBF", line="#2A3340", data="#3CC4B4", late="#F5B94A",
    watermark="#FF6B7F", newest="#6EA8FF", state="#A98BFF", quiet="#5F6E84", accent="#6EA8FF",
)  # fmt: skip


def inks(theme: str) -> Inks:
    """The colours for "light" or "dark"."""
    return DARK if theme == "dark" else LIGHT


def series_colors(theme: str) -> tuple[str, ...]:
    """Colours for things that only differ, such as the operators of a query or the steps of a batch."""
    if theme == "dark":
        return ("#6EA8FF", "#F5B94A", "#A98BFF", "#F08AD6", "#3CC4B4", "#A5CF5B", "#5F6E84")
    return ("#2F6FDE", "#F0A202", "#7A4FD0", "#C2408F", "#1B998B", "#7FA83A", "#A9B4C4")
