"""What a place in a recording is called: a continuous query has epochs where others have batches."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.analysis.epochs import is_continuous
from planviz.model import Recording


@dataclass(frozen=True, slots=True)
class Noun:
    """The word for one and for several of them."""

    one: str
    many: str


BATCH = Noun("batch", "batches")
EPOCH = Noun("epoch", "epochs")
EITHER = Noun("batch or epoch", "batches or epochs")


def noun_of(*recordings: Recording) -> Noun:
    """The word that fits all of these recordings."""
    kinds = {is_continuous(each) for each in recordings}
    if len(kinds) > 1:
        return EITHER
    return EPOCH if True in kinds else BATCH
