"""Comparing in a real Chromium: one player moves all runs, and a link restores what was seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import settled

pytestmark = pytest.mark.browser

RUNS = "watermark-append,watermark-zero"


def open_comparison(page: Page, url: str, rest: str = "") -> None:
    page.goto(f"{url}/?page=compare&runs={RUNS}{rest}")
    expect(page.locator(".where")).to_contain_text("step")
    settled(page)


def test_one_player_moves_both_runs(app_url: str, page: Page) -> None:
    """Stepping moves curtain and watermark of both runs and the figures with them; playing ends at the last step."""
    open_comparison(page, app_url, "&step=3")
    expect(page.locator(".now text")).to_contain_text(["watermark 12:00:05", "watermark 12:00:15"])
    veils = page.locator(".veil")
    assert veils.count() == 2
    heights = veils.evaluate_all("all => all.map(each => each.style.transform)")
    assert heights[0] == heights[1] != "scaleY(0)"
    page.locator(".next").click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('step') === '4'")
    page.locator(".speed").select_option("4")
    page.locator(".play").click()
    page.wait_for_function("() => !window.planvizBatch.playing && window.planvizBatch.position === 6")
    assert veils.evaluate_all("all => all.map(each => each.style.transform)") == ["scaleY(0)", "scaleY(0)"]
    page.wait_for_function("() => new URLSearchParams(location.search).get('step') === '6'")


def test_a_link_restores_view_and_step(app_url: str, page: Page) -> None:
    """The plans of both runs stand side by side, a click tells of an operator, and the link names view and step."""
    open_comparison(page, app_url, "&step=3&view=plan")
    expect(page.locator(".where")).to_contain_text("step 3")
    drawing = page.locator("svg[aria-label$='side by side']")
    expect(drawing).to_be_visible()
    assert drawing.locator("path.band").count() == 12
    drawing.locator("g.node[data-id=b2]").click()
    expect(page.locator(".panel h4")).to_contain_text("StateStoreSave")
    page.get_by_text("Figures", exact=True).click()
    expect(page.locator("table.pv-compare tr.pv-differs").first).to_be_visible()
    page.wait_for_function("() => new URLSearchParams(location.search).get('view') === 'figures'")
