"""The colours and icons of pictures, light and dark; families differ in hue, in lightness and in icon."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that do not depend on what is drawn."""

    background: str
    text: str
    muted: str
    edge: str
    group_line: str
    group_fill: str
    chip: str
    added: str
    removed: str
    changed: str
    role: str
    on_accent: str


THEMES = {
    "light": Theme(
        background="#FFFFFF", text="#18212F", muted="#566173", edge="#94A0B2", group_line="#B9C3D2", group_fill="#F3F6FA",
        chip="#FFFFFF", added="#15803D", removed="#C22F2F", changed="#B45309", role="#334155", on_accent="#FFFFFF",
    ),
    "dark": Theme(
        background="#0E1117", text="#E8ECF2", muted="#A3AFBF", edge="#5F6E84", group_line="#3A4658", group_fill="#151B25",
        chip="#0E1117", added="#4ADE80", removed="#F87171", changed="#FBBF24", role="#CBD5E1", on_accent="#0E1117",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FamilyStyle:
    """How a family looks: fill and line in both themes, and its icon as a path in a 16 × 16 box."""

    light_fill: str
    light_line: str
    dark_fill: str
    dark_line: str
    icon: str

    def fill(self, theme: str) -> str:
        return self.dark_fill if theme == "dark" else self.light_fill

    def line(self, theme: str) -> str:
        return self.dark_line if theme == "dark" else self.light_line


FAMILY_STYLES = {
    "source": FamilyStyle("#E8F1FE", "#2563C9", "#10233F", "#6EA8FF", "M8 2v7M4.8 6.2L8 9.5l3.2-3.3M2.5 10v3.5h11V10"),
    "sink": FamilyStyle("#E2F4F1", "#0F7A6C", "#0C2B28", "#45C9B7", "M8 9.5V2M4.8 5.2L8 2l3.2 3.2M2.5 10v3.5h11V10"),
    "state": FamilyStyle(
        "#F0EAFC", "#6D3FC0", "#241A3D", "#B594FF",
        "M3 4c0-1.1 2.2-2 5-2s5 .9 5 2v8c0 1.1-2.2 2-5 2s-5-.9-5-2zM3 4c0 1.1 2.2 2 5 2s5-.9 5-2M3 8c0 1.1 2.2 2 5 2s5-.9 5-2",
    ),
    "aggregate": FamilyStyle("#FDEBEE", "#B4233F", "#381620", "#FF8098", "M12.5 4.5V2.5h-9L8.3 8l-4.8 5.5h9v-2"),
    "exchange": FamilyStyle("#FFF3DC", "#9A5B00", "#332509", "#F5B94A", "M2 4.5h3.5l5 7H14M2 11.5h3.5l5-7H14M12 2.5l2 2-2 2M12 9.5l2 2-2 2"),
    "join": FamilyStyle("#FBE9F6", "#A02682", "#351530", "#F08AD6", "M10 8a3.8 3.8 0 1 1-7.6 0a3.8 3.8 0 1 1 7.6 0zM13.6 8a3.8 3.8 0 1 1-7.6 0a3.8 3.8 0 1 1 7.6 0z"),
    "watermark": FamilyStyle("#E1F3FA", "#08708F", "#0B2A36", "#58C4E8", "M8 1.8s4.6 5 4.6 8A4.6 4.6 0 0 1 8 14.4A4.6 4.6 0 0 1 3.4 9.8c0-3 4.6-8 4.6-8z"),
    "filter": FamilyStyle("#F2F4F7", "#4B5768", "#1B222D", "#B3BFD0", "M2 3h12L9.5 8.6V13.5l-3-1.8V8.6z"),
    "project": FamilyStyle("#F2F4F7", "#4B5768", "#1B222D", "#B3BFD0", "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10"),
    "expand": FamilyStyle("#EFF6E4", "#557A0E", "#1F2A0C", "#AED355", "M2 8h4M6 8l4-4.5h3.5M6 8l4 4.5h3.5M6 8h7.5"),
    "sort": FamilyStyle("#F2F4F7", "#4B5768", "#1B222D", "#B3BFD0", "M2.5 4h11M2.5 8h7.5M2.5 12h4"),
    "code": FamilyStyle("#FFF7D1", "#7A6200", "#2D2708", "#E8CE4E", "M6 3c-2 0-2 1-2 2.5S4 8 2.5 8C4 8 4 9 4 10.5S4 13 6 13M10 3c2 0 2 1 2 2.5S12 8 13.5 8C12 8 12 9 12 10.5S12 13 10 13"),
    "adaptive": FamilyStyle("#F2F4F7", "#5F6B7C", "#1B222D", "#9FADC0", "M13 8a5 5 0 1 1-1.5-3.6M13.2 2v3h-3"),
    "other": FamilyStyle("#F2F4F7", "#5F6B7C", "#1B222D", "#9FADC0", "M3 3h10v10H3z"),
}  # fmt: skip

SANS = (
    "'Source Sans','Source Sans 3','Source Sans Pro',Inter,Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"
)
MONO = "'Source Code Pro',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
