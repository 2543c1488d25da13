"""The chapters of the course: each group of scenarios with what one learns in it, in teaching order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of scenarios, what it teaches, and the page that shows more of it: what the link says, and where it leads."""

    title: str
    teaches: str
    more: tuple[str, str] | None = None

    @property
    def slug(self) -> str:
        """How a link names the chapter."""
        return self.title.lower().replace(" ", "-")


CHAPTERS = (
    Chapter(
        "Basics",
        "A stream is a table that never ends: Spark works it off in small batches, from a source to a sink. Meet both in "
        "all their kinds, with queries that you could run on a plain table.",
    ),
    Chapter(
        "Output modes",
        "One word count, three answers to the question of what a batch writes: only what is final, what has changed, or "
        "everything.",
        ("Which query allows which mode, as tried on Spark", "?page=support"),
    ),
    Chapter(
        "Triggers",
        "When does the next batch begin? At once, at fixed times, only for what is there now, or without batches at all.",
        ("Which source allows which trigger, as tried on Spark", "?page=support#source"),
    ),
    Chapter(
        "Event time",
        "When something happened is not when Spark saw it. Windows sort rows by event time, and the watermark says how long "
        "to wait for late ones, when a result is final, and when its state may go.",
    ),
    Chapter(
        "State",
        "What a query remembers from batch to batch: counts, keys it has seen, timers of your own. Where it is kept, how "
        "it is read and written, and why some of it never goes away.",
    ),
    Chapter(
        "Joins",
        "A stream joined with a table needs no memory. Two streams have to wait for each other: only a bound on time "
        "tells for how long.",
    ),
    Chapter(
        "Recovery",
        "Stop a query or kill it in mid-batch, and start it again: the checkpoint knows what was read, what was done, and "
        "what was in the state.",
    ),
    Chapter(
        "Unsupported",
        "Some operations make no sense on a table that never ends. Spark says so before it starts; here is why, and what "
        "to do instead.",
        ("Every refused operation, with Spark's own words", "?page=support#operations"),
    ),
    Chapter(
        "Monitoring",
        "The same facts by every way Spark tells them: ask the running query, or be told.",
    ),
)
