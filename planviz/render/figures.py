"""A batch's main figures as text: the same words wherever a batch is summed up."""

from __future__ import annotations

from datetime import UTC, datetime

from planviz.model import Batch

_COLUMNS = (
    ("batch", 5),
    ("rows in", 9),
    ("watermark", 19),
    ("state rows", 11),
    ("updated", 8),
    ("removed", 8),
    ("dropped", 8),
    ("rows out", 9),
    ("ms", 7),
)


def batch_header(noun: str = "batch") -> str:
    """The column titles over `batch_line`s."""
    titles = [noun, *(title for title, _ in _COLUMNS[1:])]
    return "  ".join(f"{title:>{width}}" for title, (_, width) in zip(titles, _COLUMNS, strict=True))


def batch_line(batch: Batch) -> str:
    """One batch's main figures in columns; "–" where Spark said nothing."""
    cells = _cells(batch)
    return "  ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, _COLUMNS, strict=True))


def _cells(batch: Batch) -> list[str]:
    progress = batch.progress
    if progress is None:
        return [str(batch.id), "failed" if batch.failure else "–", *["–"] * (len(_COLUMNS) - 2)]
    operators = progress.operators
    figures = [
        sum(operator.rows_total for operator in operators),
        sum(operator.rows_updated for operator in operators),
        sum(operator.rows_removed for operator in operators),
        sum(operator.rows_dropped for operator in operators),
    ]
    return [
        str(batch.id),
        format_count(progress.input_rows) if batch.has_data else "no data",
        format_time(progress.watermark),
        *([format_count(figure) for figure in figures] if operators else ["–"] * len(figures)),
        format_count(rows_out(batch)),
        format_count(progress.batch_ms),
    ]


def rows_out(batch: Batch) -> int | None:
    """How many rows the batch wrote, as the sink or Spark's progress tells."""
    if batch.progress and batch.progress.sink_rows is not None:
        return batch.progress.sink_rows
    return batch.output.total if batch.output else None


def format_count(value: int | None) -> str:
    """A number with separators, or "–"."""
    return "–" if value is None else f"{value:,}"


def format_time(millis: int | None) -> str:
    """A moment in UTC to the second, "none yet" for 1970 (Spark's watermark before any event), or "–"."""
    if millis is None:
        return "–"
    if millis == 0:
        return "none yet"
    moment = datetime.fromtimestamp(millis / 1000, UTC)
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def format_bytes(count: int | None) -> str:
    """Bytes in the unit that reads best."""
    if count is None:
        return "–"
    size = float(count)
    for unit in ("B", "KB", "MB", "GB"):
        if abs(size) < 1024 or unit == "GB":
            break
        size /= 1024
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
