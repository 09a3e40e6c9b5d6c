"""What people have told their browser or us: to show everything twice as large, or to keep it still."""

import pytest
from playwright.sync_api import Page, expect

import rules
from tests.browser.acting import act
from tests.browser.layout import assert_fits, assert_question_in_reach
from tests.factories import GameFactory
from tests.games.scripts import PURCHASES

TWICE_AS_LARGE = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
"""A screen of 1440 by 900 at 200 %."""

MOVING = """() => {
  const seconds = (style) => [style.transitionDuration, style.animationDuration].join().split(",").map(parseFloat);
  const moves = (element) => ["", "::before", "::after", "::backdrop"].some(
    (part) => Math.max(...seconds(getComputedStyle(element, part))) > 0.01);
  const scrollers = [...document.querySelectorAll("*")].filter(
    (element) => getComputedStyle(element).scrollBehavior === "smooth");
  return [
    ...[...document.querySelectorAll("*")].filter(moves),
    ...document.getAnimations().map((animation) => animation.effect.target).filter(moves),
    ...scrollers,
  ].map((element) => element.outerHTML.slice(0, 100));
}"""
"""What on a page would take its time to get from one look to another."""

answers_of_bob = pytest.mark.parametrize(
    ("after", "text"), [(PURCHASES, "build halle leipzig"), (["open 4 4"], "bid 6")], ids=["building", "auction"]
)


@answers_of_bob
def test_question_is_answered_at_twice_the_size(page_of, bob, after, text):
    page = page_of(bob, **TWICE_AS_LARGE)
    page.goto(GameFactory(after=after).get_absolute_url())
    assert_fits(page)
    assert_question_in_reach(page)
    answer(page, text)
    assert_fits(page)


@pytest.mark.parametrize(
    ("after", "text", "says"),
    [(PURCHASES, "build halle leipzig", "device"), (["open 4 4"], "bid 6", "settings")],
    ids=["building", "auction"],
)
def test_nothing_moves_for_those_who_want_it_still(page_of, bob, after, text, says):
    bob.reduces_motion = says == "settings"
    bob.save()
    page = page_of(bob, reduced_motion="reduce" if says == "device" else "no-preference")
    page.goto(GameFactory(after=after).get_absolute_url())
    assert page.evaluate(MOVING) == []
    answer(page, text)
    assert page.evaluate(MOVING) == []


def answer(page: Page, text: str) -> None:
    act(page, rules.parse_action(text))
    expect(page.locator("#action-panel")).to_contain_text("The game waits for")
