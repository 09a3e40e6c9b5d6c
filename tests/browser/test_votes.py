"""Agreeing on the time, with two browsers."""

from playwright.sync_api import expect

from games.models.pace import TIMES, Preset
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import PHONE
from tests.browser.layout import assert_fits
from tests.browser.steps import open_drawer
from tests.factories import GameFactory, person_called


def test_vote_reaches_the_others_and_pauses_the_game(page_of, db):
    game = GameFactory(players=2, pace=TIMES[Preset.DAILY])
    game.seats.filter(number=0).update(name="W" * 30)
    ana = page_of(person_called("Ana"))
    ana.goto(game.get_absolute_url())
    bob = page_of(person_called("Bob"), viewport=PHONE, color_scheme="dark")
    bob.goto(game.get_absolute_url())
    open_drawer(bob)
    bob.get_by_text("Pause or end the game, give more time").click()
    expect(bob.get_by_role("button", name="24 hours more")).to_be_visible()
    assert_accessible(bob)
    assert_fits(bob)
    bob.get_by_text("End the game without a winner…").click()

    open_drawer(ana)
    ana.get_by_text("Pause or end the game, give more time").click()
    ana.get_by_role("button", name="Pause the game").focus()
    ana.keyboard.press("Enter")
    expect(ana.get_by_text("You want to pause the game: 1 of 2 votes.")).to_be_focused()

    expect(bob.get_by_role("button", name="Agree")).to_be_visible()
    expect(bob.get_by_role("button", name="End the game")).to_be_visible()
    bob.keyboard.press("Escape")
    bob.get_by_role("button", name="Agree").click()
    expect(bob.get_by_text("Paused").first).to_be_visible()
    expect(ana.get_by_text("Paused").first).to_be_visible()
    assert_fits(bob)
