"""Names on the map, at any zoom: each belongs to its city, hides nothing, and no needed one is missing."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.boards import SEEN
from tests.browser.conftest import SCREENS, SIZES
from tests.extent import EVERYTHING
from tests.factories import GameFactory, play_until

BOARDS = [("recharged", name) for name in SEEN] + [("classic", "germany"), ("classic", "usa")]
"""Other editions of a map have the same layout."""

FAULTS = """() => {
  const AIR = 1; // pixels that boxes of letters reach beyond what one sees
  const pieces = document.querySelector(".pieces");
  const boxesOf = (element, kinds) => [...element.querySelectorAll(kinds)].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const around = (boxes) => ({
    left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  });
  const lettersOf = (name) => { // a line has more room than its letters take
    const { left, right, top, bottom } = name;
    return { left: left + AIR, right: right - AIR, top: top + 0.1 * LINE + AIR, bottom: bottom - 0.1 * LINE - AIR };
  };
  const apart = (one, other) => Math.hypot(
    Math.max(one.left - other.right, other.left - one.right, 0),
    Math.max(one.top - other.bottom, other.top - one.bottom, 0),
  );
  const meet = (one, other) => apart(one, other) === 0;
  const LINE = parseFloat(getComputedStyle(pieces.querySelector(".name")).fontSize)
    * pieces.querySelector(".name").getScreenCTM().a;

  const isFar = pieces.matches(".is-far");
  const cities = [...pieces.querySelectorAll(".city")].map((city) => {
    const tags = boxesOf(city, ".tag rect");
    const marker = around([...boxesOf(city, isFar ? ".plate, .house, .mark" : ".plate"), ...(isFar ? tags : [])]);
    const [name] = boxesOf(city, ".name").map(lettersOf);
    return { id: city.dataset.city, isNeeded: city.matches(".own, .choice"), name, marker, tags };
  });
  const discs = boxesOf(pieces, ".cost circle:not(.cost-shadow)");
  const named = cities.filter(({ name }) => name);
  const hides = ({ name }, disc) => {
    const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
    return apart(name, { left: x, right: x, top: y, bottom: y }) < disc.width / 2 - AIR;
  };
  return [
    ...cities.filter(({ isNeeded, name }) => isNeeded && !name).map(({ id }) => `${id} has no name`),
    ...named.filter((city) => discs.some((disc) => hides(city, disc))).map(({ id }) => `${id} lies on a cost`),
    ...named.flatMap((one) => cities.flatMap((other) => [
      meet(one.name, other.marker) && `${one.id} lies on the marker of ${other.id}`,
      one !== other && other.tags.some((tag) => meet(one.name, tag)) && `${one.id} lies on the tag of ${other.id}`,
      one !== other && other.name && meet(one.name, other.name) && `${one.id} lies on ${other.id}`,
      apart(one.name, other.marker) < apart(one.name, one.marker) - AIR && `${one.id} is nearer to ${other.id}`,
    ])).filter(Boolean),
  ];
}"""


ROUNDS = (1, 4)
"""Ana can build nearly everywhere; later she has a network and money for a few cities."""


def position(edition: Any, name: str, number: int) -> Game:
    """Six players, of whom Ana builds in this round."""
    game = GameFactory.create(players=6, options=rules.Options(edition=edition, map=name))
    return play_until(game, ana_builds_in(number))


def ana_builds_in(number: int):
    return lambda state: state.round >= number and state.phase is rules.Phase.BUILDING and 0 in state.to_move


def zooms(page: Page):
    """All views from the whole map to the nearest, each after another."""
    page.locator("#map").press("0")
    widths: list[float] = []
    while len(widths) < 2 or widths[-1] < widths[-2]:
        yield f"zoom {len(widths)}"
        widths.append(page.evaluate("document.querySelector('.pieces').viewBox.baseVal.width"))
        page.locator("#map").press("+")


@pytest.mark.parametrize("size", SIZES)
def test_each_name_belongs_to_its_city_and_hides_nothing_at_any_zoom(page_of, ana, size):
    page = page_of(ana, viewport=SCREENS[size], reduced_motion="reduce")
    found = {}
    for place, (edition, name) in enumerate(BOARDS):
        one = (place + SIZES.index(size)) % 2
        for number in ROUNDS if EVERYTHING else [ROUNDS[one]]:
            game = position(edition, name, number)
            page.goto(game.get_absolute_url())
            expect(page.locator(".city.own, .city.choice").first).to_be_visible()
            page.evaluate("document.fonts.ready")
            for view in zooms(page):
                if faults := page.evaluate(FAULTS):
                    found[f"{edition} {name}, game {game.pk}, {view}"] = faults
    assert found == {}
