"""Takes from Spark's error what a reader wants to know: its sentences, without class names, codes and stack."""

from __future__ import annotations

import re

from planviz.model import Failure

_BEFORE = re.compile(r"^(?:[\w.$]+(?:Exception|Error|Compatible): )?(?:\[[A-Z_\d.]+\] )?")
_JAVA_CLASS = re.compile(r"^(?:[a-z_]\w*\.)+[A-Z]\w*: (?=\[)")
_AFTER = re.compile(r" ?SQLSTATE: \w+.*| ?\n\tat .*", re.DOTALL)
_PACKAGE = re.compile(r"\b(?:[a-z]+\.){2,}(?=[A-Z])")


def refusal_reason(failure: Failure) -> str:
    """Spark's own words, in one line; classes without their packages."""
    words = _AFTER.sub("", _BEFORE.sub("", failure.message))
    return _PACKAGE.sub("", " ".join(words.split())) or failure.error_class


def without_java_class(message: str) -> str:
    """The whole message, without the name of Java's exception where Spark's error class says the same."""
    return _JAVA_CLASS.sub("", message)
