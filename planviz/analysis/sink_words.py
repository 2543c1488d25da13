"""What a sink is called: Spark reports it by the name of a class, or of a Java object."""

from __future__ import annotations

import re

_SINKS = {
    "Memory": "memory",
    "File": "files",
    "Console": "console",
    "ForeachBatch": "foreachBatch",
    "Foreach": "foreach",
    "Kafka": "Kafka",
    "Noop": "noop",
}
"""How the class's own name begins; the longer name stands before the shorter one."""


def sink_words(sink: str) -> str:
    """The sink as a query names it; one that is not known keeps the name of its class."""
    name = re.split(r"[\[(@$]", sink)[0].rpartition(".")[2]
    return next((words for start, words in _SINKS.items() if name.startswith(start)), name)
