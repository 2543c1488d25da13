"""Runs a scenario on Spark, round by round, and records it."""

from __future__ import annotations

import inspect
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pyspark.errors import StreamingQueryException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from planviz.capture.feed import Feed, open_feed
from planviz.capture.recorder import Recorder
from planviz.model import InputRows, Progress, Rows, Scenario, read_progress

ROW_LIMIT = 1000
ARRIVAL_SECONDS = 120

OnRound = Callable[[int, int], None]
"""Called with the number of rounds done and of all rounds."""


class RunStopped(Exception):
    """The run was stopped by the user."""


def run_scenario(
    spark: SparkSession,
    scenario: Scenario,
    path: Path,
    directory: Path,
    on_round: OnRound = lambda _done, _all: None,
    stop: threading.Event | None = None,
) -> None:
    """Run the scenario to its end and record it at `path`; its files live below `directory` and are removed after."""
    workspace = Path(tempfile.mkdtemp(prefix=f"{scenario.name}-", dir=directory))
    feeds = {name: open_feed(stream, workspace / name) for name, stream in scenario.streams.items()}
    previous = {name: spark.conf.get(name, None) for name in scenario.conf}
    try:
        for name, value in scenario.conf.items():
            spark.conf.set(name, value)
        query = _start(spark, scenario, feeds, workspace)
        try:
            _run_rounds(query, scenario, feeds, path, on_round, stop or threading.Event())
        finally:
            query.stop()
    finally:
        _restore(spark, previous)
        for feed in feeds.values():
            feed.close()
        shutil.rmtree(workspace, ignore_errors=True)


def _start(spark: SparkSession, scenario: Scenario, feeds: Mapping[str, Feed], workspace: Path) -> StreamingQuery:
    arguments = {name: feed.argument for name, feed in feeds.items()}
    if "output" in inspect.signature(scenario.build).parameters:
        arguments["output"] = str(workspace / "output")
    writer = scenario.build(spark, **arguments)
    query: StreamingQuery = writer.option("checkpointLocation", str(workspace / "checkpoint")).start()
    return query


def _run_rounds(
    query: StreamingQuery,
    scenario: Scenario,
    feeds: Mapping[str, Feed],
    path: Path,
    on_round: OnRound,
    stop: threading.Event,
) -> None:
    seen: set[int] = set()
    with Recorder(query, path, source_code=scenario.source_code, scenario=scenario.name) as recorder:
        try:
            on_round(0, scenario.rounds)
            # A socket source runs its first batch before any line came; a line sent now might slip into it or not.
            _wait_until_processed(query, feeds, stop)
            for number in range(scenario.rounds):
                for name, feed in feeds.items():
                    if number < len(scenario.streams[name].rounds):
                        feed.push(number)
                _wait_until_processed(query, feeds, stop)
                recorder.catch_up()
                _record_inputs(recorder, query, feeds, seen)
                recorder.read_state()
                on_round(number + 1, scenario.rounds)
        except StreamingQueryException:
            # The failure is in the recording, which is what the user looks at.
            pass


def _wait_until_processed(query: StreamingQuery, feeds: Mapping[str, Feed], stop: threading.Event) -> None:
    """Wait until Spark has taken what was fed, and has run the no-data batches that follow from it."""
    deadline = time.monotonic() + ARRIVAL_SECONDS
    while not all(feed.arrived(_last_progress(query)) for feed in feeds.values()):
        if stop.wait(0.02):
            raise RunStopped
        if query.exception() is not None:
            break
        if time.monotonic() > deadline:
            raise TimeoutError(f"Spark did not take the scenario's input within {ARRIVAL_SECONDS} s.")
    if stop.is_set():
        raise RunStopped
    query.processAllAvailable()


_NO_PROGRESS = read_progress('{"batchId": -1}')


def _last_progress(query: StreamingQuery) -> Progress:
    progress = query.lastProgress
    return read_progress(progress.json) if progress is not None else _NO_PROGRESS


def _record_inputs(recorder: Recorder, query: StreamingQuery, feeds: Mapping[str, Feed], seen: set[int]) -> None:
    """Which of the fed rows each new batch read, by the offsets that Spark reports for it."""
    for event in query.recentProgress:
        progress = read_progress(event.json)
        if progress.batch_id in seen or not progress.executed:
            continue
        seen.add(progress.batch_id)
        for index, source in enumerate(progress.sources):
            for name, feed in feeds.items():
                if feed.feeds(source.description):
                    rows: list[Any] = feed.rows(source.start, source.end)
                    recorder.input(progress.batch_id, InputRows(name, index, Rows(tuple(rows[:ROW_LIMIT]), len(rows))))


def _restore(spark: SparkSession, settings: Mapping[str, str | None]) -> None:
    for name, value in settings.items():
        if value is None:
            spark.conf.unset(name)
        else:
            spark.conf.set(name, value)
