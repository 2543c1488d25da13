"""`planviz.record`: records a query of the user's, and loses nothing that was recorded in that place before."""

from __future__ import annotations

import contextlib
import inspect
import itertools
import warnings
from pathlib import Path

from pyspark.sql.streaming.query import StreamingQuery

from planviz.capture.recorder import Recorder
from planviz.model import SUFFIX, Recording, RecordingError, read_recording

_latest: dict[Path, Recorder] = {}
"""Who recorded last to a file, in this program."""


def record(query: StreamingQuery, path: str | Path | None = None) -> Recorder:
    """Record a running query to a file: `with planviz.record(query, "run.planviz.jsonl"): …`.

    Without a path the file is named after the query, in the current directory. If the file holds earlier runs of this very
    query, which was started again on its checkpoint, the recording goes on there; any other file is kept under a new name.
    A query that is being recorded there already goes on being recorded.
    """
    if not hasattr(query, "_jsq"):
        raise RuntimeError(
            "planviz cannot record this query: it runs on Spark Connect, where the driver's plans are out of reach. "
            "Record it from a classic PySpark session."
        )
    place = Path(path or f"{query.name or query.id}{SUFFIX}")
    recorder = _at_work(place, query)
    if recorder is None:
        earlier = _earlier(place, str(query.id))
        if earlier is None:
            _keep(place)
        recorder = _latest[place.resolve()] = Recorder(query, place, source_code=_callers_code(), earlier=earlier)
    return recorder


def _at_work(place: Path, query: StreamingQuery) -> Recorder | None:
    """The recorder that follows this query there already. One whose query is over makes room."""
    recorder = _latest.get(place.resolve())
    if recorder is None or recorder.stopped:
        return None
    if recorder.query.runId == query.runId:
        return recorder
    if recorder.query.isActive:
        raise RuntimeError(
            f"{place} is being written: the query {recorder.query.name or recorder.query.id} is recorded there."
        )
    recorder.stop()
    return None


def _earlier(place: Path, query_id: str) -> Recording | None:
    """What the file holds already, if it is of this query."""
    try:
        recording = read_recording(place)
    except RecordingError:
        return None
    return recording if recording.query.query_id == query_id else None


def _keep(place: Path) -> None:
    """Move what is in the way aside, and say so."""
    if not place.exists() or not place.stat().st_size:
        return
    stem = place.name.removesuffix(SUFFIX)
    names = (place.with_name(f"{stem}-{number}{SUFFIX}") for number in itertools.count(1))
    free = next(each for each in names if not each.exists())
    place.rename(free)
    warnings.warn(f"{place} was there already and is not of this query: it is kept as {free.name}.", stacklevel=3)


def _callers_code(limit: int = 100_000) -> str:
    """The source file of the program that called `record`."""
    frame = inspect.stack()[2].frame
    with contextlib.suppress(OSError, TypeError):
        return inspect.getsource(inspect.getmodule(frame) or frame)[:limit]
    return ""
