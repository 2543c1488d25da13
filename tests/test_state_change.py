"""What a batch did to the state agrees with Spark's own counters, and rows go when the forecast says."""

import pytest

from planviz.analysis.eviction_forecast import forecast, window_forecasts
from planviz.analysis.state_change import ADDED, CHANGED, REMOVED, SAME, state_changes
from planviz.analysis.watermark import state_info
from planviz.model import Batch, QueryInfo, Recording, Rows, StateRows
from tests.shipped import NAMES, counted_twice, shipped


def counts(name: str, batch_id: int) -> tuple[int, int, int]:
    recording = shipped(name)
    (store,) = state_changes(recording, recording.batches[batch_id]) or ()
    return store.count(ADDED), store.count(CHANGED), store.count(REMOVED)


@pytest.mark.parametrize("name", NAMES)
def test_counts_agree_with_spark(name: str) -> None:
    """Of an operator with one store, rows after a batch, rows written and rows removed are Spark's own figures."""
    recording = shipped(name)
    for batch in recording.batches:
        for store in state_changes(recording, batch) or ():
            operators = batch.progress.operators if batch.progress else ()
            if len(batch.state or ()) != 1 or len(operators) != 1 or store.cut or not store.comparable:
                continue
            if counted_twice(batch):
                continue
            assert store.total == operators[0].rows_total
            if operators[0].name in ("stateStoreSave", "dedupe", "dedupeWithinWatermark"):
                assert store.count(REMOVED) == operators[0].rows_removed
                assert store.count(ADDED) + store.count(CHANGED) <= operators[0].rows_updated


@pytest.mark.parametrize("name", NAMES)
def test_rows_go_when_forecast(name: str) -> None:
    """No row is left whose time has come, and no row went before its time, by the watermark Spark evicts by."""
    recording = shipped(name)
    for batch in recording.batches:
        for store in state_changes(recording, batch) or ():
            info, expiry = state_info(batch, store.operator_id), forecast(batch, store).expiry
            if info is None or info.eviction_watermark is None or expiry is None or not store.comparable:
                continue
            for row in store.rows:
                moment = expiry(row)
                if moment is not None and row.change == REMOVED and not store.operator.startswith("sessionWindow"):
                    assert moment <= info.eviction_watermark
                elif moment is not None and row.change == SAME:
                    assert moment > info.eviction_watermark


def test_animals() -> None:
    """The sliding windows of the animals: what each batch added, changed and removed."""
    found = [counts("animal-windows", batch) for batch in range(9)]
    assert found == [(4, 0, 0), (0, 0, 0), (5, 2, 0), (0, 0, 0), (5, 3, 0), (0, 0, 5), (2, 2, 0), (0, 0, 3), (2, 1, 0)]


def test_forecast_names_the_event() -> None:
    """A window goes once an event came which is newer than its end by the delay of ten minutes."""
    recording = shipped("animal-windows")
    batch = recording.batches[4]
    (store,) = state_changes(recording, batch) or ()
    windows = window_forecasts(recording, batch, store)
    assert [window.rows for window in windows] == [2, 3, 3, 3, 2, 1]
    assert all(window.event_needed == window.end + 600_000 for window in windows)
    assert recording.batches[5].progress is not None
    gone = [window.rows for window in windows if window.end <= (recording.batches[5].progress.watermark or 0)]
    assert sum(gone) == recording.batches[5].progress.operators[0].rows_removed == 5


def test_complete_mode_never_forgets() -> None:
    """A word count in complete mode has no forecast, and says why."""
    recording = shipped("word-count")
    (store,) = state_changes(recording, recording.batches[2]) or ()
    rule = forecast(recording.batches[2], store)
    assert rule.expiry is None
    assert "Complete mode" in rule.never


def test_unknown_before() -> None:
    """If the batch before was not recorded, nothing is called added."""
    state = (StateRows(0, "stateStoreSave", "default", Rows(({"key": {"k": 1}, "value": {"n": 1}},), 1)),)
    recording = Recording(QueryInfo(), (Batch(7, {}, state=state),))
    (store,) = state_changes(recording, recording.batches[0]) or ()
    assert not store.comparable
    assert [row.change for row in store.rows] == [SAME]


def test_state_not_recorded() -> None:
    """State that was not recorded is None, which is not the same as empty."""
    recording = Recording(QueryInfo(), (Batch(0, {}), Batch(1, {}, state=())))
    assert state_changes(recording, recording.batches[0]) is None
    assert state_changes(recording, recording.batches[1]) == ()


def test_join_numbers_its_rows_anew() -> None:
    """When a join removes a row and moves another into its place, only the one that left is called removed."""

    def stored(index: int, time: str) -> dict[str, object]:
        return {"key": {"field0": "e", "index": index}, "value": {"t": time, "matched": True}, "partition_id": 0}

    def state(*rows: dict[str, object]) -> tuple[StateRows, ...]:
        return (StateRows(0, "symmetricHashJoin", "left-keyWithIndexToValue", Rows(rows, len(rows))),)

    first = Batch(0, {}, state=state(stored(0, "old"), stored(1, "new")))
    second = Batch(1, {}, state=state(stored(0, "new")))
    (store,) = state_changes(Recording(QueryInfo(), (first, second)), second) or ()
    assert [(row.change, row.value["t"]) for row in store.rows] == [(SAME, "new"), (REMOVED, "old")]
