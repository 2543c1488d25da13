"""The tabs of the run page: filled for every kind of recording, linked to the batch, and safe with any text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

import planviz.ui
from planviz.model import Failure, QueryInfo, RecordingWriter, Rows
from planviz.ui.cells import cell, number_cell
from scenarios import recording_path
from tests.conftest import PATIENCE_MS
from tests.shipped import NAMES, shipped

MAIN = Path(planviz.ui.__file__).parent / "main.py"
TABS = ("state", "offsets", "loop", "output", "charts", "progress")
HOSTILE = "</span><script>alert(1)</script> **b** $x$ [l](javascript:x) `c` :red[r] \x00\u202e"


def opened(run: str, tab: str, batch: int) -> AppTest:
    """The run page as a link opens it; a fault of ours would be an error element."""
    app = AppTest.from_file(str(MAIN), default_timeout=60)
    app.query_params.update({"run": run, "tab": tab, "batch": str(batch)})
    app.run()
    assert not app.exception
    assert not [error for error in app.error if "fault in planviz" in error.value]
    return app


def written(app: AppTest) -> str:
    """All text the page shows as HTML or Markdown."""
    return "\n".join(element.value for element in (*app.get("html"), *app.markdown, *app.caption, *app.info))


def fill_tabs(name: str, place: int, slugs: tuple[str, ...]) -> None:
    """A page with several tabs below each other; AppTest runs it as a script of its own."""
    from planviz.ui.tabs import TABS
    from planviz.ui.view import View
    from tests.shipped import shipped

    recording = shipped(name)
    view = View(name, recording, recording.batches[place], None, "dark")
    for tab in TABS:
        if tab.slug in slugs:
            tab.show(view)


FIRSTS = [("animal-windows", 0), ("word-count", 0), ("file-copy", 0)]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "place"), [*((name, -1) for name in NAMES), *FIRSTS])
def test_every_tab_of_every_recording(name: str, place: int) -> None:
    """Each tab shows the last batch of each shipped recording, and the first of some, without a fault."""
    if not shipped(name).batches:
        pytest.skip("Spark refused this query")
    app = AppTest.from_function(
        fill_tabs, default_timeout=60, kwargs={"name": name, "place": place, "slugs": TABS}
    ).run()
    assert not app.exception


def test_stateless_query_explains_itself() -> None:
    """The state tab of a query without state says why it is empty."""
    assert "This query keeps no state" in opened("file-copy", "state", 1).info[0].value


def test_why_is_above_the_tabs() -> None:
    """The sentences about the batch stand on the page whatever the tab."""
    app = opened("animal-windows", "progress", 5)
    assert "Spark ran this batch because the watermark moved from 12:04 to 12:11" in written(app)


def test_state_table_marks_changes() -> None:
    """The rows which a batch removed are in the table, marked as such."""
    tables = [table.value for table in opened("animal-windows", "state", 5).dataframe]
    marks = list(tables[0]["since the batch before"])
    assert marks.count("− removed") == 5


def test_timers_are_part_of_the_state() -> None:
    """The timers stand below the operator's rows: what became of each, when it fires, and how far the watermark is."""
    app = opened("transform-with-state", "state", 5)
    timers = app.dataframe[1].value
    assert list(timers["since the batch before"]) == ["− fired", ""]
    assert list(timers["fires past watermark"]) == ["12:00:35", "12:01:10"]
    assert list(timers["from the watermark"]) == ["passed by 5 s", "30 s ahead"]
    assert any("timers that wait for the watermark" in element.value for element in app.get("html"))
    assert not any("timers" in element.value for element in opened("state-ttl", "state", 2).get("html"))


@pytest.fixture
def sparse(tmp_path: Path) -> Path:
    """A recording with hostile text everywhere and nearly nothing of what views like to have."""
    path = tmp_path / "sparse.planviz.jsonl"
    writer = RecordingWriter(path)
    writer.query(QueryInfo(name=HOSTILE, output_mode="Update", sink=HOSTILE, trigger=HOSTILE))
    source = {"description": HOSTILE, "startOffset": HOSTILE, "endOffset": {HOSTILE: {"0": 5}}, "latestOffset": None}
    operator = {"operatorName": HOSTILE, "numRowsTotal": 2, "customMetrics": {HOSTILE: 3}}
    progress = {
        "batchId": 0,
        "durationMs": {"addBatch": 3, HOSTILE: 1},
        "sources": [source],
        "sink": {"description": HOSTILE},
    }
    log = f"{HOSTILE}\n{HOSTILE}\n{HOSTILE}"
    texts = {"progress": json.dumps({**progress, "stateOperators": [operator]}), "offset_log": log, "commit_log": log}
    writer.batch(0, {}, texts, Rows(({HOSTILE: HOSTILE},), 1), {})
    writer.batch(1, {}, {}, None, {"failure": HOSTILE})
    writer.note(f"State: {HOSTILE}")
    writer.end(Failure(HOSTILE))
    writer.close()
    return path


@pytest.mark.parametrize("tab", TABS)
def test_hostile_and_sparse(sparse: Path, tab: str) -> None:
    """Text from a recording never becomes markup, and no tab needs more than there is."""
    for batch in (0, 1):
        app = opened(f"file:{sparse}", tab, batch)
        assert "<script>" not in "\n".join(element.value for element in app.get("html"))
        shown = "\n".join(element.value for element in (*app.markdown, *app.caption, *app.info))
        assert "**b**" not in shown
        assert "](javascript:" not in shown


@pytest.mark.browser
def test_click_on_a_bar_selects_its_batch(app_url: str, page: Page) -> None:
    """A click on a batch in a chart moves the whole page there: link, sentences and player."""
    page.goto(f"{app_url}/?run=animal-windows&tab=charts&batch=4")
    bars = page.locator(".st-key-chart-memory .bars .point path")
    expect(bars).to_have_count(9, timeout=PATIENCE_MS)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    bars.nth(6).click(force=True)
    expect(page.get_by_text("1 row came too late and was dropped")).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_function("new URLSearchParams(location.search).get('batch') === '6'")


@pytest.mark.browser
def test_pictures_are_drawn_and_saved(app_url: str, page: Page) -> None:
    """The picture in the page is the one that is saved, and both are this batch's."""
    page.goto(f"{app_url}/?run=animal-windows&tab=loop&batch=4")
    expect(page.get_by_text("8 rows written", exact=True)).to_be_visible(timeout=PATIENCE_MS)
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert download.value.suggested_filename == "loop-batch-4.svg"
    assert "8 rows written" in saved


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"start": "2024-01-01T12:05:00.000Z", "end": "2024-01-01T12:15:00.000Z"}, "2024-01-01 12:05:00 – 12:15:00"),
        ({"start": "2024-01-01T23:55:00.000Z", "end": "2024-01-02T00:05:00.000Z"},
         "2024-01-01 23:55:00 – 2024-01-02 00:05:00"),
        ({"clicks": 1}, '{"clicks": 1}'),
        (54.0, "54"),
        (14.399999999999999, "14.4"),
        (7, 7),
    ],
)  # fmt: skip
def test_cells_are_short(value: object, shown: object) -> None:
    """A window tells its day once, and a number has no more digits than it needs."""
    assert number_cell(cell(value)) == shown


def test_state_is_told_in_words() -> None:
    """Operators and stores are called by what they do, deadlines are times, and a key is not repeated."""
    shown = {
        ("join-inner", 3): "Join of two streams · rows of the left side",
        ("session-windows", 2): "Session windows",
    }
    for (name, batch), words in shown.items():
        assert any(words in element.value for element in opened(name, "state", batch).get("html"))
    tables = [frame.value for frame in opened("dedup-within-watermark", "state", 0).dataframe]
    assert list(tables[0]["expires at"]) == ["12:00:20", "12:00:21"]
    tables = [frame.value for frame in opened("pandas-state", "state", 0).dataframe]
    assert list(tables[0]["times out at"]) == ["12:01:00", "12:01:10"]
    assert "user (value)" not in opened("session-windows", "state", 2).dataframe[0].value.columns


def test_a_sink_that_keeps_no_rows_is_not_called_empty() -> None:
    """Of a console sink it is said that its rows were not recorded, and not that there are none."""
    shown = written(opened("console-sink", "output", 1))
    assert "was not recorded" in shown
    assert "still empty" not in shown and "0 rows." not in shown


def test_plan_stage_outlives_a_batch_without_plans(tmp_path: Path) -> None:
    """A batch that was killed has no plan of its own; the batch shown after it has the stage that was shown before."""
    lines = recording_path("kill-mid-batch").read_text(encoding="utf-8").splitlines()
    killed = next(place for place, line in enumerate(lines) if '"signal":9' in line)
    path = tmp_path / "killed.planviz.jsonl"
    path.write_text("\n".join(lines[: killed + 1]) + "\n", encoding="utf-8")
    app = opened(f"file:{path}", "plan", 0)
    stages = [app.session_state["plan_stage"]]
    for batch in (1, 0):
        app.query_params["batch"] = str(batch)
        app.run()
        stages.append(app.session_state["plan_stage"])
    assert stages == ["physical", "bound", "physical"]


def test_a_continuous_query_has_epochs() -> None:
    """No tab calls an epoch a batch: not in a title, a table's head, a picture, a choice or a hint."""
    slugs = ("physics", "plan", *TABS)
    app = AppTest.from_function(
        fill_tabs, default_timeout=60, kwargs={"name": "trigger-continuous", "place": 2, "slugs": slugs}
    ).run()
    assert not app.exception
    told = [written(app), *(each.help for each in app.markdown), *(",".join(each.value) for each in app.dataframe)]
    told += [option for box in app.selectbox for option in box.options]
    told += [each.proto.json for each in app.get("bidi_component")]
    words = "\n".join(told)
    assert "What epoch 2 wrote" in words and "taken by earlier epochs" in words and "Changes since epoch 1" in words
    assert not re.findall(r".*(?<!micro-)\bbatch(?:es)?\b.*", words, re.IGNORECASE)
