"""The coach in a real browser: asked from the game and from its past, with script and without."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from games.pages.coach import page as coach
from games.pages.coach import views
from tests.browser.accessibility import assert_is_for_everybody
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.extent import each_once
from tests.factories import GameFactory, play_until

LONG = ("Bartholomäus von Hohenzollern-", "W" * 30)


@pytest.fixture
def game(db, monkeypatch) -> Game:
    """Ana is asked to bid against five bots, some with long names."""
    monkeypatch.setattr(coach, "PLAYOUTS", 2)
    game = GameFactory.create(players=6, bots=5, options=rules.Options())
    game = play_until(game, lambda state: state.round == 2 and state.auction is not None and 0 in state.to_move)
    for number, name in enumerate(LONG, 1):
        game.seats.filter(number=number).update(name=name)
    return game


def ask(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="What would Hard do?").click()
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_answers_can_be_read_by_all(page_of, ana, game, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    ask(page, game)
    assert_is_for_everybody(page)
    page.get_by_role("link", name="Your previous decision").click()
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()
    assert_is_for_everybody(page)
    page.get_by_role("link", name="All your decisions").click()
    expect(page.get_by_role("heading", name="Your decisions")).to_be_visible()
    assert_is_for_everybody(page)


def test_page_waits_for_its_turn_by_itself(page_of, ana, game):
    page = page_of(ana)
    with views.FREE:
        page.goto(reverse("games:coach", args=[game.pk, game.sequence + 1]))
        expect(page.get_by_text("Ask again in a moment.")).to_be_visible()
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()
    expect(page.locator("#announcement")).to_contain_text("Hard:")
    expect(page.locator("body")).to_be_focused()


def test_who_asks_by_key_goes_on_from_the_answer(page_of, ana, game):
    page = page_of(ana)
    with views.FREE:
        page.goto(reverse("games:coach", args=[game.pk, game.sequence + 1]))
        page.get_by_role("link", name="Show the answer").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()
    expect(page.get_by_role("heading", name="What would Hard do?")).to_be_focused()


def test_answer_can_be_asked_for_without_script(page_of, ana, game):
    page = page_of(ana, java_script_enabled=False)
    page.goto(reverse("games:coach", args=[game.pk, game.sequence + 1]))
    page.get_by_role("link", name="Show the answer").click()
    expect(page.get_by_role("heading", name="At a glance")).to_be_visible()
    expect(page.locator("header h1")).to_have_text("Round 2, Auction")
