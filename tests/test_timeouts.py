"""Rows that a function removed at their timeout: what they waited for, by Spark's own figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planviz.analysis.state_change import StateRow
from planviz.analysis.timeouts import PassedTimeouts, passed_timeouts
from planviz.analysis.timers import batch_clock
from planviz.analysis.why.state_shrank import state_shrank
from planviz.model.progress import read_time
from tests.shipped import batch, shipped


def row(timeout: object) -> StateRow:
    return StateRow("removed", {"user": "ann"}, {"groupState": {}, "timeoutTimestamp": timeout}, None, 0, "")


def noon(time: str) -> int:
    millis = read_time(f"2024-01-01T{time}Z")
    assert millis is not None
    return millis


def test_by_the_watermark() -> None:
    """ann's timeout was 12:01:40, a minute after her last click, and the watermark has come to 12:01:50."""
    told = state_shrank(shipped("pandas-state"), batch("pandas-state", 5))
    assert told and told.text == (
        "1 row left the state: the query's own code removed it; its timeout 12:01:40 was over, as the watermark has come to "
        "12:01:50."
    )


@pytest.mark.parametrize("number", [1, 2])
def test_by_the_clock(number: int) -> None:
    """A timeout by the clock is a tenth of a second after the clock of the batch that set it, and is measured by a batch's own."""
    now, before = (batch_clock(batch("pandas-timeout", each)) for each in (number, number - 1))
    told = state_shrank(shipped("pandas-timeout"), batch("pandas-timeout", number))
    assert now and before and told
    assert passed_timeouts(batch("pandas-timeout", number), [row(before + 100)]) == PassedTimeouts(
        (before + 100,), False, now
    )
    assert f"was over, as the batch began at {clock(now)}" in told.text
    assert f"its timeout {clock(before + 100)} " in told.text


def clock(millis: int) -> str:
    seconds, rest = divmod(millis, 1000)
    minutes, hours = seconds // 60 % 60, seconds // 3600 % 24
    return f"{hours:02}:{minutes:02}:{seconds % 60:02}" + (f".{rest:03}" if rest else "")


def test_only_what_is_over() -> None:
    """Spark times out what is before the watermark, not what is equal; a row without a timeout says nothing of why it left."""
    last = batch("pandas-state", 5)
    mark = noon("12:01:50")
    assert passed_timeouts(last, [row(mark - 1), row(mark - 2)]) == PassedTimeouts((mark - 2, mark - 1), True, mark)
    for rows in ([row(mark)], [row(mark - 1), row(mark + 1)], [row(-1)], [row(None)], []):
        assert passed_timeouts(last, rows) is None
    assert passed_timeouts(replace(last, plans={}), [row(mark - 1)]) is None
    assert passed_timeouts(batch("transform-with-state", 5), [row(1)]) is None
