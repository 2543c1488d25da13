"""The plan graph in a real Chromium: select, search, fold, switch stage, save."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import settled
from tests.plans import SAMPLES

pytestmark = pytest.mark.browser

NODE = ".planviz .node"
# Machines that run tests are busy; what never comes fails all the same.
expect.set_options(timeout=30_000)


def open_plan(page: Page, app_url: str, run: str = "animal-windows", more: str = "&batch=6") -> None:
    page.goto(f"{app_url}/?run={run}&tab=plan{more}")
    expect(page.locator(NODE).first).to_be_visible()
    settled(page)


def node(page: Page, node_id: int) -> str:
    return f'{NODE}[data-id="{node_id}"]'


def test_a_click_opens_the_details_and_the_link_keeps_it(page: Page, app_url: str) -> None:
    """Clicking an operator shows what it is, writes it into the link, and the link brings it back."""
    open_plan(page, app_url)
    page.locator(node(page, 2)).click()
    expect(page.locator(".panel h4")).to_have_text("StateStoreSave")
    expect(page.locator(".panel")).to_contain_text("6, so this batch writes 7")
    page.wait_for_function("location.search.includes('node=2')")
    page.reload()
    expect(page.locator(".panel h4")).to_have_text("StateStoreSave")
    expect(page.locator(f"{NODE}.selected")).to_have_attribute("data-id", "2")


def test_the_keyboard_walks_the_plan(page: Page, app_url: str) -> None:
    """Arrow keys go along the tree, Enter selects, / searches, Escape lets go."""
    open_plan(page, app_url)
    page.locator(node(page, 0)).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".panel h4")).to_have_text("StateStoreSave")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Click an operator")).to_be_visible()
    page.locator(node(page, 1)).focus()
    page.keyboard.press("/")
    expect(page.locator(".search input")).to_be_focused()


def test_search_dims_the_rest_and_jumps(page: Page, app_url: str) -> None:
    """Only matches keep their colour, Enter goes from one to the next, and each comes into view."""
    open_plan(page, app_url)
    page.locator(".search input").fill("merge_count")
    expect(page.locator(f"{NODE}.match")).to_have_count(2)
    expect(page.locator(".found")).to_have_text("1 of 2")
    page.keyboard.press("Enter")
    expect(page.locator(".found")).to_have_text("2 of 2")
    expect(page.locator(node(page, 5))).to_be_in_viewport()
    page.locator(".search input").fill("no such thing")
    expect(page.locator(".found")).to_have_text("nothing found")


def test_a_subtree_folds_and_unfolds(page: Page, app_url: str) -> None:
    """C folds what is below an operator, which then says how many it hides; C again brings them back."""
    open_plan(page, app_url)
    expect(page.locator(NODE)).to_have_count(12)
    page.locator(node(page, 2)).focus()
    page.keyboard.press("c")
    expect(page.locator(NODE)).to_have_count(3)
    expect(page.locator(f"{node(page, 2)} .folded")).to_have_text("+9")
    page.locator(f"{node(page, 2)} .folded").click()
    expect(page.locator(NODE)).to_have_count(12)


def test_stages_switch(page: Page, app_url: str) -> None:
    """Each stage shows its own operators."""
    open_plan(page, app_url)
    for stage, leaf, count in (("As started", "StreamingRelation", 5), ("Optimized", "LogicalRelation", 6)):
        page.get_by_role("radio", name=stage).click()
        expect(page.locator(NODE)).to_have_count(count)
        expect(page.locator(NODE).last).to_contain_text(leaf)


def test_two_stages_are_linked(page: Page, app_url: str) -> None:
    """Side by side an operator and what it became light up together."""
    open_plan(page, app_url)
    page.get_by_text("Two stages").click()
    page.locator(f'{NODE}[data-id="a1"]').hover()
    expect(page.locator(".band.hot")).to_have_count(7)
    expect(page.locator(f"{NODE}.hot")).to_have_count(8)


def test_another_batch_keeps_pan_zoom_and_selection(page: Page, app_url: str) -> None:
    """A rerun with another batch replaces the picture but not the view on it."""
    open_plan(page, app_url)
    page.locator(node(page, 2)).click()
    expect(page.locator(".panel h4")).to_have_text("StateStoreSave")
    page.locator("button[data-do=in]").click()
    box = page.locator(".stage svg").get_attribute("viewBox")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".panel", has_text="7, so this batch writes 8")).to_be_visible()
    settled(page)
    assert page.locator(".stage svg").get_attribute("viewBox") == box
    expect(page.locator(f"{NODE}.selected")).to_have_attribute("data-id", "2")


def test_the_wheel_scrolls_the_page_unless_asked_to_zoom(page: Page, app_url: str) -> None:
    """Page scroll is not stolen; with Ctrl the wheel zooms."""
    open_plan(page, app_url)
    svg = page.locator(".stage svg")
    before = svg.get_attribute("viewBox")
    svg.hover()
    page.mouse.wheel(0, 200)
    expect(page.locator(".hint.shown")).to_have_count(1)
    assert svg.get_attribute("viewBox") == before
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    expect(svg).not_to_have_attribute("viewBox", before or "")


def test_the_whole_plan_is_saved_whatever_is_on_the_screen(page: Page, app_url: str) -> None:
    """The download is the complete picture, though the screen is zoomed in and a subtree is folded."""
    open_plan(page, app_url)
    page.locator(node(page, 2)).focus()
    page.keyboard.press("c")
    expect(page.locator(NODE)).to_have_count(3)
    page.get_by_text("Save this plan").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    content = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == "animal-windows-batch-6-physical.svg"
    assert len(re.findall(r'class="node', content)) == 12
    assert "Sliding windows and late animals · batch 6 · Physical (executed) · Spark 4.3.0" in content


def test_the_strip_leads_to_its_operator(page: Page, app_url: str) -> None:
    """The chain's numbers stand above the graph, and each leads to the operator it is of."""
    open_plan(page, app_url)
    expect(page.locator(".strip")).to_contain_text("2 restored")
    page.locator(".strip button", has_text="restored").click()
    expect(page.locator(".panel h4")).to_have_text("StateStoreRestore")


@pytest.mark.parametrize("tab", ["plan", "physics"])
def test_buttons_need_no_rare_letter(page: Page, app_url: str, tab: str) -> None:
    """The buttons over a picture are drawn, or of plain letters: no font has to have a sign for them."""
    page.goto(f"{app_url}/?run=animal-windows&tab={tab}")
    buttons = page.locator(".tools button, .zoom button")
    expect(buttons.first).to_be_visible()
    for button in buttons.all():
        words = (button.text_content() or "").strip()
        assert words.isascii()
        assert bool(words) != (button.locator("svg path").count() == 1)


def test_graphviz_and_text_views(page: Page, app_url: str) -> None:
    """The same plan as Graphviz draws it, and as Spark prints it."""
    open_plan(page, app_url)
    page.get_by_text("Graphviz").click()
    expect(page.locator("[data-testid=stGraphVizChart] svg .node")).to_have_count(12)
    page.get_by_role("radio", name="Text").click()
    expect(page.locator("[data-testid=stCode]").last).to_contain_text("== Physical Plan ==")


def test_an_adaptive_plan_shows_its_final_form_and_unfolds_the_initial(page: Page, app_url: str) -> None:
    """What ran is open; the initial plan is one folded card that opens."""
    open_plan(page, app_url, f"file:{SAMPLES}/static-join.planviz.jsonl", "&batch=2")
    expect(page.locator(NODE)).to_have_count(11)
    page.locator(f"{node(page, 10)} .folded").click()
    expect(page.locator(NODE)).to_have_count(16)


def test_a_narrow_dark_page_works_too(browser: Browser, app_url: str) -> None:
    """On a phone in the dark the plan is there and nothing sticks out of the page."""
    context = browser.new_context(viewport={"width": 420, "height": 900}, color_scheme="dark")
    page = context.new_page()
    open_plan(page, app_url)
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    context.close()
