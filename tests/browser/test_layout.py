"""What is in view on a screen, without scrolling, in the middle of a game."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.conftest import LAPTOP, PHONE, TABLET
from tests.browser.layout import assert_fits
from tests.browser.steps import pick, show
from tests.extent import later
from tests.factories import GameFactory, play_until
from tests.games.scripts import PURCHASES

DESK = ("#status", "#decision", "#map-panel", "#players", "#plant-market", "#fuel-market", "#say")
"""What a laptop shows at once."""

IN_HANDS = ("#status", "#decision", "#map-panel")
"""What a tablet shows at once."""

PHASES = (rules.Phase.AUCTION, rules.Phase.RESOURCES, rules.Phase.BUILDING, rules.Phase.BUREAUCRACY)


def in_every_phase(map_name: str) -> Iterator[Game]:
    """A game of four in its fourth round, whenever Ana has something else to decide."""
    game = GameFactory.create(players=4, options=rules.Options(map=map_name))
    for phase in PHASES:
        game = play_until(game, partial(is_reached, phase))
        yield game


def is_reached(phase: rules.Phase, state: rules.State) -> bool:
    if state.round < 4 or state.phase is not phase or rules.Seat(0) not in state.to_move:
        return False
    return rules.forced(state, rules.Seat(0)) is None


def assert_in_view(page: Page, *parts: str) -> None:
    """All of these parts are on the screen from top to bottom."""
    assert page.viewport_size is not None
    question = page.locator("#action-heading").inner_text()
    for part in parts:
        box = page.locator(part).bounding_box()
        assert box is not None, f"{page.url} has no {part}."
        lowest = box["y"] + box["height"]
        assert box["y"] >= 0
        assert lowest <= page.viewport_size["height"], f"{part} ends at {lowest}: {question}"


@pytest.mark.parametrize("map_name", ["germany", later("france")])  # below a wide map markets go on further down
def test_laptop_shows_a_game_of_four_in_one_screen_and_a_tablet_panel_and_map(page_of, ana, map_name):
    page = page_of(ana)
    for game in in_every_phase(map_name):
        for screen, parts in ((LAPTOP, DESK), (TABLET, IN_HANDS)):
            page.set_viewport_size(screen)
            page.goto(game.get_absolute_url())
            assert_in_view(page, *parts)
            assert_fits(page)


@pytest.mark.parametrize("phase", [rules.Phase.AUCTION, rules.Phase.BUREAUCRACY])
def test_laptop_leaves_no_hole_between_what_is_chosen_and_the_button(page_of, ana, phase):
    game = play_until(GameFactory(players=3), partial(is_reached, phase))
    page = page_of(ana, viewport=LAPTOP)
    page.goto(game.get_absolute_url())
    parts = page.locator("#action-panel :is(.answer, .panel-foot > :first-child)")
    gaps = parts.evaluate_all("""parts => parts.map((part) => {
      const above = part.previousElementSibling ?? part.parentElement.previousElementSibling;
      return part.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
    })""")
    assert gaps
    assert max(gaps) <= 16


def test_opening_bid_stands_beside_its_plant(page_of, ana):
    page = page_of(ana, viewport=LAPTOP)
    page.goto(GameFactory().get_absolute_url())
    page.locator("#plant-4").click()
    plant, amounts = (page.locator(f"#answer > {part}").bounding_box() for part in (".plant-card", ".field-row"))
    assert plant["x"] + plant["width"] <= amounts["x"]
    assert amounts["y"] < plant["y"] + plant["height"]


def test_laptop_shows_the_resource_market_below_the_guide_to_it(page_of, ana):
    ana.is_guided = True
    ana.save()
    game = GameFactory(players=4, bots=3)
    game = play_until(game, lambda state: state.phase is rules.Phase.RESOURCES and 0 in state.to_move)
    page = page_of(ana, viewport=LAPTOP)
    page.goto(game.get_absolute_url())
    expect(page.locator("#guide")).to_contain_text("Resource market")
    assert_in_view(page, "#decision", "#map-panel", "#players", "#fuel-market")


def test_what_is_asked_stays_in_sight_on_a_phone_whatever_part_of_the_page_is_shown(page_of, bob):
    page = page_of(bob, viewport=PHONE)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    pick(page, "halle")
    for part in ("markets", "players", "story", "board"):
        show(page, part)
        expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    page.locator("#confirm").click()
    expect(page.locator("#action-panel")).to_contain_text("The game waits for")
    assert_fits(page)


def test_phone_tells_all_of_the_latest_in_a_quarter_of_its_height(page_of, ana):
    page = page_of(ana, viewport=PHONE)
    game = play_until(GameFactory(players=6), lambda state: state.round >= 3 and 0 in state.to_move)
    page.goto(game.get_absolute_url())
    show(page, "story")
    recap = page.locator("#recap")
    box = recap.bounding_box()
    assert box is not None
    assert box["height"] <= PHONE["height"] / 4
    for line in recap.locator("li").all():
        line.scroll_into_view_if_needed()
        expect(line).to_be_in_viewport(ratio=1)
