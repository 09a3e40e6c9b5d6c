"""The map is the stage: what is in play fills it, and nothing that opens elsewhere moves it."""

import random
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

import rules
from games.board.room import AIR
from tests.browser.conftest import LAPTOP, SCREENS, SIZES
from tests.browser.steps import open_drawer, pick
from tests.factories import GameFactory, play_until
from tests.games.board.pictures import BOARDS, picture

BOX = """shape => {
  const game = document.querySelector(".game");
  game.classList.remove("wide-map", "tall-map", "flat-map", "slim-map", "high-map");
  game.classList.add(...shape);
  const { width, height } = document.getElementById("map").getBoundingClientRect();
  return [width, height];
}"""

FOLDS = "(isOpen) => document.querySelectorAll('details').forEach((fold) => { fold.open = isOpen })"


def shape_of(seen) -> tuple[str, ...]:
    """As the page says it in the classes of a game."""
    names = {"flat-map": seen.is_flat, "slim-map": seen.is_slim, "high-map": seen.is_high}
    return (f"{seen.shape}-map", *(name for name, is_so in names.items() if is_so))


def is_connected(board: rules.Board, areas: tuple[str, ...]) -> bool:
    """Whether connections lead from each of these areas to each other one, without leaving them."""
    pairs = [{board.cities[one].area, board.cities[other].area} for one, other, _cost in board.connections]
    reached = {areas[0]}
    for _ in areas:
        reached |= {area for pair in pairs if pair & reached for area in pair if area in areas}
    return len(reached) == len(areas)


def area_sets(board: rules.Board) -> list[tuple[str, ...]]:
    """Thirty that a game can be played in, or as many as there are."""
    known = [area.id for area in board.areas]
    sets = [areas for number in range(3, len(known) + 1) for areas in combinations(known, number)]
    playable = [areas for areas in sets if is_connected(board, areas)]
    return random.Random(f"{board.map} {board.edition}").sample(playable, min(30, len(playable)))


def test_areas_in_play_fill_the_stage(page_of, ana):
    page = page_of(ana, viewport=LAPTOP)
    page.goto(GameFactory().get_absolute_url())
    boxes = {}
    strips = 0
    for board in BOARDS:
        for areas in area_sets(board):
            seen = picture(map=board.map, edition=board.edition, areas=areas)
            shape = shape_of(seen)
            boxes[shape] = boxes.get(shape) or page.evaluate(BOX, shape)
            _left, _top, *sides = seen.frame
            scale = min(room / side for room, side in zip(boxes[shape], sides, strict=True))
            filled = [scale * (side - 2 * AIR) / room for room, side in zip(boxes[shape], sides, strict=True)]
            assert max(filled) > 0.9, (areas, filled)  # the direction that limits it
            assert min(filled) > 0.5, (areas, filled)  # and the other one: some areas make a strip
            assert scale > 0.65, (areas, scale)
            strips += min(filled) < 0.7
    assert strips < 15


PLACE = """() => {
  const { x, y, width, height } = document.getElementById("map").getBoundingClientRect();
  return [x, y + scrollY, width, height];
}"""


def place(page: Page) -> list[float]:
    """Where the map is on the page, wherever that is scrolled to, and how large it is."""
    box: list[float] = page.evaluate(PLACE)
    return box


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 6])
def test_nothing_that_opens_moves_the_map(page_of, ana, size, players):
    game = play_until(
        GameFactory(players=players), lambda state: state.phase is rules.Phase.BUILDING and 0 in state.to_move
    )
    page = page_of(ana, viewport=SCREENS[size], reduced_motion="reduce")
    page.goto(game.get_absolute_url())
    expect(page.locator("#map.is-live")).to_be_visible()
    before = place(page)
    for fold in page.locator("details").all():
        fold.evaluate("fold => { fold.open = true }")
        assert place(page) == before, fold.get_attribute("id")
    page.evaluate(FOLDS, False)
    open_drawer(page)
    assert place(page) == before
    page.keyboard.press("Escape")
    choice = page.locator("#board .city.choice").first.get_attribute("data-city")
    assert choice
    pick(page, choice)
    expect(page.locator("#board .ghost")).to_have_count(1)
    assert place(page) == before
    if size == "phone":
        for part in ("Markets", "Players", "Log", "Board"):
            page.locator(".parts").get_by_text(part, exact=True).click()
    page.locator("#plans-fold > summary").click()
    for link in page.locator("#plans-state a").all():
        heading = page.locator(f"{link.get_attribute('hx-target')} :is(h2, h3)").first
        link.evaluate("link => link.click()")  # a click of the mouse would bring it to the middle of the screen first
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport(ratio=1)
        if size == "phone":  # where plants are picked, their market shows
            page.locator(".parts").get_by_text("Board", exact=True).click()
        assert place(page) == before
