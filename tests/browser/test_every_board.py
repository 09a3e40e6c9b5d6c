"""A round on boards with rules of their own, played through the page by somebody and two bots."""

import pytest
from playwright.sync_api import Page, expect

import rules
import rules.bots
from games.models import Game
from games.replay import snapshots
from tests.browser.acting import act
from tests.browser.layout import assert_fits
from tests.extent import later
from tests.factories import GameFactory

TELLING = ("korea", "japan")
"""Boards on which a round asks what no round does elsewhere."""

BOARDS = [name if name in TELLING else later(name) for name in rules.board_names("recharged")]


@pytest.mark.parametrize("name", BOARDS)
def test_round_is_played_on_the_page_of_any_board(page_of, ana, name):
    game = GameFactory.create(bots=2, options=rules.Options(edition="recharged", map=name))
    page: Page = page_of(ana)
    while snapshots.load(game).round == 1:
        take_turn(page, game)
    page.goto(game.get_absolute_url())
    expect(page.locator("#action-panel")).to_be_visible()
    assert_fits(page)


def take_turn(page: Page, game: Game) -> None:
    """Do on the page what a bot would."""
    state = snapshots.load(game)
    page.goto(game.get_absolute_url())
    act(page, rules.bots.decide(state, state.to_move[0]))
    before = game.sequence
    expect(page.locator("#action-panel")).to_be_visible()
    for _ in range(100):
        game.refresh_from_db()
        if game.sequence > before:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing was done after action {before}")
