"""The guide through a first round, as newcomers meet it: on the page of a game against bots."""

import re

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import PHONE, SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_question_in_reach
from tests.extent import each_once
from tests.factories import GameFactory, play_on


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


def test_way_to_a_part_of_the_page_is_no_step_to_go_back_from(page_of, ana):
    page = page_of(ana, viewport=PHONE)
    page.goto(reverse("games:dashboard"))
    page.goto(GameFactory.create(bots=2).get_absolute_url())
    page.locator("#plant-4").click()
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    page.locator("#tab-players").evaluate("tab => tab.click()")
    page.locator("#guide").get_by_role("link", name="Plant market").click()
    expect(page.locator("#plant-market")).to_be_in_viewport()
    expect(page.locator("#plant-market")).to_be_focused()
    page.evaluate("location.hash = 'markets'")  # as a link does that no script follows
    page.go_back()
    expect(page.locator("#confirm")).to_have_text("Open with plant 04")
    page.locator("#plant-6").click()
    expect(page.locator("#confirm")).to_have_text("Open with plant 06")
    page.go_back()
    expect(page).to_have_url(re.compile(reverse("games:dashboard")))
    page.go_forward()
    expect(page.locator("#action-heading")).to_have_text("Put a plant up for auction")
    page.locator("#plant-5").click()
    expect(page.locator("#confirm")).to_have_text("Open with plant 05")


@each_once(size=SIZES)
def test_why_an_answer_is_refused_is_in_sight_below_all_that_the_guide_says(page_of, ana, complaints, size):
    page = page_of(ana, viewport=SCREENS[size])
    game = GameFactory.create(bots=2)
    page.goto(game.get_absolute_url())
    page.locator("#plant-4").click()
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    play_on(game, "open 5 5")
    page.locator("#confirm").click()
    expect(page.locator("#action-panel .problem")).to_be_in_viewport(ratio=1)
    complaints.expect("409")
