"""What a stateful operator and its stores are called: Spark reports them by names of its own."""

from __future__ import annotations

USER_CODE = ("applyInPandas", "flatMapGroups", "transformWithState")
"""How the names of operators begin whose state the user's own code keeps and removes."""

_OPERATORS = {
    "stateStoreSave": "aggregation",
    "sessionWindowStateStoreSave": "session windows",
    "dedupeWithinWatermark": "deduplication within the watermark",
    "dedupe": "deduplication",
    "symmetricHashJoin": "join of two streams",
    "transformWithState": "transformWithState",
    "globalLimit": "limit",
}
"""How the operator's name begins; the longer name stands before the shorter one."""

_STORES = {
    "left-keyWithIndexToValue": "rows of the left side",
    "right-keyWithIndexToValue": "rows of the right side",
    "left-keyToNumValues": "how many rows each key has on the left",
    "right-keyToNumValues": "how many rows each key has on the right",
    "$eventTimers_keyToTimestamp": "timers that wait for the watermark",
    "$procTimers_keyToTimestamp": "timers that wait for the clock",
}


def operator_words(operator: str) -> str:
    """A stateful operator in a word or two; one that is not known keeps Spark's name."""
    return next((words for start, words in _OPERATORS.items() if operator.startswith(start)), operator)


def store_words(store: str) -> str:
    """What a store holds; nothing for an operator's only store, and its own name for one that is not known."""
    return _STORES.get(store, "" if store == "default" else store)
