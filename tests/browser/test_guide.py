"""The guide through a first round, as newcomers meet it: on the page of a game against bots."""

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_question_in_reach
from tests.extent import each_once
from tests.factories import GameFactory


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_newcomer_is_led_from_one_question_to_the_next(page_of, ana, take_picture, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(GameFactory.create(bots=2).get_absolute_url())
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Your first plant")
    assert_accessible(page)
    assert_fits(page)
    assert_question_in_reach(page)
    take_picture(page, f"guide-{size}-{scheme}")
    page.locator("#plant-4").click()
    page.locator("#bid").fill("30")
    page.locator("#confirm").click()
    expect(guide).to_contain_text("Plant 04 burns 2 coal each time it runs, and stores up to 4.")


def test_folded_guide_stays_folded_and_skipping_it_keeps_what_is_composed(page_of, ana):
    page = page_of(ana)
    page.goto(GameFactory.create(bots=2).get_absolute_url())
    page.locator("#guide summary").click()
    page.locator("#plant-4").click()
    page.locator("#bid").fill("30")
    expect(page.locator("#guide p")).to_be_hidden()
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator("#guide")).to_contain_text("The guide is over.")
    expect(page.locator("#guide p")).to_be_focused()
    expect(page.locator("#bid")).to_have_value("30")
    page.locator("#confirm").click()
    expect(page.locator("#action-heading")).to_have_text("Buy resources")
    expect(page.locator("#guide")).to_be_empty()
