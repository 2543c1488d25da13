"""The colours of the physics picture, for light and dark; told apart by colour-blind people, and doubled by shapes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """A colour for each thing that is drawn."""

    background: str
    text: str
    muted: str
    grid: str
    band: str
    on_time: str
    late: str
    late_edge: str
    dropped: str
    watermark: str
    seen: str
    window: str
    window_text: str
    state: str


PALETTES = {
    "light": Palette(
        background="#ffffff",
        text="#1d2530",
        muted="#5a6675",
        grid="#e3e8ee",
        band="#f5f7fa",
        on_time="#0a8f75",
        late="#f0a30a",
        late_edge="#8a5a00",
        dropped="#c9281c",
        watermark="#c9281c",
        seen="#1f6fd0",
        window="#7b5bd0",
        window_text="#4b3294",
        state="#56708c",
    ),
    "dark": Palette(
        background="#0e1117",
        text="#f1f4f8",
        muted="#a2adba",
        grid="#2b323c",
        band="#161b23",
        on_time="#35c3a2",
        late="#ffc04d",
        late_edge="#6b4700",
        dropped="#ff6f61",
        watermark="#ff6f61",
        seen="#6fb0ff",
        window="#a68cf2",
        window_text="#d6c9ff",
        state="#8fa9c4",
    ),
}

FONT = "'Source Sans Pro','Source Sans 3','Source Sans',Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
