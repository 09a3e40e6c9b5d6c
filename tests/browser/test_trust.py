"""Two people play Against the Trust, on a laptop and on a phone: what comes before the game, and the first round."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import rules
from games.models import Game
from tests.browser.accessibility import assert_accessible
from tests.browser.acting import act
from tests.browser.conftest import PHONE, SCHEMES
from tests.browser.steps import pick
from tests.browser.test_game_page import last_action
from tests.extent import each_once
from tests.factories import GameFactory, play_on
from tests.games.scripts import TRUST_HOUSES

RECHARGED = rules.Options(edition="recharged")
START_CITIES = rules.Options(edition="recharged", start_cities=True)

PLACERS = ("Ana", "Bob", "Bob", "Ana", "Ana", "Bob")


@pytest.fixture
def browsers(page_of, ana, bob) -> dict[str, Page]:
    """Ana has a laptop, Bob a phone."""
    pages = {"Ana": page_of(ana), "Bob": page_of(bob)}
    pages["Bob"].set_viewport_size(PHONE)
    return pages


def panel(page: Page) -> Locator:
    return page.locator("#action-panel")


def come_back(page: Page) -> None:
    """Look at the page again after another one: it asks for news at once then, and not only every few seconds."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def asked(page: Page) -> Locator:
    """The panel, as soon as it asks its owner to move."""
    come_back(page)
    expect(page.locator("#action-panel.is-mine:not([data-fresh])")).to_be_visible()
    return panel(page)


def take(page: Page, game: Game, text: str) -> None:
    """Take an action on the page of who is asked next, and see that it was taken."""
    question = asked(page).get_attribute("data-asked")
    act(page, rules.parse_action(text))
    expect(page.locator(f'#action-panel[data-asked="{question}"]')).to_have_count(0)
    assert last_action(game) == text


def houses_of_trust(page: Page, city: str) -> Locator:
    return page.locator(f'#board [data-city="{city}"] .house.seat-trust:not(.ghost)')


@pytest.mark.long
def test_first_round_against_the_trust(browsers):
    game = GameFactory(players=2, options=RECHARGED)
    ana, bob = browsers["Ana"], browsers["Bob"]
    for page in browsers.values():
        page.goto(game.get_absolute_url())
    place_the_first_houses(browsers, game)
    for page in browsers.values():
        expect(page.locator("#players")).to_contain_text("10 houses left")

    # Auctions: whoever buys first brings the Trust in, and the other player then pays the least.
    expect(asked(ana)).to_contain_text("Once a plant is bought, the Trust takes the highest plant then on offer")
    expect(ana.locator("li", has=ana.locator("#plant-3"))).to_contain_text("minimum bid 1")
    take(ana, game, "open 3 1")
    expect(asked(bob)).to_contain_text("Once a plant is bought, the Trust takes the highest plant then on offer")
    take(bob, game, "pass")
    for page in browsers.values():
        come_back(page)
        expect(page.locator("#feed")).to_contain_text("The Trust took plant 09")
    expect(asked(bob)).not_to_contain_text("the Trust takes")
    bob.locator("#plant-4").click()
    expect(panel(bob)).to_contain_text("Nobody else can bid. You get it for 4 Elektro.")
    panel(bob).get_by_role("button", name="Open with plant 04").click()
    expect(panel(bob)).to_contain_text("The game waits for")
    assert last_action(game) == "open 4 4"

    # Resources: the Trust comes second.
    expect(asked(ana)).to_contain_text("After you, the Trust takes fuel to run each of its plants once.")
    take(ana, game, "buy o2")
    expect(ana.locator("#feed")).to_contain_text("The Trust took 1 oil from the market.")
    expect(asked(bob)).not_to_contain_text("After you, the Trust")
    take(bob, game, "buy c2")

    # Building: the Trust follows into empty cities, and its own stay shut.
    expect(asked(ana)).to_contain_text(
        "Where you build first, the Trust takes the second slot: it has 10 houses left."
    )
    expect(panel(ana).locator(".city-choices")).to_contain_text("Cities of the Trust: Bremen, Erfurt, Halle, Hamburg")
    expect(ana.locator("#pick-halle")).to_have_count(0)
    ana.locator("#city-leipzig").click()
    expect(panel(ana).locator(".steps")).to_contain_text("the Trust takes the second slot")
    panel(ana).get_by_role("button", name="Build 1 for").click()
    expect(houses_of_trust(ana, "leipzig")).to_have_count(1)
    assert last_action(game) == "build leipzig"
    expect(asked(bob)).to_contain_text("it has 9 houses left")
    expect(bob.locator("#pick-leipzig")).to_have_count(0)
    take(bob, game, "build cuxhaven")
    for page in browsers.values():
        come_back(page)
        expect(houses_of_trust(page, "cuxhaven")).to_have_count(1)

    # Powering: the Trust gives its fuel back.
    take(ana, game, "run 3")
    take(bob, game, "run 4")
    for page in browsers.values():
        come_back(page)
        expect(page.locator("#feed")).to_contain_text("The Trust gave 1 oil back to the supply.")
        expect(page.locator("#status")).to_contain_text("Round 2")


def place_the_first_houses(browsers: dict[str, Page], game: Game) -> None:
    """Both place the six houses as the page asks them to, by turns on the map and in the list."""
    for number, (name, text) in enumerate(zip(PLACERS, TRUST_HOUSES, strict=True), start=1):
        page, city = browsers[name], text.removeprefix("trust ")
        expect(asked(page)).to_contain_text(f"Place house {number} of 6 for the Trust")
        way = f"#city-{city} :is(.plate, .tag rect)" if number % 2 else f"#pick-{city}"
        page.locator(way).locator("visible=true").first.click()
        expect(page.locator(f'#board [data-city="{city}"] .house.ghost.seat-trust')).to_be_visible()
        panel(page).get_by_role("button", name=re.compile("^Place it in")).click()
        for each in browsers.values():
            come_back(each)
            expect(houses_of_trust(each, city)).to_have_count(1)
        assert last_action(game) == text


def test_start_cities_against_the_trust(browsers):
    game = GameFactory(players=2, options=START_CITIES, after=TRUST_HOUSES)
    for page in browsers.values():
        page.goto(game.get_absolute_url())
    for name, city in (("Ana", "leipzig"), ("Bob", "cuxhaven")):
        page = browsers[name]
        expect(asked(page)).to_contain_text("The Trust gets a house in the second slot at once")
        page.locator(f"#city-{city}").click()
        expect(page.locator(f'#board [data-city="{city}"] .mark.ghost')).to_be_visible()
        panel(page).get_by_role("button", name=re.compile("^Mark")).click()
        expect(page.locator(f'#board [data-city="{city}"] .mark:not(.ghost)')).to_have_count(1)
        expect(houses_of_trust(page, city)).to_have_count(1)
        assert last_action(game) == f"start {city}"
    play_on(game, "open 3 1", "pass", "open 4 4", "buy o2", "buy c2")
    ana = browsers["Ana"]
    expect(asked(ana)).to_contain_text("Your network starts in one of the marked cities.")
    expect(ana.locator(".city-choices li a")).to_have_count(2)
    pick(ana, "cuxhaven")
    expect(panel(ana).locator(".city-choices")).to_contain_text("Kept for players who start there: Leipzig")
    expect(panel(ana).locator(".steps")).not_to_contain_text("the Trust takes the second slot")
    panel(ana).get_by_role("button", name="Build 1 for").click()
    expect(ana.locator('#board [data-city="cuxhaven"] .mark')).to_have_count(0)
    assert last_action(game) == "build cuxhaven"


def test_house_of_the_trust_is_placed_by_keyboard(page_of, ana):
    game = GameFactory(players=2, options=RECHARGED)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    for chosen, city in (("#pick-halle", "Halle"), ("#city-hamburg", "Hamburg")):
        page.locator(chosen).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".city-choices [aria-current]")).to_have_text(city)
        expect(page.locator(chosen)).to_be_focused()
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "trust hamburg"


CITIES = {
    "house of the Trust": (RECHARGED, (), "trust halle"),
    "start city": (START_CITIES, TRUST_HOUSES, "start leipzig"),
}
"""What one chooses a city for, before the first round."""


@pytest.mark.parametrize("city", CITIES)
def test_city_is_chosen_without_javascript(page_of, ana, city):
    options, after, text = CITIES[city]
    game = GameFactory(players=2, options=options, after=after)
    page = page_of(ana, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    act(page, rules.parse_action(text))
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == text


@each_once(city=CITIES, scheme=SCHEMES)
def test_choosing_a_city_is_accessible_and_fits_a_phone(page_of, ana, city, scheme):
    options, after, _text = CITIES[city]
    game = GameFactory(players=2, options=options, after=after)
    page = page_of(ana, color_scheme=scheme)
    page.set_viewport_size(PHONE)
    page.goto(game.get_absolute_url())
    pick(page, "leipzig")
    expect(page.locator("#confirm")).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
