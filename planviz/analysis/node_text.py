"""Reads the text Spark prints for an operator: arguments apart, without expression ids, long expressions broken into lines."""

from __future__ import annotations

import re
from functools import lru_cache

from planviz.model import PlanNode

READ_LIMIT = 20_000
"""Longer texts are literals of somebody's: they are shown whole as text, but not taken apart."""

_OPEN, _CLOSE = "([{", ")]}"
_EXPRESSION_ID = re.compile(r",? ?\[(?:plan_)?id=#?\d+\]|#\d+L?\b")
_WATERMARK_TAG = re.compile(r"-T\d+ms\b")
_MARKS = "~'!"
_SIGNS = re.compile(r"[\[\](){},]")


def readable(text: str) -> str:
    """The text without expression ids and watermark tags: `time#270-T600000ms` is `time`."""
    return _WATERMARK_TAG.sub("", _EXPRESSION_ID.sub("", text))


def argument_text(node: PlanNode) -> str:
    """What Spark prints after the operator's name; `Sort(a)` and `Sort a` both give `a`."""
    return _argument_text(node.name, node.text)


@lru_cache(maxsize=1024)
def _argument_text(operator: str, text: str) -> str:
    text = text.lstrip(_MARKS).strip()
    for name in (operator, _first_word(text)):
        if name and text.startswith(name):
            text = text[len(name) :]
            break
    text = text.strip()
    if text.startswith("(") and _closing(text, 0) == len(text) - 1:
        text = text[1:-1]
    return text.strip().removeprefix(", ")


def _first_word(text: str) -> str:
    match = re.match(r"\w+", text)
    return match.group() if match else ""


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` closes, or -1."""
    depth = 0
    for sign in _SIGNS.finditer(text, start, READ_LIMIT):
        if sign.group() in _OPEN:
            depth += 1
        elif sign.group() in _CLOSE:
            depth -= 1
            if depth == 0:
                return sign.start()
    return -1


@lru_cache(maxsize=1024)
def split_arguments(text: str) -> tuple[str, ...]:
    """The parts between the commas that are in no bracket."""
    if len(text) > READ_LIMIT:
        return (text,)
    parts, depth, start = [], 0, 0
    for sign in _SIGNS.finditer(text):
        character = sign.group()
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth = max(depth - 1, 0)
        elif depth == 0:
            parts.append(text[start : sign.start()].strip())
            start = sign.end()
    parts.append(text[start:].strip())
    return tuple(part for part in parts if part)


def arguments(node: PlanNode) -> tuple[tuple[str, str], ...]:
    """The operator's arguments as (name, value); those Spark prints without a name have an empty one."""
    return _arguments(node.name, node.text)


@lru_cache(maxsize=1024)
def _arguments(name: str, text: str) -> tuple[tuple[str, str], ...]:
    # Kept by the texts: they are the same in most batches, and a node itself is slow to compare.
    return tuple(_named(part) for part in split_arguments(_argument_text(name, text)))


_NAMED = re.compile(r"([A-Za-z][\w ]{0,40}?)\s?(?:=|: )\s?(.*)", re.DOTALL)


def _named(part: str) -> tuple[str, str]:
    match = _NAMED.fullmatch(part)
    return (match.group(1), match.group(2)) if match else ("", part)


def named_argument(node: PlanNode, name: str) -> str:
    """The value of a named argument without its outer brackets, or an empty text."""
    return next((unwrap(value) for key, value in arguments(node) if key == name), "")


@lru_cache(maxsize=1024)
def unwrap(text: str) -> str:
    """`[a, b]` without the brackets, if they belong to each other."""
    text = text.strip()
    if text[:1] and text[0] in "[" and _closing(text, 0) == len(text) - 1:
        return text[1:-1].strip()
    return text


def broken_into_lines(text: str, width: int = 60) -> str:
    """A long expression with each bracket that does not fit on a line broken open, as code is laid out."""
    if len(text) <= width or len(text) > READ_LIMIT:
        return text
    pairs = _bracket_pairs(text)
    lines: list[str] = []
    line, depth, index = "", 0, 0
    while index < len(text):
        character = text[index]
        if index in pairs and pairs[index] - index + len(line) <= width:
            line += text[index : pairs[index] + 1]
            index = pairs[index] + 1
            continue
        if character in _CLOSE and depth:
            lines.append(line)
            depth -= 1
            line = "  " * depth + character
        elif index in pairs or (character == "," and (depth or len(line) > width)):
            lines.append(line + character)
            depth += index in pairs
            line = "  " * depth
            while text[index + 1 : index + 2] == " ":
                index += 1
        else:
            line += character
        index += 1
    return "\n".join(each.rstrip() for each in [*lines, line] if each.strip())


def _bracket_pairs(text: str) -> dict[int, int]:
    """The place of each opening bracket and of the one that closes it."""
    pairs, open_at = {}, []
    for index, character in enumerate(text):
        if character in _OPEN:
            open_at.append(index)
        elif character in _CLOSE and open_at:
            pairs[open_at.pop()] = index
    return pairs
