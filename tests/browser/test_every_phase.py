"""Every decision of a game, taken by mouse, by touch and by keyboard alone, on every kind of screen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.acting import act, pick_in_list, pick_on_map
from tests.browser.conftest import SCHEMES, SCREENS
from tests.browser.courses import COURSES, questions_for_ana
from tests.browser.hands import HANDS, Hand
from tests.browser.layout import assert_fits, assert_question_in_reach
from tests.extent import pairs
from tests.factories import play_on


@pairs(size=SCREENS, scheme=SCHEMES, by=HANDS, course=COURSES)
def test_every_phase_is_played(page_of, ana, take_picture, size, scheme, by, course):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme, **HANDS[by].context)
    game, script = COURSES[course]()
    for number, action in enumerate(questions_for_ana(page, game, script), start=1):
        assert_fits(page)
        assert_question_in_reach(page)
        if by == "mouse":
            take_picture(page, f"{size}-{scheme}-{course}-{number:02}-{type(action).__name__}")
        answer(page, game, action, HANDS[by])


def test_courses_ask_for_every_action(ana):
    asked = set()
    for begin in COURSES.values():
        game, script = begin()
        for text in script:
            if game.seats.filter(is_to_move=True)[0].name == ana.name:
                asked.add(type(rules.parse_action(text)))
            game = play_on(game, text)
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
