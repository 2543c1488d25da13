"""What a trigger means: Spark reports it by the name of its class, people say “every 2 s”."""

from __future__ import annotations

import re

from planviz.analysis.moment import length_text

_TRIGGER = re.compile(r"(ProcessingTime|OneTime|Once|AvailableNow|Continuous|RealTime)(?:Trigger)?(?:\((\d+)\))?")


def trigger_interval(trigger: str) -> int | None:
    """Milliseconds between two triggers; None if the query has no interval, or starts again at once."""
    kind, millis = _parts(trigger)
    return millis or None if kind == "ProcessingTime" else None


def trigger_words(trigger: str) -> str:
    """A trigger in a few words; one that is not known keeps Spark's name."""
    kind, millis = _parts(trigger)
    length = length_text(millis or 0)
    words = {
        "ProcessingTime": f"every {length}" if millis else "as fast as possible",
        "OneTime": "once",
        "Once": "once",
        "AvailableNow": "available now",
        "Continuous": f"continuous, an epoch every {length}",
        "RealTime": f"real time, batches of {length}",
    }
    return words.get(kind, trigger)


def trigger_text(trigger: str) -> str:
    """What a trigger does, in a sentence; nothing if it is not known."""
    kind, millis = _parts(trigger)
    length = length_text(millis or 0)
    sentences = {
        "ProcessingTime": f"A batch is due every {length}."
        if millis
        else "The next batch starts as soon as there is new data.",
        "OneTime": "One batch, then the query ends.",
        "Once": "One batch, then the query ends.",
        "AvailableNow": "What is there when the query starts is worked off in batches, then the query ends.",
        "Continuous": f"Rows flow without batches; an epoch is marked every {length}.",
        "RealTime": f"A batch stays open for {length} and hands rows on as they come.",
    }
    return sentences.get(kind, "")


def _parts(trigger: str) -> tuple[str, int | None]:
    """The kind of trigger and its milliseconds, as far as it tells them."""
    match = _TRIGGER.search(trigger)
    return (match[1], int(match[2]) if match[2] else None) if match else ("", None)
