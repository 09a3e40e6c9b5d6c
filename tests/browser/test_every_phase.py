"""Every decision of a game, taken by mouse, by touch and by keyboard alone, on every kind of screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.acting import act, pick_in_list, pick_on_map
from tests.browser.conftest import SCREENS
from tests.browser.courses import courses, questions_for_ana
from tests.browser.hands import HANDS, Hand
from tests.browser.layout import assert_fits, assert_question_in_reach


@pytest.mark.parametrize("by", HANDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SCREENS)
def test_every_phase_is_played(page_of, ana, take_picture, size, scheme, by):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme, **HANDS[by].context)
    asked = set()
    for game, script in courses():
        for action in questions_for_ana(page, game, script):
            assert_fits(page)
            assert_question_in_reach(page)
            if by == "mouse" and type(action) not in asked:
                take_picture(page, f"{size}-{scheme}-{len(asked) + 1:02}-{type(action).__name__}")
            asked.add(type(action))
            answer(page, game, action, HANDS[by])
    assert asked == set(rules.Action.__args__) - {rules.DeclineAuction}


def answer(page: Page, game: Game, action: rules.Action, by: type[Hand]) -> None:
    """Try things out, take the action, and see that it was taken."""
    hand = by(page)
    hand.find_the_question()
    TRIALS.get(type(action), nothing)(hand)
    with page.expect_response("**/play/"):
        act(page, action, by)
    assert str(rules.action_from_json(game.actions.get(sequence=game.sequence + 1).body)) == str(action)


# What one can try out before --------------------------------------------------------------------------------------


def nothing(hand: Hand) -> None:
    """Some questions are answered at once."""


def build_and_think_again(hand: Hand) -> None:
    """Take out the first of two cities, then undo the other one."""
    steps = hand.page.locator("#action-panel .steps li")
    pick_in_list(hand, "dortmund")
    expect(steps).to_have_count(1)
    pick_on_map(hand, "munster")
    expect(steps).to_have_count(2)
    pick_in_list(hand, "dortmund")
    expect(steps).to_have_count(1)
    hand.press(hand.page.locator("#action-panel").get_by_text("Undo last"))
    expect(steps).to_have_count(0)


def switch_off_and_on(hand: Hand) -> None:
    plant = hand.page.locator("#action-panel").get_by_role("checkbox").first
    confirm = hand.page.locator("#confirm")
    hand.choose(plant)
    expect(confirm).to_contain_text("Power nothing")
    hand.choose(plant)
    expect(confirm).to_contain_text("Power 1 city")


TRIALS: dict[type[rules.Action], Callable[[Hand], None]] = {
    rules.BuildCities: build_and_think_again,
    rules.RunPlants: switch_off_and_on,
}
