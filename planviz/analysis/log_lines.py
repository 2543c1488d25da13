"""Explains the offset log and the commit log of a batch line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planviz.analysis.noun import BATCH, EPOCH, Noun
from planviz.analysis.offset_log import log_lines, read_json, split_offset_log
from planviz.analysis.offsets import source_kind


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log as written, a title, what it says in plain words, and settings kept in it."""

    title: str
    text: str
    meaning: str
    settings: Mapping[str, str]


Moment = Callable[[int], str]


def offset_log_lines(log: str, sources: Sequence[str], moment: Moment, noun: Noun = BATCH) -> tuple[LogLine, ...]:
    """The lines of offsets/N: version, what the batch must keep to, then where each source has to end."""
    entry = split_offset_log(log)
    explained = [_version(entry.version)] if entry.version is not None else []
    if entry.metadata is not None:
        explained.append(_metadata(entry.metadata, moment))
    for index, line in enumerate(entry.sources):
        description = sources[index] if index < len(sources) else ""
        explained.append(LogLine(f"Source {index}", line, _end(line, description, noun), {}))
    return tuple(explained)


def commit_log_lines(log: str, moment: Moment, noun: Noun = BATCH) -> tuple[LogLine, ...]:
    """The lines of commits/N: version, and what the next batch starts from."""
    lines = log_lines(log)
    explained = [_version(lines[0])] if lines else []
    for line in lines[1:]:
        value = read_json(line)
        told = value.get("nextBatchWatermarkMs") if isinstance(value, Mapping) else None
        explained.append(LogLine("Done", line, _committed(told, moment, noun), {}))
    return tuple(explained)


def _version(line: str) -> LogLine:
    return LogLine("Version", line, "The version of this file's format.", {})


def _metadata(line: str, moment: Moment) -> LogLine:
    value = read_json(line)
    if not isinstance(value, Mapping):
        return LogLine("Batch", line, "This line is not the JSON that Spark writes here.", {})
    parts = []
    watermark = value.get("batchWatermarkMs")
    if isinstance(watermark, int):
        parts.append(
            f"The watermark of this batch is {moment(watermark)}."
            if watermark > 0
            else "There is no watermark yet (0 is 1970)."
        )
    if isinstance(value.get("batchTimestampMs"), int):
        parts.append(f"current_timestamp() gives {moment(value['batchTimestampMs'])} in the whole batch.")
    conf = value.get("conf")
    settings = {str(name): str(setting) for name, setting in conf.items()} if isinstance(conf, Mapping) else {}
    if settings:
        parts.append(
            f"{len(settings)} settings are kept here: after a restart they hold again, whatever the session says."
        )
    return LogLine("Batch", line, " ".join(parts) or "Nothing but an empty record.", settings)


def _end(line: str, description: str, noun: Noun) -> str:
    if line.strip() == "-":
        return "Nothing had been read from this source yet."
    kind = source_kind(description)
    source = f"This source ({kind.name.lower()})" if kind.prefix else "This source"
    if noun == EPOCH:
        return f"{source} had been read up to here when the epoch ended. {kind.meaning}"
    return f"{source} is read up to here, and no further, even if the batch has to run again. {kind.meaning}"


def _committed(told: Any, moment: Moment, noun: Noun) -> str:
    done = f"That this file exists means that the {noun.one} is done and need not run again."
    if isinstance(told, int) and told > 0:
        return f"{done} The watermark of the next {noun.one} is {moment(told)}."
    return done
