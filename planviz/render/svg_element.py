"""Writes single SVG elements: numbers short and always the same, text always escaped."""

from __future__ import annotations

from planviz.render.safe_text import escaped


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element; an attribute's `_` stands for `-`, a trailing one is dropped, and None leaves the attribute out."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


def text(x: float, y: float, content: str, fill: str, size: float = 12, /, **attributes: str | float | None) -> str:
    """A line of text."""
    return element("text", escaped(content) or " ", x=x, y=y, font_size=size, fill=fill, **attributes)


def text_width(content: str, size: float = 12) -> float:
    """About how wide a text is: enough to keep texts apart."""
    return sum(0.86 if sign in "MWmw—…" else 0.3 if sign in "il.,:;|' " else 0.56 for sign in content) * size


def shorten(content: str, width: float, size: float = 12) -> str:
    """The text cut to a width, with an ellipsis; empty if not even a letter fits."""
    if text_width(content, size) <= width:
        return content
    while content and text_width(content + "…", size) > width:
        content = content[:-1]
    return content + "…" if content else ""
