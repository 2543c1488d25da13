"""The player in a real Chromium: it plays, steps and scrubs, and everything on the page shows the same batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from planviz.analysis.physics import find_physics
from planviz.model import read_recording
from planviz.render.physics_board import board_of
from planviz.render.physics_export import export_physics
from planviz.render.physics_layout import make_scene
from scenarios import recording_path
from tests.conftest import settled

pytestmark = pytest.mark.browser

LIVE_MS = 300_000
LAST = 8
"""The last batch of the animals."""


def open_run(page: Page, url: str, rest: str = "") -> None:
    page.goto(f"{url}/?run=animal-windows{rest}")
    expect(page.locator(".where")).to_contain_text("batch")
    settled(page)


def wait_for_batch(page: Page, batch: int) -> None:
    """Wait until player, picture and URL are at rest on one batch; a URL that names none means the last."""
    page.wait_for_function(
        """([batch, last]) => window.planvizBatch && !window.planvizBatch.playing && window.planvizBatch.index === batch
           && Number(new URLSearchParams(location.search).get('batch') ?? last) === batch""",
        arg=[batch, LAST],
    )
    expect(page.locator(".where")).to_contain_text(f"batch {batch}")
    settled(page)


def veil(page: Page) -> float:
    """How much of the plot the curtain covers, from 0 to 1."""
    share: float = page.locator(".veil").evaluate("each => new DOMMatrix(getComputedStyle(each).transform).d")
    return share


def test_opens_at_the_end_with_everything_shown(app_url: str, page: Page) -> None:
    """A finished run opens with its whole picture, at its last batch."""
    open_run(page, app_url)
    wait_for_batch(page, LAST)
    assert veil(page) == 0
    expect(page.locator(".now")).to_contain_text("watermark 12:16")


def test_play_to_the_end(app_url: str, page: Page) -> None:
    """Space plays from the start, frame by frame without the program, and rests at the last batch."""
    open_run(page, app_url, "&batch=0")
    wait_for_batch(page, 0)
    page.locator(".speed").select_option("4")
    page.evaluate(
        """() => { window.frames_seen = new Set();
           window.addEventListener('planviz:batch', event => window.frames_seen.add(event.detail.position)); }"""
    )
    page.mouse.click(5, 5)
    page.keyboard.press("Space")
    page.wait_for_function("() => window.planvizBatch.playing && window.planvizBatch.position > 2")
    assert 0 < veil(page) < 1
    wait_for_batch(page, LAST)
    assert veil(page) == 0
    assert page.evaluate("window.frames_seen.size") > 2 * LAST


def test_pause_keeps_the_batch(app_url: str, page: Page) -> None:
    """Space in mid-play rests on the batch that is being shown, and the URL has it."""
    open_run(page, app_url, "&batch=0")
    wait_for_batch(page, 0)
    page.locator(".play").click()
    page.wait_for_function("() => window.planvizBatch.position > 2.2")
    page.mouse.click(5, 5)
    page.keyboard.press("Space")
    page.wait_for_function("() => !window.planvizBatch.playing")
    index = page.evaluate("window.planvizBatch.index")
    wait_for_batch(page, index)
    assert 2 <= index < LAST


def test_keys_step_from_anywhere(app_url: str, page: Page) -> None:
    """Arrows, Home and End move by batches, and stop at both ends."""
    open_run(page, app_url, "&batch=4")
    wait_for_batch(page, 4)
    for key, batch in (("ArrowLeft", 3), ("ArrowRight", 4), ("End", LAST), ("ArrowRight", LAST), ("Home", 0)):
        page.keyboard.press(key)
        wait_for_batch(page, batch)
    page.keyboard.press("ArrowLeft")
    wait_for_batch(page, 0)


def test_the_same_batch_again_after_the_browsers_back(app_url: str, page: Page) -> None:
    """Home, the browser's Back, and Home again: the page goes along each time, and not only the player."""
    open_run(page, app_url, "&batch=5")
    for _ in range(2):
        wait_for_batch(page, 5)
        page.keyboard.press("Home")
        wait_for_batch(page, 0)
        page.go_back()


def test_keys_in_an_input_are_left_alone(app_url: str, page: Page) -> None:
    """Whoever chooses the speed with the arrows does not move the batch."""
    open_run(page, app_url, "&batch=4")
    wait_for_batch(page, 4)
    page.locator(".speed").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".speed")).to_have_value("2")
    assert page.evaluate("window.planvizBatch.index") == 4


def test_scrub(app_url: str, page: Page) -> None:
    """Dragging moves the curtain at once; letting go snaps to a batch and tells the whole page."""
    open_run(page, app_url)
    wait_for_batch(page, LAST)
    place = page.locator(".place")
    place.evaluate("each => { each.value = 3.4; each.dispatchEvent(new Event('input', { bubbles: true })); }")
    assert page.evaluate("window.planvizBatch.position") == pytest.approx(3.4)
    assert veil(page) > 0.4
    place.evaluate("each => each.dispatchEvent(new Event('change', { bubbles: true }))")
    wait_for_batch(page, 2)


def test_linked_views(app_url: str, page: Page) -> None:
    """Other tabs show the player's batch, and a batch put into the link moves the player."""
    open_run(page, app_url, "&batch=6")
    wait_for_batch(page, 6)
    for tab in ("State", "Plan", "Physics"):
        page.get_by_role("radio", name=tab).first.click()
        settled(page)
        wait_for_batch(page, 6)
    page.keyboard.press("ArrowLeft")
    wait_for_batch(page, 5)
    page.get_by_role("radio", name="State").first.click()
    settled(page)
    page.keyboard.press("ArrowLeft")
    wait_for_batch(page, 4)


def test_points_explain_themselves(app_url: str, page: Page) -> None:
    """Pointing at the dropped donkey tells why it was dropped."""
    open_run(page, app_url)
    wait_for_batch(page, LAST)
    page.locator('[data-tip^="12:04 donkey"]').hover()
    expect(page.locator(".tip")).to_contain_text(
        "12:04 donkey came in batch 6; the watermark was 12:11; its windows 11:55–12:05 and 12:00–12:10 were closed: dropped."
    )


def test_zoom_survives_stepping(app_url: str, page: Page) -> None:
    """A step neither redraws the picture nor resets its zoom."""
    open_run(page, app_url)
    wait_for_batch(page, LAST)
    page.locator(".zoom .in").click()
    page.locator(".drawing svg").evaluate("each => { each.dataset.kept = 'yes'; }")
    page.keyboard.press("ArrowLeft")
    wait_for_batch(page, LAST - 1)
    assert page.locator(".drawing svg").get_attribute("data-kept") == "yes"
    assert page.locator(".stage").evaluate("each => each.style.width") == "150%"


def test_the_exported_page_plays_offline(page: Page, tmp_path: Path) -> None:
    """The one-file page plays with the network cut off, by the same keys."""
    scene = make_scene(find_physics(read_recording(recording_path("animal-windows"))))
    assert scene is not None
    file = tmp_path / "run.html"
    file.write_bytes(export_physics(board_of(scene, "animals"), ".html"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(file.as_uri())
    expect(page.locator(".now")).to_contain_text("watermark 12:16")
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_contain_text("batch 0")
    expect(page.locator(".now")).to_contain_text("no watermark yet")
    page.locator(".speed").select_option("4")
    page.locator(".play").click()
    page.wait_for_function("() => !window.planvizBatch.playing && window.planvizBatch.position === 9")
    assert asked == [file.as_uri()]


@pytest.mark.spark
def test_live(app_url: str, page: Page) -> None:
    """A live run is followed to its newest batch without losing the zoom; whoever goes back stays there."""
    open_run(page, app_url)
    page.locator(".st-key-run-live button").click()
    page.wait_for_function(
        "() => new URLSearchParams(location.search).get('run') !== 'animal-windows'", timeout=LIVE_MS
    )
    follows = (
        "() => window.planvizBatch && window.planvizBatch.run !== 'animal-windows' && window.planvizBatch.index >= 1"
    )
    page.wait_for_function(follows, timeout=LIVE_MS)
    page.locator(".zoom .in").click()
    seen: list[Any] = [page.evaluate("window.planvizBatch.index")]
    page.wait_for_function("seen => window.planvizBatch.index > seen", arg=seen[0], timeout=LIVE_MS)
    assert page.locator(".stage").evaluate("each => each.style.width") == "150%"
    page.keyboard.press("Home")
    page.wait_for_function("() => window.planvizBatch.index === 0")
    expect(page.locator(".where")).to_contain_text(f"of {LAST}", timeout=LIVE_MS)
    settled(page)
    assert page.evaluate("window.planvizBatch.index") == 0
    page.keyboard.press("End")
    wait_for_batch(page, LAST)


@pytest.mark.spark
def test_live_run_is_followed_to_its_end(app_url: str, page: Page) -> None:
    """Whoever only watches a live run is at its last batch when it is over, in the player and in the URL."""
    page.goto(f"{app_url}/?run=watermark-append")
    page.locator(".st-key-run-live button").click()
    page.wait_for_function(
        "() => window.planvizBatch && window.planvizBatch.run !== 'watermark-append' && window.planvizBatch.index >= 1",
        timeout=LIVE_MS,
    )
    expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=LIVE_MS)
    settled(page)
    expect(page.locator(".where")).to_contain_text("batch 5 of 5")
    page.wait_for_function("() => (new URLSearchParams(location.search).get('batch') ?? '5') === '5'")


def test_a_continuous_query_is_played_epoch_by_epoch(app_url: str, page: Page) -> None:
    """The player's words and hints say epoch, and its link still names the place as every other link does."""
    page.goto(f"{app_url}/?run=trigger-continuous&tab=output")
    expect(page.locator(".where")).to_contain_text("epoch 3")
    page.get_by_role("button", name="Previous epoch").click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('batch') === '2'")
    expect(page.get_by_role("slider", name="Epoch")).to_be_visible()
