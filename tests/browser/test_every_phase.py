"""Every decision of a game, taken by mouse, by touch and by keyboard alone, on every kind of screen."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.acting import act, pick_in_list, pick_on_map
from tests.browser.conftest import LAPTOP, PHONE, TABLET
from tests.browser.hands import HANDS, Hand
from tests.browser.layout import assert_fits, assert_question_in_reach
from tests.factories import GameFactory, play_on
from tests.games.scripts import DRAFTED_ROUND, HOARDING, SCRAPPING, TRUST_HOUSES

SIZES = {"laptop": LAPTOP, "tablet": TABLET, "phone": PHONE}


@pytest.mark.parametrize("by", HANDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_phase_is_played(page_of, ana, take_picture, size, scheme, by):
    page = page_of(ana, viewport=SIZES[size], color_scheme=scheme, **HANDS[by].context)
    asked = []
    for game, script in courses():
        for action in questions_for_ana(page, game, script):
            assert_fits(page)
            assert_question_in_reach(page)
            asked.append(type(action))
            if by == "mouse":
                take_picture(page, f"{size}-{scheme}-{len(asked):02}-{type(action).__name__}")
            answer(page, game, action, HANDS[by])
    assert set(asked) == set(rules.Action.__args__) - {rules.DeclineAuction}


def courses() -> Iterator[tuple[Game, tuple[str, ...]]]:
    """Games, and how each goes on."""
    trust = rules.Options(edition="recharged", start_cities=True)
    yield GameFactory.create(players=2, options=trust, after=TRUST_HOUSES[:4]), (*TRUST_HOUSES[4:], "start leipzig")
    drafted = rules.Options(areas="draft")
    yield GameFactory.create(options=drafted), DRAFTED_ROUND
    yield GameFactory.create(options=drafted, after=(*DRAFTED_ROUND, *HOARDING)), SCRAPPING


def questions_for_ana(page: Page, game: Game, script: tuple[str, ...]) -> Iterator[rules.Action]:
    """Bring a page to each question of the script that is Ana's; others answer theirs elsewhere."""
    for text in script:
        if game.seats.filter(is_to_move=True)[0].name == "Ana":
            page.goto(game.get_absolute_url())
            yield rules.parse_action(text)
        else:
            play_on(game, text)
        game.refresh_from_db()


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
