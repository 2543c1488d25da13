"""The colours of the physics picture: those of every picture, and some of its own; shapes double them."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.render.inks import DARK, LIGHT, Inks


@dataclass(frozen=True, slots=True)
class Palette:
    """A colour for each thing that is drawn."""

    ink: Inks
    late: str
    late_edge: str
    window: str
    window_text: str
    state: str

    @property
    def background(self) -> str:
        return self.ink.background

    @property
    def text(self) -> str:
        return self.ink.text

    @property
    def muted(self) -> str:
        return self.ink.muted

    @property
    def grid(self) -> str:
        return self.ink.line

    @property
    def band(self) -> str:
        return self.ink.panel

    @property
    def on_time(self) -> str:
        return self.ink.data

    @property
    def dropped(self) -> str:
        return self.ink.watermark

    @property
    def watermark(self) -> str:
        return self.ink.watermark

    @property
    def seen(self) -> str:
        return self.ink.newest


PALETTES = {
    "light": Palette(
        LIGHT, late="#F0A30A", late_edge="#8A5A00", window="#7A4FD0", window_text="#4B3294", state="#56708C"
    ),
    "dark": Palette(
        DARK, late="#FFC04D", late_edge="#6B4700", window="#A98BFF", window_text="#D6C9FF", state="#8FA9C4"
    ),
}
