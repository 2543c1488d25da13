"""The text pool gives back every text exactly, and stores what repeats once."""

import json

import pytest

from planviz.model.textpool import TextPool

TEXTS = [
    "",
    "no number",
    "StateStoreSave [w#2], state info [ ver = 3, opId = 0]",
    "StateStoreSave [w#2], state info [ ver = 12, opId = 0]",
    "007 and 0 and 1e-07 and 99999999999999999999999999",
    "at 2024-01-01T12:00:00.000Z run 97c91c11-2f75-49fb-a30d-462e59424216 writer@bcc749c",
    "Arabic digits ١٢٣ and \u0000 and \u202e and 😀 #12 #12 #7",
    "9" * 10_000,
]


@pytest.mark.parametrize("text", TEXTS)
def test_lossless(text: str) -> None:
    """What is decoded is what was encoded, also after a trip through JSON."""
    pool = TextPool()
    assert pool.decode(json.loads(json.dumps(pool.encode(text)))) == text


def test_similar_texts_share_a_template() -> None:
    """Texts that differ in numbers only are stored as one template and the numbers that changed."""
    pool = TextPool()
    pool.encode("ver = 3, plan_id=17, id = 0")
    assert pool.encode("ver = 4, plan_id=17, id = 0") == [0, 0, 4]
    assert len(pool.templates) == 1


def test_expression_ids_change_together() -> None:
    """An expression id that occurs often costs one value, not one per occurrence."""
    pool = TextPool()
    pool.encode("[word#5, count#6] by word#5, word#5")
    assert pool.encode("[word#15, count#16] by word#15, word#15") == [0, 0, 15, 1, 16]


def test_ids_that_part_make_a_new_template() -> None:
    """Where two equal ids become different ones, the text is still given back exactly."""
    pool = TextPool()
    pool.encode("a#1 b#1")
    assert pool.decode(pool.encode("a#1 b#2")) == "a#1 b#2"
