"""Charts over batches show Spark's figures, one unit each, and mark the selected batch."""

import pytest

from planviz.render.batch_charts import (
    duration_figure,
    lag_figure,
    rates_figure,
    row_changes_figure,
    state_figure,
    steps_figure,
    store_rows_figure,
)
from planviz.render.chart_legend import chart_legend
from planviz.render.eviction_svg import Marks, eviction_to_svg
from tests.shipped import NAMES, shipped


def test_stacked_steps_are_the_batch() -> None:
    """The bars of a batch, stacked, are as high as the batch took long."""
    recording = shipped("animal-windows")
    figure = steps_figure(recording.batches, 4, "light")
    for place, batch in enumerate(recording.batches):
        assert batch.progress is not None
        assert sum(trace.y[place] for trace in figure.data) == batch.progress.durations["triggerExecution"]


def test_state_is_not_summed_away() -> None:
    """Each operator is its own series with Spark's own row counts."""
    recording = shipped("animal-windows")
    figure = state_figure(recording.batches, 4, "light", "rows", lambda each: each.rows_total)
    assert [(trace.name, list(trace.y)) for trace in figure.data] == [("aggregation", [4, 4, 9, 9, 14, 9, 11, 8, 10])]
    assert list(store_rows_figure(recording.batches, 4, "light").data[0].y) == [4, 4, 9, 9, 14, 9, 11, 8, 10]


def test_lag_is_from_watermark_to_newest() -> None:
    """The lag of a batch with data is its newest event minus its watermark, in seconds."""
    figure = lag_figure(shipped("animal-windows").batches, 4, "light")
    assert figure is not None
    assert dict(zip(figure.data[0].x, figure.data[0].y, strict=True)) == {2: 1260.0, 4: 1020.0, 6: 900.0, 8: 240.0}
    assert lag_figure(shipped("word-count").batches, 2, "light") is None


def test_a_legend_takes_no_room_from_the_bars() -> None:
    """The legend is outside the figure, where it can wrap, with every series in its colour; one series needs none."""
    batches = shipped("animal-windows").batches
    figure = steps_figure(batches, 4, "light")
    legend = chart_legend(figure)
    assert figure.layout.showlegend is False
    assert all(f"{trace.name}</li>" in legend and trace.marker.color in legend for trace in figure.data)
    assert chart_legend(rates_figure(batches, 4, "dark")).count('class="line"') == 2
    assert chart_legend(state_figure(batches, 4, "light", "rows", lambda each: each.rows_total)) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_is_drawn(name: str, theme: str) -> None:
    """Every chart of every shipped recording has one unit on its axis and a band at the selected batch."""
    batches = shipped(name).batches
    if not batches:
        pytest.skip("Spark refused this query")
    for draw in (rates_figure, duration_figure, steps_figure, row_changes_figure, store_rows_figure):
        figure = draw(batches, batches[-1].id, theme)
        (band,) = figure.layout.shapes
        assert (band.x0 + band.x1) / 2 == batches[-1].id
        assert figure.layout.yaxis.title.text in ("rows per second", "ms", "rows")


def test_eviction_without_marks() -> None:
    """The picture needs no watermark to be drawn."""
    from planviz.analysis.eviction_forecast import WindowForecast

    svg = eviction_to_svg((WindowForecast(0, 600_000, 2, 1_200_000),), Marks(None, None, None), str, "light")
    assert "goes once an event of 1200000 or later came" in svg
