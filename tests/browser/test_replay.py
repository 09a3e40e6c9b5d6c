"""A long game looked back at: by mouse, by keys and without scripts, played like a film, and shared."""

import re
from itertools import count

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, expect

import rules
from games.models import Game
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.browser.steps import open_drawer, show
from tests.extent import each_once
from tests.factories import GameFactory, play_until
from tests.games.scripts import AUCTIONS, ROUND

LONG = 300
OPEN = rules.Options(money_visible=True)


@pytest.fixture
def long_game(db) -> Game:
    """A game of six that is far enough to have a long past."""
    taken = count()
    game = GameFactory.create(players=6, options=rules.Options(edition="recharged", money_visible=True))
    game = play_until(game, lambda _state: next(taken) >= LONG)
    assert game.sequence >= LONG
    return game


def address(game: Game, number: int) -> str:
    return reverse("games:history", args=[game.pk, number])


def expect_position(page: Page, number: int) -> None:
    expect(page.locator("#past-heading")).to_contain_text(f"After action {number} of")
    expect(page).to_have_url(re.compile(rf"/history/{number}/"))


def slider_of(page: Page) -> Locator:
    return page.get_by_role("slider", name="Action")


def pull(page: Page, share: float) -> None:
    """Pull the slider by hand to a share of its way, by many small movements."""
    box = slider_of(page).bounding_box()
    assert box is not None
    at = int(slider_of(page).input_value()) / int(slider_of(page).get_attribute("max") or 1)
    inner, height = box["width"] - 20, box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10 + at * inner, height)
    page.mouse.down()
    page.mouse.move(box["x"] + 10 + share * inner, height, steps=40)
    page.mouse.up()


HASTE = """(slider, to) => {
  for (slider.value = to - 50; slider.valueAsNumber < to; slider.stepUp()) slider.dispatchEvent(new Event("input"));
  slider.dispatchEvent(new Event("input"));
  slider.dispatchEvent(new Event("change"));
}"""
"""Moves a slider faster than anything could answer."""


def test_long_game_is_pulled_through_by_mouse(page_of, ana, long_game):
    page = page_of(ana)
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/history/" in request.url:
            asked.append(request.headers.get("hx-request", "whole page"))

    page.goto(address(long_game, 10))
    page.evaluate("scrollTo(0, 120)")
    page.on("request", note)
    pull(page, 1)
    expect_position(page, long_game.sequence)
    assert "whole page" not in asked
    assert page.evaluate("scrollY") == 120
    expect(slider_of(page)).to_have_value(str(long_game.sequence))
    asked.clear()
    slider_of(page).evaluate(HASTE, 250)
    expect_position(page, 250)
    assert len(asked) <= 3, "Each movement of the hand was asked for."
    page.go_back()
    expect_position(page, long_game.sequence)
    page.go_back()
    expect_position(page, 10)
    expect(slider_of(page)).to_have_value("10")
    page.go_forward()
    expect_position(page, long_game.sequence)


def test_long_game_is_stepped_through_by_keys_in_haste(page_of, ana, long_game):
    page = page_of(ana)
    page.goto(address(long_game, 100))
    for _press in range(25):
        page.keyboard.press("ArrowRight")
    expect_position(page, 125)
    for _press in range(5):
        page.keyboard.press("ArrowLeft")
    expect_position(page, 120)
    expect(page.locator("#announcement")).to_contain_text("After action 120 of")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#past-heading")).not_to_contain_text("action 120")
    slider_of(page).focus()
    page.keyboard.press("End")
    expect_position(page, long_game.sequence)
    expect(slider_of(page)).to_be_focused()


def test_long_game_is_looked_through_without_scripts(page_of, ana, long_game):
    page = page_of(ana, java_script_enabled=False)
    page.goto(address(long_game, 150))
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#next").click()
    expect_position(page, 151)
    page.get_by_role("link", name="Round 2").click()
    expect(page.get_by_role("link", name="Round 2")).to_have_attribute("aria-current", "true")
    page.get_by_label("Step through").select_option(label="turns of Bob")
    page.get_by_label("Compare with action").fill("20")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#compared-heading")).to_contain_text("What changed from action 20")
    page.locator("#own-on").click()
    expect(page.locator("#past .past-story")).to_contain_text("Bob")
    expect(page).to_have_url(re.compile(r"\?since=20&turns=1$"))


def test_parts_that_are_swapped_are_those_of_the_whole_page(page_of, ana):
    page = page_of(ana)
    game = GameFactory.create(options=OPEN, after=[*ROUND, "decline"])
    page.goto(address(game, len(AUCTIONS)))
    open_drawer(page)
    page.locator("#map-key summary").click()
    page.keyboard.press("Escape")
    for number in range(len(AUCTIONS) + 1, len(ROUND) + 1):
        page.locator("#next").click()
        expect_position(page, number)
        expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#map-key")).to_have_attribute("open", "")
    ids = ("status", "scrub-jumps", "past", "plant-market", "fuel-market", "players", "cities")
    expect(page.locator("#past time")).not_to_contain_text("UTC")  # a script tells times, in the zone of the device
    swapped = [page.locator(f"#{part}").inner_text() for part in ids]
    houses = page.locator("#board .house").count()
    page.reload()
    expect(page.locator("#past")).to_have_text(
        swapped[ids.index("past")], use_inner_text=True
    )  # times are told by a script
    assert [page.locator(f"#{part}").inner_text() for part in ids] == swapped
    assert page.locator("#board .house").count() == houses > 0


def test_game_is_played_like_a_film_and_stops_at_its_end(page_of, ana):
    page = page_of(ana, reduced_motion="reduce")
    game = GameFactory.create(options=OPEN, after=ROUND)
    page.goto(address(game, game.sequence - 2))
    page.get_by_label("Speed").select_option("fast")
    page.keyboard.press("Space")
    expect_position(page, game.sequence)
    expect(page.locator("#announcement")).to_contain_text("The replay is over.")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.go_back()
    expect_position(page, game.sequence - 2)


def test_game_without_actions_has_nothing_to_play(page_of, ana):
    page = page_of(ana)
    page.goto(address(GameFactory.create(), 0))
    expect(page.locator("#past-heading")).to_have_text("The start: no actions yet")
    page.keyboard.press("Space")
    expect(page.get_by_label("Step through")).to_have_count(0)
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()


def test_replay_is_paused_by_key_and_by_any_step(page_of, ana):
    page = page_of(ana)
    page.goto(address(GameFactory.create(options=OPEN, after=ROUND), 1))
    page.get_by_label("Speed").select_option("slow")
    page.get_by_role("button", name="Play").click()
    expect_position(page, 2)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#past-heading").click()
    page.keyboard.press("Space")
    expect_position(page, 3)
    page.keyboard.press("ArrowLeft")
    expect_position(page, 2)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_only_own_turns_are_played(page_of, ana):
    page = page_of(ana)
    page.goto(address(GameFactory.create(options=OPEN, after=ROUND), 0))
    page.get_by_label("Step through").select_option(label="my turns only")
    expect(page).to_have_url(re.compile(r"\?turns=0$"))
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#announcement")).to_contain_text("The replay is over.")
    expect(page.locator("#past .past-story .company")).to_have_text("Ana")


def test_note_that_is_being_written_outlives_a_step(page_of, ana):
    page = page_of(ana)
    page.goto(address(GameFactory.create(options=OPEN, after=ROUND), 3))
    note = page.get_by_label("Your note on this position")
    note.fill("Bob hoards coal")
    page.locator("#next").click()
    expect_position(page, 4)
    expect(note).to_have_value("")
    page.locator("#previous").click()
    expect(note).to_have_value("Bob hoards coal")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("Your note is saved.")
    expect(page.locator(".scrub-track .pin")).to_have_count(1)
    page.locator("#next").click()
    page.get_by_role("link", name="Bob hoards coal").click()
    expect_position(page, 3)
    expect(note).to_have_value("Bob hoards coal")


def test_permalink_shows_strangers_the_same_position_of_a_public_game(page, page_of, ana):
    game = GameFactory.create(options=OPEN, after=ROUND)
    players, link = page_of(ana), address(game, len(ROUND) - 3)
    players.goto(link)
    page.goto(link)
    for part in ("plant-market", "fuel-market", "cities"):
        assert page.locator(f"#{part}").inner_text() == players.locator(f"#{part}").inner_text()
    assert houses(page) == houses(players) != []
    picture = page.locator("meta[property='og:image']").get_attribute("content")
    assert page.request.get(picture).headers["content-type"] == "image/png"


def houses(page: Page) -> list[str]:
    return page.locator("#board .city:has(.house) .name").all_inner_texts()


def test_permalink_of_a_private_game_shows_strangers_nothing(page, page_of, ana, bob):
    game = GameFactory.create(players=2, is_public=False, options=OPEN)
    page.goto(address(game, 0))
    expect(page).to_have_url(re.compile("/login/"))
    players = page_of(ana)
    players.goto(address(game, 0))
    expect(players.locator("#past-heading")).to_contain_text("The start")
    assert players.locator("meta[property^='og:']").count() == 0


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_comparison_and_notes_fit_and_can_be_read_by_all(page_of, ana, take_picture, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    game = GameFactory.create(options=OPEN, after=ROUND)
    page.goto(f"{address(game, len(ROUND))}?since=2&turns=1")
    if size == "phone":
        show(page, "story")
    page.get_by_label("Your note on this position").fill("Bob hoards coal")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".pinned a")).to_have_count(1)
    page.evaluate("scrollTo(0, 0)")
    assert_accessible(page)
    assert_fits(page)
    take_picture(page, f"past-compared-{size}-{scheme}")
