"""The gallery in a real Chromium: search, chapters, links, keyboard, small screens, and the user's own scenarios."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from planviz.cli.new import TEMPLATE
from scenarios.course import LESSONS, find_lesson, lessons_of, neighbours
from tests.conftest import PATIENCE_MS, START_SECONDS, free_port, settled, start_app
from tests.shipped import title

pytestmark = pytest.mark.browser

LIVE_MS = 300_000
# Machines that run tests are busy; what never comes fails all the same.
expect.set_options(timeout=30_000)
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


def open_gallery(page: Page, url: str, rest: str = "") -> None:
    page.goto(f"{url}/{rest}")
    expect(page.locator(".found")).to_contain_text("found" if "q=" in rest else "scenarios")
    settled(page)


def shown(page: Page) -> Locator:
    return page.locator("li[data-words]:visible")


def test_search_finds_by_concept_and_the_link_keeps_it(app_url: str, page: Page) -> None:
    """Typing leaves the cards that are about it, says how many, and the link brings the search back; Escape ends it."""
    open_gallery(page, app_url)
    page.keyboard.press("/")
    page.keyboard.type("rocksdb state")
    expect(page.locator(".found")).to_have_text(re.compile(rf"^\d+ of {len(LESSONS)} found$"))
    expect(page.get_by_role("link", name=title("rocksdb-store"))).to_be_visible()
    expect(page.get_by_role("link", name=title("word-count"))).to_be_hidden()
    expect(page.get_by_role("heading", name="Joins", exact=False)).to_be_hidden()
    expect(page.locator(".concept", has_text=re.compile("^RocksDB$")).first).to_be_visible()
    page.wait_for_function("() => new URLSearchParams(location.search).get('q') === 'rocksdb state'")
    found = shown(page).count()
    page.reload()
    expect(page.locator(".found")).to_have_text(f"{found} of {len(LESSONS)} found")
    page.locator("input[type=search]").press("Escape")
    expect(shown(page)).to_have_count(len(LESSONS))
    page.wait_for_function("() => !location.search.includes('q=')")


def test_nothing_found_says_so(app_url: str, page: Page) -> None:
    """A search without a hit gives a hint."""
    open_gallery(page, app_url, "?q=nosuchthing")
    expect(page.get_by_text("No scenario is about that.")).to_be_visible()


def test_a_chapter_is_reached_by_keyboard_and_by_link(app_url: str, page: Page) -> None:
    """The bar stays in sight; Enter on a chapter goes there, the next Tab is its first link, and the link restores it."""
    open_gallery(page, app_url)
    page.locator(".bar a[data-chapter=recovery]").focus()
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="7 Recovery")
    expect(heading).to_be_in_viewport()
    page.wait_for_function("() => new URLSearchParams(location.search).get('chapter') === 'recovery'")
    expect(page.locator(".bar a[aria-current=true]")).to_contain_text("Recovery")
    expect(page.locator("input[type=search]")).to_be_in_viewport()
    page.keyboard.press("Tab")
    assert (
        page.evaluate("document.activeElement.shadowRoot.activeElement.closest('section').dataset.chapter")
        == "recovery"
    )
    page.reload()
    expect(heading).to_be_in_viewport()
    assert page.evaluate(SCROLLED) > 1000


def test_a_link_to_the_gallery_from_the_gallery(app_url: str, page: Page) -> None:
    """The header's link clears the search, Back brings it back, the same can be searched again, and a link to a chapter leads there."""
    open_gallery(page, app_url)
    page.locator("input[type=search]").fill("dedup")
    expect(page.locator(".found")).to_contain_text("found")
    page.wait_for_function("() => location.search === '?q=dedup'")
    page.get_by_role("link", name="Scenarios", exact=True).click()
    expect(page.locator(".found")).to_have_text(f"{len(LESSONS)} scenarios")
    expect(page.locator("input[type=search]")).to_have_value("")
    page.go_back()
    expect(page.locator("input[type=search]")).to_have_value("dedup")
    page.get_by_role("link", name="Scenarios", exact=True).click()
    expect(page.locator("input[type=search]")).to_have_value("")
    page.locator("input[type=search]").fill("dedup")
    page.wait_for_function("() => location.search === '?q=dedup'")
    page.get_by_role("link", name="Scenarios", exact=True).click()
    page.get_by_role("link", name="Your own queries").click()
    expect(page.locator(".bar a[aria-current=true]")).to_have_text("Your own")


def test_a_card_opens_its_run_and_back_leads_back(app_url: str, page: Page) -> None:
    """A click anywhere on a card opens the run without loading the app anew, and Back returns to the same place."""
    open_gallery(page, app_url, "?chapter=joins")
    expect(page.get_by_role("heading", name="6 Joins")).to_be_in_viewport()
    before = page.evaluate(f"window.planvizStayed = true, {SCROLLED} += 150")
    page.locator("li[data-words]", has_text=title("join-full-outer")).click(position={"x": 40, "y": 30})
    expect(page.get_by_role("heading", name=title("join-full-outer"), level=1)).to_be_in_viewport()
    settled(page)
    assert page.evaluate("window.planvizStayed && location.search").startswith("?run=join-full-outer")
    page.go_back()
    expect(page.locator(".found")).to_be_visible()
    page.wait_for_function(f"top => Math.abs({SCROLLED} - top) < 5", arg=before)


def test_a_card_is_a_real_link(app_url: str, page: Page) -> None:
    """With Ctrl a card opens in a new tab, where the run is shown."""
    open_gallery(page, app_url)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=title("file-copy")).click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("heading", name=title("file-copy"))).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".found")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 1440])
def test_nothing_sticks_out(app_url: str, browser: Browser, theme: str, width: int) -> None:
    """In both themes, wide and narrow, gallery, comparisons and course links fit, and chapters stay in reach."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    for rest, there in (("", ".bar"), ("?page=compare", ".pictures"), ("?run=watermark-append", ".onward")):
        page.goto(f"{app_url}/{rest}")
        expect(page.locator(there).first).to_be_visible()
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sticking = "all => all.filter(each => each.getBoundingClientRect().right > innerWidth + 1).length"
        assert page.locator(".linked h3, .linked p, .card, figure, .onward a, .lesson a").evaluate_all(sticking) == 0
    open_gallery(page, app_url)
    page.locator(".bar a[data-chapter=monitoring]").click()
    expect(page.get_by_role("heading", name="9 Monitoring")).to_be_in_viewport()
    expect(page.locator(".bar a[data-chapter=monitoring]")).to_be_in_viewport()
    context.close()


def test_the_run_page_knows_its_place(app_url: str, page: Page) -> None:
    """A lesson names its place and its neighbours, above and below; the player keeps the arrow keys."""
    page.set_viewport_size({"width": 1440, "height": 700})
    page.goto(f"{app_url}/?run=watermark-append&batch=3")
    place = page.locator(".lesson")
    lesson = find_lesson("watermark-append")
    assert lesson
    count = len(lessons_of(lesson.chapter))
    expect(place).to_contain_text(f"Lesson {lesson.number} of Event time, {lesson.place} of {count}")
    before, after = neighbours(lesson)
    assert before and after
    expect(page.locator(".onward a[rel=prev]")).to_contain_text(f"{before.number} {before.scenario.title}")
    expect(page.get_by_role("link", name="A watermark in each mode")).to_be_visible()
    settled(page)
    place.locator("a[rel=next]").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => new URLSearchParams(location.search).get('batch') === '4'")
    page.locator(".onward a[rel=next]").click()
    expect(page.get_by_role("heading", name=after.scenario.title, level=1)).to_be_in_viewport()
    page.wait_for_function(f"() => {SCROLLED} === 0")
    page.locator(".lesson").get_by_role("link", name="Event time").click()
    expect(page.get_by_role("heading", name="4 Event time")).to_be_in_viewport()


def test_whoever_has_begun_can_go_on(app_url: str, page: Page) -> None:
    """Lessons that were opened are marked, and the start of the page leads to the one after the last of them."""
    open_gallery(page, app_url)
    expect(page.locator(".button")).to_contain_text("Start here: 1.1")
    opened, after = LESSONS[4:6]
    page.goto(f"{app_url}/?run={opened.scenario.name}")
    expect(page.locator(".lesson a[rel=next]")).to_be_visible()
    page.goto(app_url)
    expect(page.locator(".button")).to_have_text(f"Go on: {after.number} {after.scenario.title}")
    expect(page.locator("li.seen")).to_have_count(1)
    page.locator(".button").click()
    expect(page.get_by_role("heading", name=after.scenario.title, level=1)).to_be_visible()


def test_a_chapter_leads_to_its_part_of_another_page(app_url: str, page: Page) -> None:
    """The link to the refused operations ends where those are."""
    page.set_viewport_size({"width": 1440, "height": 700})
    open_gallery(page, app_url)
    page.locator(".bar a[data-chapter=unsupported]").click()
    page.get_by_role("link", name="Every refused operation").click()
    page.wait_for_function(
        """() => { const top = document.getElementById('operations')?.getBoundingClientRect().top;
           return 0 <= top && top < 200; }"""
    )


def test_a_refused_lesson_leads_on(app_url: str, page: Page) -> None:
    """A query that Spark refused has neighbours and related lessons too, and no comparison that makes no sense."""
    page.goto(f"{app_url}/?run=sort-refused")
    expect(page.locator(".onward a[rel=next]")).to_be_visible()
    expect(page.locator(".row")).to_have_count(1)


def test_a_comparison_opens_from_its_card(app_url: str, page: Page) -> None:
    """A click on an offered comparison shows it."""
    page.goto(f"{app_url}/?page=compare")
    page.get_by_role("link", name="State stores").click()
    expect(page.locator(".where")).to_contain_text("step")
    assert page.evaluate("new URLSearchParams(location.search).get('runs')") == "hdfs-store,rocksdb-store"


@pytest.mark.spark
def test_an_own_scenario_from_card_to_run(browser: Browser, tmp_path: Path) -> None:
    """`planviz app --scenarios DIR`: a card, its page, a live run with its texts; a changed file is seen by itself."""
    own = tmp_path / "own"
    own.mkdir()
    path = own / "mine.py"
    path.write_text(TEMPLATE.replace('"NAME"', '"mine"').replace('"TITLE"', '"My clicks"').replace("QUERY", "mine"))
    port = free_port()
    server = start_app(port, tmp_path, "--scenarios", str(own))
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{port}/?chapter=your-own")
    page.get_by_role("link", name="My clicks").click()
    expect(page.get_by_role("heading", name="My clicks", level=1)).to_be_visible()
    path.write_text(path.read_text().replace('"My clicks"', '"My own clicks"'))
    expect(page.get_by_role("heading", name="My own clicks", level=1)).to_be_visible()
    page.locator(".st-key-run-live button").click()
    expect(page.locator(".where")).to_contain_text("batch", timeout=LIVE_MS)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=LIVE_MS)
    settled(page)
    expect(page.get_by_text("A few sentences on what happens, and why.")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("What to look at in batch 0.")).to_be_visible()
    page.locator(".lesson").get_by_role("link", name="the scenario and its runs").click()
    expect(page.locator(".card h3")).to_contain_text("My own clicks · ")
    expect(page.locator(".badge")).to_have_count(0)
    context.close()
    server.terminate()
    server.wait(START_SECONDS)


def test_the_gallery_is_a_short_list_on_a_phone(app_url: str, page: Page) -> None:
    """At 420 pixels several cards fit the screen, and the chapters stay in reach without taking much of it."""
    page.set_viewport_size({"width": 420, "height": 900})
    open_gallery(page, app_url, "?chapter=recovery")
    cards = page.locator("section[data-chapter=basics] .card")
    heights = [box["height"] for card in cards.all() if (box := card.bounding_box())]
    assert sum(heights) / len(heights) < 125
    expect(page.get_by_role("link", name="7 Recovery", exact=True)).to_be_in_viewport()
    bar = page.locator(".bar").bounding_box()
    assert bar and bar["y"] <= 1 and bar["height"] < 110
