"""Lines up two sequences: which item of the one is which of the other, in order, as many as possible."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher


def align(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of indexes of equal items. Equal beginnings and ends are taken first, which makes the usual case linear."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    pairs = [(index, index) for index in range(start)]
    middle = SequenceMatcher(None, before[start : len(before) - end], after[start : len(after) - end], autojunk=False)
    for block in middle.get_matching_blocks():
        pairs += [(start + block.a + step, start + block.b + step) for step in range(block.size)]
    pairs += [(len(before) - end + step, len(after) - end + step) for step in range(end)]
    return pairs
