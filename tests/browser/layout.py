"""Where things are on a page, as somebody sees it who has not touched it yet."""

from playwright.sync_api import Page, expect


def assert_fits(page: Page) -> None:
    """Nothing lies beside the screen."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size is not None
    assert width <= page.viewport_size["width"], f"{page.url} is {width} wide."


def assert_question_in_reach(page: Page) -> None:
    """What a game asks is in view, and where the foot of the page leaves it behind, a bar leads back there."""
    top, height = page.evaluate(HEADING_TOP), page.evaluate("innerHeight")
    assert 0 <= top < height, f"What {page.url} asks begins at {top} of {height}."
    if page.evaluate(LEAVES_PANEL_BEHIND):
        expect(page.locator("#jump a")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")


HEADING_TOP = "document.getElementById('action-heading').getBoundingClientRect().top"

LEAVES_PANEL_BEHIND = """() => {
  scrollTo(0, document.body.scrollHeight);
  return document.getElementById("action-panel").getBoundingClientRect().bottom < 0;
}"""
