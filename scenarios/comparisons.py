"""Comparisons worth looking at: runs that differ in one thing, and what that thing does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two or three runs side by side; `name@2` is the second life of a query that was started again."""

    group: str
    title: str
    runs: tuple[str, ...]
    lesson: str

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of the scenarios that the runs are of."""
        return tuple(run.partition("@")[0] for run in self.runs)


WRITTEN = "What is written, and when"
LATE = "Late rows, windows and the watermark"
KEPT = "What the state keeps"
AFTER = "After a restart or a failure"

COMPARISONS = (
    Comparison(
        WRITTEN,
        "Output modes",
        ("words-append", "words-update", "words-complete"),
        "One word count, three output modes: append is refused, update writes what changed, complete writes everything. "
        "The state is the same in both that run.",
    ),
    Comparison(
        WRITTEN,
        "Once and availableNow",
        ("trigger-once", "trigger-available-now"),
        "Both take what is there and end: once in a single batch, availableNow in batches of the size you allow.",
    ),
    Comparison(
        LATE,
        "A watermark in each mode",
        ("watermark-append", "watermark-update", "watermark-complete"),
        "The same windows: append writes a window once it is closed, update whenever it changes, and complete never lets "
        "go of any.",
    ),
    Comparison(
        LATE,
        "Update or complete: who may clean up",
        ("watermark-update", "watermark-complete"),
        "Condition A for cleaning up, met and broken: in update mode a closed window leaves the state, in complete mode "
        "the same watermark removes nothing.",
    ),
    Comparison(
        LATE,
        "With and without a watermark",
        ("watermark-update", "no-watermark"),
        "Without a watermark no row is ever too late, and no window ever leaves the state.",
    ),
    Comparison(
        LATE,
        "Watermark delay: 10 s and none",
        ("watermark-append", "watermark-zero"),
        "A shorter delay writes results sooner, and drops rows that a longer one would have waited for.",
    ),
    Comparison(
        LATE,
        "With and without no-data batches",
        ("watermark-append", "no-data-batches-off"),
        "The batch without data is what closes a window; without it the window waits for the next row to come.",
    ),
    Comparison(
        LATE,
        "Event time among the keys, or not",
        ("event-time-key", "clean-up-b-broken"),
        "Condition B for cleaning up, met and broken: grouped by the event time a group leaves once the watermark has passed "
        "it; grouped by page alone, no group ever does.",
    ),
    Comparison(
        LATE,
        "Slowest or fastest stream",
        ("slowest-stream", "fastest-stream"),
        "Two streams, one watermark: by default the slowest decides; with the policy max the fastest does, and rows of "
        "the slow one are dropped.",
    ),
    Comparison(
        KEPT,
        "Deduplication without, with, within",
        ("dedup", "dedup-watermark", "dedup-within-watermark"),
        "What a duplicate is, and for how long its key is remembered.",
    ),
    Comparison(
        KEPT,
        "Join with and without a time bound",
        ("join-inner", "join-unbounded"),
        "The same ads and clicks: with a bound on time the state is cleaned up, without one it only grows.",
    ),
    Comparison(
        KEPT,
        "State stores",
        ("hdfs-store", "rocksdb-store"),
        "The same query and the same figures on both stores; what each of them measures differs.",
    ),
    Comparison(
        AFTER,
        "Before and after a restart",
        ("restart@1", "restart@2"),
        "Two lives of one query on the same checkpoint: the second begins with the batch, the offsets and the state "
        "version at which the first ended.",
    ),
    Comparison(
        AFTER,
        "Before and after a kill in mid-batch",
        ("kill-mid-batch@1", "kill-mid-batch@2"),
        "Batch 1 was begun and not committed: of the killed attempt only its offsets are left. The second life finds them "
        "in the log and reads the same again.",
    ),
    Comparison(
        AFTER,
        "After a failure: file sink and foreach",
        ("file-sink-exactly-once", "foreach-duplicates"),
        "The same batch runs twice: the file sink has its rows once, the foreach writer has some of them twice.",
    ),
)
