"""`planviz show`: a recording's summary in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from planviz.analysis.lives import failure_reason
from planviz.analysis.noun import noun_of
from planviz.cli.command import Command
from planviz.model import QueryRun, Recording, read_recording
from planviz.render.figures import batch_header, batch_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a recording")


def run(options: argparse.Namespace) -> int:
    recording = read_recording(options.file)
    for line in summary(recording):
        print(line)
    return 0


def summary(recording: Recording) -> list[str]:
    """What the query is, and one line a batch."""
    query = recording.query
    facts = [
        ("query", query.name or query.query_id),
        ("scenario", query.scenario),
        ("engine", f"{query.engine}, {query.trigger}"),
        ("sink", f"{query.sink}, {query.output_mode} mode"),
        ("Spark", f"{query.spark_version} on {query.master}"),
        ("started", query.started_at),
        ("run id", query.run_id if len(recording.runs) < 2 else ""),
    ]
    lines = [f"{name:9} {value}" for name, value in facts if value]
    if len(recording.runs) > 1:
        lines += [f"{f'run {number}':9} {_life(run)}" for number, run in enumerate(recording.runs, 1)]
    lines += ["", batch_header(noun_of(recording).one), *(batch_line(batch) for batch in recording.batches)]
    if not recording.batches:
        lines.append("No batch was recorded.")
    if recording.failure:
        lines += ["", *([] if recording.failure.signal else ["The query failed:"])]
        lines.append(recording.failure.message.splitlines()[0])
    elif not recording.finished:
        lines += ["", "The recording has no end: the query still runs, or was killed."]
    lines += [f"Note: {note}" for note in recording.notes]
    return lines


def _life(run: QueryRun) -> str:
    """One of several lives of the query: its id, and why it ended, if not because it was asked to."""
    return f"{run.query.run_id}{f': {failure_reason(run.failure.message)}' if run.failure else ''}"


COMMAND = Command(
    "show", "Summarise a recording: batches, watermark, state, dropped rows, durations.", add_arguments, run
)
