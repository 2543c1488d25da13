"""The header: real links to every page, the open one marked, and room for all of them on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from planviz.ui.header import header_html
from tests.conftest import settled

NAMES = ("Scenarios", "Compare", "What Spark allows", "Open a recording")


@pytest.mark.parametrize(
    ("here", "marked"), [("", 1), ("compare", 1), ("support", 1), ("open", 1), (None, 0), ("own", 0)]
)
def test_the_open_page_is_marked(here: str | None, marked: int) -> None:
    """A page of the header is the current one while it is open; a run and one's own scenario are none of them."""
    assert header_html(here).count('aria-current="page"') == marked


@pytest.mark.browser
def test_header_links_lead_on_without_a_reload(app_url: str, page: Page) -> None:
    """Each page has a link that can be copied; the keyboard follows it within the loaded app, and keeps its place."""
    page.goto(f"{app_url}/?run=word-count")
    settled(page)
    page.evaluate("() => { window.stillHere = true; }")
    pages = page.get_by_role("navigation", name="Pages")
    links = {name: pages.get_by_role("link", name=name) for name in NAMES}
    addresses = [link.get_attribute("href") for link in links.values()]
    assert addresses == ["?", "?page=compare", "?page=support", "?page=open"]
    links["Compare"].press("Enter")
    expect(page.get_by_role("heading", name="Compare runs")).to_be_visible()
    expect(links["Compare"]).to_have_attribute("aria-current", "page")
    expect(links["Compare"]).to_be_focused()
    page.get_by_role("link", name="planviz", exact=True).click()
    expect(links["Scenarios"]).to_have_attribute("aria-current", "page")
    assert page.evaluate("() => window.stillHere && location.search === ''")


@pytest.mark.browser
def test_header_fits_a_phone(app_url: str, page: Page) -> None:
    """At 360 pixels every link is whole, in one row, and the header takes little of the screen."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{app_url}/?page=open")
    settled(page)
    boxes = [page.get_by_role("link", name=name).bounding_box() for name in NAMES]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    assert len({round(box["y"]) for box in boxes if box}) == 1
    header = page.locator(".st-key-header").bounding_box()
    assert header and header["y"] + header["height"] < 110
