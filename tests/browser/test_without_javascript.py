"""Whole rounds in browsers that run no scripts: everything is a plain link or a plain form."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

import rules
from games.models import Game
from games.replay import history, snapshots
from tests.browser.acting import act
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.courses import COURSES
from tests.browser.hands import Mouse
from tests.browser.layout import assert_fits
from tests.extent import later
from tests.factories import GameFactory, play_on
from tests.games.scripts import AUCTIONS


class Plain(Mouse):
    """Types numbers, and has worked out what they come to."""

    def set_number(self, field: Locator, number: int) -> None:
        field.fill(str(number))
        work_out = field.locator("xpath=ancestor::form").get_by_role("button", name="Work out")
        if work_out.count():
            self.press(work_out)


@pytest.fixture
def plain_page_of(page_of):
    return lambda user, **options: page_of(user, java_script_enabled=False, **options)


@pytest.mark.parametrize("course", ["drafted_round", "fourth_plant", later("against_the_trust")])  # see test_trust.py
def test_round_is_played_on_a_laptop_and_on_a_phone_and_turns_are_taken_back(plain_page_of, ana, bob, course):
    pages = {"Ana": plain_page_of(ana, viewport=LAPTOP), "Bob": plain_page_of(bob, viewport=PHONE)}
    game, script = COURSES[course]()
    for text in script:
        take_turn(game, text, pages)
    if course == "fourth_plant":
        assert snapshots.load(game).discarding is None
        assert 7 not in snapshots.load(game).players[0].plants


def take_turn(game: Game, text: str, pages: dict[str, Page]) -> None:
    """Have whoever is to move do that on their page, or elsewhere if they have none here."""
    name, action = game.seats.filter(is_to_move=True)[0].name, rules.parse_action(text)
    if name in pages:
        page = pages[name]
        page.goto(game.get_absolute_url())
        assert_fits(page)
        act(page, action, Plain)
        if isinstance(action, rules.BuildCities):
            page.get_by_role("button", name="Take back").click()
            expect(page.locator("#action-panel")).to_contain_text("Build your network")
            act(page, action, Plain)
    else:
        play_on(game, text)
    game.refresh_from_db()
    assert str(history.moves(game)[-1].action) == text


def test_guide_can_be_folded_and_skipped(plain_page_of, ana):
    page = plain_page_of(ana)
    page.goto(GameFactory.create(bots=2).get_absolute_url())
    expect(page.locator("#guide")).to_contain_text("Bids begin at its number.")
    page.locator("#guide summary").click()
    expect(page.get_by_text("Bids begin at its number.")).to_be_hidden()
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator("#guide")).to_be_empty()
    expect(page.get_by_role("status").first).to_contain_text("The guide is over.")


def test_past_is_walked_through(plain_page_of, ana):
    game = GameFactory.create(after=AUCTIONS)
    page = plain_page_of(ana)
    page.goto(reverse("games:history", args=[game.pk, 0]))
    page.get_by_role("link", name="Next action").click()
    expect(page).to_have_url(reverse("games:history", args=[game.pk, 1]))
    page.get_by_role("slider", name="Action").fill("5")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_role("heading", name="After action 5 of 6")).to_be_visible()
    page.get_by_role("link", name="Previous phase").click()
    expect(page.get_by_role("heading", name="The start")).to_be_visible()
