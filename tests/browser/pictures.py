"""Makes the pictures of the README anew, in docs/pictures/: ``.venv/bin/pytest tests/browser/pictures.py``."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from games.pages import talking
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.hands import Mouse, Touch
from tests.factories import GameFactory, person_called, play_until

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

CHAT = (("Bob", "Who took my oil?"), ("Cid", "Somebody with better plants 😉"), ("Dan", "See you all on Sunday."))


@pytest.fixture(autouse=True)
def ground_is_empty() -> None:
    """It is seen."""


@pytest.fixture
def in_the_middle(db) -> Callable[..., Game]:
    """A game of four on a map, which has come to where Ana is asked in a phase of a round."""

    def play(map_name: str, number: int, phase: rules.Phase, *, in_auction: bool = False) -> Game:
        options = rules.Options(edition="recharged", map=map_name, money_visible=True)
        game = GameFactory.create(players=4, name="Friday grid", options=options)
        game = play_until(
            game,
            lambda state: (
                (state.round, state.phase) == (number, phase)
                and state.to_move == (0,)
                and (state.auction is not None) == in_auction
            ),
        )
        for name, text in CHAT:
            talking.say(game, person_called(name), text, now=timezone.now())
        return game

    return play


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / f"{name}.png")


def test_building(page_of, ana, in_the_middle):
    page = page_of(ana, viewport=LAPTOP)
    page.goto(in_the_middle("germany", 10, rules.Phase.BUILDING).get_absolute_url())
    for number in (1, 2):
        page.locator("#action-panel .nearest a").first.click()
        expect(page.locator("#action-panel .steps li")).to_have_count(number)
    take(page, "building")


def test_auction_on_a_phone(page_of, ana, in_the_middle):
    page = page_of(ana, viewport=PHONE, device_scale_factor=2, **Touch.context)
    page.goto(in_the_middle("usa", 6, rules.Phase.AUCTION, in_auction=True).get_absolute_url())
    take(page, "auction-on-a-phone")


def test_fuel_in_the_dark(page_of, ana, in_the_middle):
    page = page_of(ana, viewport=LAPTOP, color_scheme="dark")
    page.goto(in_the_middle("france", 6, rules.Phase.RESOURCES).get_absolute_url())
    for kind, tokens in (("coal", 3), ("garbage", 2)):
        Mouse(page).set_number(page.locator(f"#{kind}"), tokens)
        expect(page.locator(f'#composed input[name="{kind}"]')).to_have_value(str(tokens))
    take(page, "fuel-in-the-dark")
