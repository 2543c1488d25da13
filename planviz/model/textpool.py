"""Stores texts that differ only in numbers and ids once, and per occurrence only what differs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Encoded: TypeAlias = list[int | str]

_HOLE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"  # a timestamp
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # a UUID
    r"|(?<=@)[0-9a-f]{3,8}\b"  # a Java object's hash
    r"|(?<=#)[0-9]+"  # an expression id
    r"|[0-9]+"
)


@dataclass(frozen=True, slots=True)
class Template:
    """A text with holes: `pieces[i]` is followed by the value of slot `slots[i]`; `first` holds the first text's values."""

    pieces: tuple[str, ...]
    slots: tuple[int, ...]
    first: tuple[str, ...]


def template_from_json(record: Mapping[str, Any]) -> Template:
    """The template that a record of the file holds."""
    return Template(tuple(record["pieces"]), tuple(record["slots"]), tuple(record["first"]))


class TextPool:
    """Turns texts into short lists and back, without loss.

    An encoded text is [template, slot, value, slot, value …]: only slots whose value is not the template's first one.
    """

    def __init__(self) -> None:
        self.templates: list[Template] = []
        self._known: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}

    def encode(self, text: str) -> Encoded:
        """The text in short; may append to `templates`, which the caller has to store before it."""
        pieces, slots, values = _split(text)
        number = self._known.get((pieces, slots))
        if number is None:
            number = self.add(Template(pieces, slots, values))
        encoded: Encoded = [number]
        for slot, (value, first) in enumerate(zip(values, self.templates[number].first, strict=True)):
            if value != first:
                encoded += [slot, _shorten(value)]
        return encoded

    def decode(self, encoded: Encoded) -> str:
        """The very text that was encoded."""
        template = self.templates[int(encoded[0])]
        values = list(template.first)
        for slot, value in zip(encoded[1::2], encoded[2::2], strict=True):
            values[int(slot)] = str(value)
        parts: list[str] = []
        for piece, slot in zip(template.pieces, template.slots, strict=False):
            parts += (piece, values[slot])
        parts.append(template.pieces[-1])
        return "".join(parts)

    def add(self, template: Template) -> int:
        """Append a template and return its number."""
        number = len(self.templates)
        self.templates.append(template)
        self._known[template.pieces, template.slots] = number
        return number


def _split(text: str) -> tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]:
    """Pieces, slot of each hole, value of each slot. Expression ids of equal value share a slot: they change together."""
    pieces: list[str] = []
    slots: list[int] = []
    values: list[str] = []
    ids: dict[str, int] = {}
    end = 0
    for match in _HOLE.finditer(text):
        value = match.group()
        pieces.append(text[end : match.start()])
        end = match.end()
        is_id = text[match.start() - 1 : match.start()] == "#"
        slot = ids.get(value) if is_id else None
        if slot is None:
            slot = len(values)
            values.append(value)
            if is_id:
                ids[value] = slot
        slots.append(slot)
    pieces.append(text[end:])
    return tuple(pieces), tuple(slots), tuple(values)


def _shorten(value: str) -> int | str:
    """A number as a JSON number where that gives the same digits back."""
    return int(value) if len(value) < 19 and value.isdigit() and str(int(value)) == value else value
