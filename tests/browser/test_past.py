"""Looking back through a game: by keys, by the slider, and without losing one's place."""

from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import PHONE, SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import GameFactory, play_to_the_end
from tests.games.scripts import AUCTIONS, ROUND

PULL = """(slider, share) => {
  slider.value = share * Number(slider.max);
  slider.dispatchEvent(new Event("input"));
}"""


def open_past(page: Page, game: Game, number: int) -> None:
    page.goto(reverse("games:history", args=[game.pk, number]))


def expect_position(page: Page, number: int) -> None:
    expect(page.locator("#past-heading")).to_contain_text(f"After action {number} of")


def test_keys_lead_by_action_and_by_round(page_of, ana):
    page = page_of(ana)
    open_past(page, GameFactory.create(after=[*ROUND, "decline"]), 3)
    page.keyboard.press("ArrowRight")
    expect_position(page, 4)
    page.keyboard.press("ArrowLeft")
    expect_position(page, 3)
    page.keyboard.press("Shift+ArrowRight")
    expect_position(page, len(ROUND))
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#past-heading")).to_contain_text("The start")


def test_slider_says_where_it_leads_and_keeps_the_focus(page_of, ana):
    page = page_of(ana)
    open_past(page, GameFactory.create(after=ROUND), 3)
    slider = page.get_by_role("slider", name="Action")
    slider.evaluate("slider => { slider.value = 7; slider.dispatchEvent(new Event('input')); }")
    expect(page.locator("output")).to_have_text("7 · Round 1, Resources")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect_position(page, 8)
    expect(slider).to_be_focused()


def test_what_the_slider_says_stands_where_it_is_pulled_to_and_within_the_screen(page_of, ana):
    page = page_of(ana, viewport=PHONE)
    open_past(page, GameFactory.create(after=ROUND), 3)
    page.evaluate("scrollTo(0, 600)")
    slider, told = page.get_by_role("slider", name="Action"), page.locator("output")
    middles = []
    for share in (0, 1):
        slider.evaluate(PULL, share)
        expect(told).to_be_in_viewport(ratio=1)
        box = told.bounding_box()
        assert box is not None
        middles.append(box["x"] + box["width"] / 2)
    assert middles[0] < PHONE["width"] / 2 < middles[1]


def test_step_leads_to_the_same_place_of_the_page(page_of, ana):
    page = page_of(ana, viewport={"width": 1024, "height": 600})
    open_past(page, GameFactory.create(after=ROUND), 3)
    page.evaluate("scrollTo(0, 300)")
    page.locator("#next").click()
    expect_position(page, 4)
    expect(page.locator("#next")).to_be_focused()
    assert page.evaluate("scrollY") > 200
    page.get_by_role("link", name="To the game").click()
    page.get_by_role("link", name="Look back").click()
    expect_position(page, len(ROUND))
    assert page.evaluate("scrollY") == 0


@each_once(size=SIZES, scheme=SCHEMES)
def test_everybody_can_look_back(page_of, ana, take_picture, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    open_past(page, GameFactory.create(after=AUCTIONS), 1)
    assert_accessible(page)
    assert_fits(page)
    over = play_to_the_end(GameFactory.create(options=rules.Options(first_game=True)))
    open_past(page, over, over.sequence)
    assert_accessible(page)
    take_picture(page, f"past-{size}-{scheme}")
