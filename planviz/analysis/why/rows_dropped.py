"""Why rows were dropped: they came after the watermark had passed them."""

from __future__ import annotations

from planviz.analysis.counted import counted
from planviz.analysis.late_rows import LateRows, late_rows
from planviz.analysis.moment import Moments
from planviz.analysis.watermark import late_watermark
from planviz.analysis.why.sentence import Sentence
from planviz.model import Batch, Recording


def rows_dropped(recording: Recording, batch: Batch) -> Sentence | None:
    """How many rows came too late, the watermark they were measured against, and what Spark counts them as."""
    operators = batch.progress.operators if batch.progress else ()
    dropped = sum(operator.rows_dropped for operator in operators)
    if batch.progress is None or not dropped:
        return None
    place = next(place for place, operator in enumerate(operators) if operator.rows_dropped)
    late = late_rows(recording, batch, place)
    mark = late_watermark(batch, place)
    oldest = late.oldest if late else batch.progress.event_min
    figures = {"dropped": dropped, "rows": late.dropped if late else None, "watermark": mark, "oldest": oldest}
    moments = Moments(recording)
    because = f": everything up to the watermark {moments.text(mark)} is closed" if mark else ""
    if mark and oldest is not None and oldest < mark:
        because += f", and the oldest event of this batch is {moments.text(oldest)}"
    grouped = operators[place].name == "stateStoreSave"
    told = _told(late, dropped) if late else (f"{counted(dropped, 'row')} {_were(dropped)} dropped as too late", "")
    note = told[1] or (" Spark counts rows of the same window and key as one." if grouped and not late else "")
    return Sentence(f"{told[0]}{because}.{note}", figures, "warning")


def _told(late: LateRows, spark: int) -> tuple[str, str]:
    """What became of the late rows, and why Spark's count may be another one."""
    parts = []
    if late.dropped:
        parts.append(f"{counted(late.dropped, 'row')} came too late and {_were(late.dropped)} dropped")
    if late.partly:
        windows = "one of its windows" if late.partly == 1 and spark == 1 else "some of their windows"
        parts.append(
            f"{counted(late.partly, 'row')} came too late for {windows}, and {_were(late.partly)} counted in the other"
        )
    if spark == late.dropped + late.partly:
        return "; ".join(parts), ""
    why = (
        "a row for each of its windows"
        if spark > late.dropped + late.partly
        else "it adds up the rows of a window and key before it looks at their time"
    )
    return "; ".join(parts), f" Spark counts {spark:,}: {why}."


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
