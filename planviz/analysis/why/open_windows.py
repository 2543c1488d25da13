"""The windows which are still in state, over all stores of a batch."""

from __future__ import annotations

from planviz.analysis.eviction_forecast import WindowForecast, window_forecasts
from planviz.analysis.state_change import state_changes
from planviz.model import Batch, Recording


def open_windows(recording: Recording, batch: Batch) -> tuple[WindowForecast, ...]:
    """What is still to be removed, the first to go first; empty if the state was not recorded."""
    found = [
        window
        for store in state_changes(recording, batch) or ()
        for window in window_forecasts(recording, batch, store)
    ]
    return tuple(sorted(found, key=lambda window: window.end))
