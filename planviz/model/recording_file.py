"""The recording file: JSON lines, append-only, so that every finished batch survives whatever happens next.

The first line names the format and its version. Every other line is one record, told apart by its "r":

    query      facts about the query                 started    the plan it was started with
    template   a text with holes (see textpool)      batch      one micro-batch
    state      content of one state store            input      rows a source brought to a batch
    note       why something is missing              end        the query ended, with its error if it failed

A second "query" is the query started again on its checkpoint; an "end" with "more" is an end before such a restart.
A second "batch" of an id is the same batch run again: the first one was not committed.
"""

from __future__ import annotations

FORMAT = "planviz-recording"
VERSION = 1
SUFFIX = ".planviz.jsonl"

TEXTS = ("progress", "offset_log", "commit_log", "sink_log", "formatted")
"""The parts of a batch that are stored as whole texts."""


class RecordingError(Exception):
    """A recording cannot be read; the message says why and what to do."""
