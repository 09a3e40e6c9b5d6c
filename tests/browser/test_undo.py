"""Taking back on the game page: at once, and with the consent of others who look at it, too."""

from playwright.sync_api import Locator, Page, expect

from games.replay import history
from games.replay.action_rows import TakenBack
from tests.browser.accessibility import assert_accessible
from tests.browser.steps import pick
from tests.factories import GameFactory
from tests.games.scripts import PURCHASES


def panel(page: Page) -> Locator:
    """The action panel, once its buttons answer."""
    return page.locator("#action-panel:not([data-fresh])")


def test_building_is_taken_back_and_asked_anew(page_of, bob):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    pick(page, "halle")
    panel(page).get_by_role("button", name="Build 1 for").click()
    expect(panel(page)).to_contain_text("The game waits for")
    expect(page.locator("#city-halle .house")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(panel(page)).to_contain_text("Build your network")
    expect(page.locator("#action-heading")).to_be_focused()
    expect(page.locator("#city-halle .house")).to_have_count(0)
    expect(page.locator("#announcement")).to_contain_text("Bob took back: “Bob built in Halle for 10 Elektro.”")
    pick(page, "leipzig")
    panel(page).get_by_role("button", name="Build 1 for").click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert [move.seat for move in history.moves(game, after=9, until=12)] == [1, 1, 1]


def test_others_agree_on_pages_of_their_own_and_keep_what_they_compose(page_of, ana, bob, cid):
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5"])
    pages = {person.name: page_of(person) for person in (ana, bob, cid)}
    for page in pages.values():
        page.goto(game.get_absolute_url())
    pages["Cid"].locator("#amount").fill("9")
    pages["Ana"].get_by_role("button", name="Ask to take back").click()
    expect(panel(pages["Ana"])).to_contain_text("Yet to agree: Bob and Cid.")
    expect(pages["Ana"].locator("#takeback p")).to_be_focused()
    for name in ("Bob", "Cid"):
        expect(panel(pages[name])).to_contain_text("Ana asks to take this back")
        expect(pages[name].locator("#announcement")).to_contain_text("Ana asks to take this back")
    expect(pages["Cid"].locator("#amount")).to_have_value("9")
    assert_accessible(pages["Cid"])
    pages["Cid"].get_by_role("button", name="Agree").click()
    expect(panel(pages["Cid"])).to_contain_text("You agreed that Ana takes this back")
    expect(pages["Cid"].locator("#amount")).to_have_value("9")
    pages["Bob"].get_by_role("button", name="Agree").click()
    expect(panel(pages["Bob"])).to_contain_text("The game waits for")
    for name in ("Ana", "Cid"):
        expect(pages[name].locator("#feed")).to_contain_text("All agreed to go back")
    expect(panel(pages["Ana"])).to_contain_text("Choose a plant")
    assert history.moves(game, after=2, until=3)[0].action == TakenBack(0, agreed=True)


def test_everything_works_without_javascript(page_of, ana, bob, cid):
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5"])
    pages = [page_of(person, java_script_enabled=False) for person in (ana, bob, cid)]
    for page, button in zip(pages, ("Ask to take back", "Agree", "Agree"), strict=True):
        page.goto(game.get_absolute_url())
        page.get_by_role("button", name=button).click()
    pages[0].reload()
    expect(panel(pages[0])).to_contain_text("Choose a plant")
