"""Composing on the game page by mouse and by keyboard, and following others."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

import rules
from games.models import Game, Origin
from games.replay import history
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.steps import pick
from tests.factories import GameFactory, play_on, play_until
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND


def panel(page: Page):
    return page.locator("#action-panel")


def last_action(game: Game) -> str:
    game.refresh_from_db()
    return str(history.moves(game)[-1].action)


def actions_in_person(game: Game) -> int:
    game.refresh_from_db()
    return [move.origin for move in history.moves(game)].count(Origin.PLAYER)


def total(page: Page, name: str):
    """One of the figures that belong to what is composed."""
    return panel(page).locator(".totals > div", has_text=name).locator("dd")


# With JavaScript ----------------------------------------------------------------------------------------------------


def test_cities_are_composed_on_the_map_and_in_the_list_and_taken_out_again(page_of, bob):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    page.locator("#city-halle").click()
    expect(total(page, "Costs")).to_have_text("10")
    pick(page, "erfurt")
    expect(total(page, "Costs")).to_have_text("26")
    expect(page.locator("#board .house.ghost")).to_have_count(2)
    expect(page.locator("#announcement")).to_contain_text("2 cities for 26 Elektro, 15 left")
    page.locator("#city-halle").click()
    expect(page.locator("#board .house.ghost")).to_have_count(1)
    page.reload()
    expect(total(page, "Costs")).to_have_text("10")
    panel(page).get_by_role("button", name="Build 1 for").click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "build erfurt"
    assert page.url.endswith(game.get_absolute_url())


def test_nothing_moves_while_cities_are_picked(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    before = page.locator("#players").bounding_box()
    for number, city in enumerate(["halle", "leipzig", "erfurt"], start=1):
        pick(page, city)
        expect(panel(page).locator(".steps li")).to_have_count(number)
    assert page.locator("#players").bounding_box() == before


def test_whole_turn_of_building_is_taken_by_keyboard(page_of, bob):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    page.locator("#city-halle").focus()
    page.keyboard.press("Enter")
    expect(total(page, "Costs")).to_have_text("10")
    expect(page.locator("#city-halle")).to_be_focused()
    page.locator("#city-list > summary").press("Enter")
    page.locator("#pick-leipzig").press("Enter")
    expect(total(page, "Costs")).to_have_text("20")
    expect(page.locator("#pick-leipzig")).to_be_focused()
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_contain_text("The game waits for")
    expect(page.locator("#action-heading")).to_be_focused()
    assert last_action(game) == "build halle leipzig"


def test_purchase_is_composed_with_buttons_and_typed_numbers(page_of, bob):
    game = GameFactory(after=AUCTIONS)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    more = panel(page).get_by_role("button", name="One more")
    for _ in range(6):
        more.click()
    expect(panel(page).get_by_label("oil", exact=True)).to_have_value("4")
    expect(total(page, "Costs")).to_have_text("13")
    panel(page).get_by_label("oil", exact=True).fill("3")
    expect(total(page, "Costs")).to_have_text("9")
    panel(page).get_by_role("button", name="Buy 3 oil for 9").click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "buy o3"


TOO_MUCH = {"50": "At most 4 oil: plant 03 has room for 4", "-3": "Enter 0 to 24 tokens.", "1.5": "a whole number"}


def test_amount_that_cannot_be_bought_says_why_and_takes_the_button_away(page_of, bob, complaints):
    page = page_of(bob)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    panel(page).get_by_label("oil", exact=True).fill("2")
    expect(page.locator("#confirm")).to_be_visible()
    for typed, reason in TOO_MUCH.items():
        panel(page).get_by_label("oil", exact=True).fill(typed)
        expect(panel(page).get_by_role("alert")).to_contain_text(reason)
        expect(page.locator("#confirm")).to_have_count(0)
        expect(panel(page).get_by_label("oil", exact=True)).to_have_value(typed)
        if typed != "50":
            complaints.expect("400")
        panel(page).get_by_label("oil", exact=True).fill("1")
        expect(page.locator("#confirm")).to_be_visible()


def test_refused_opening_bid_keeps_plant_and_number(page_of, ana, complaints):
    page = page_of(ana)
    page.goto(GameFactory().get_absolute_url())
    page.locator("#plant-4").click()
    panel(page).get_by_label("Opening bid", exact=True).evaluate("field => (field.dataset.most = 60)")
    panel(page).get_by_label("Opening bid", exact=True).fill("60")
    page.locator("#confirm").click()
    expect(panel(page).get_by_role("alert")).to_contain_text("60")
    expect(panel(page).get_by_label("Opening bid", exact=True)).to_have_value("60")
    expect(page.locator("#plant-4")).to_have_attribute("aria-current", "true")
    complaints.expect("422")


def test_plants_are_switched_on_and_off(page_of, cid):
    game = GameFactory(after=BUILDINGS)
    page = page_of(cid)
    page.goto(game.get_absolute_url())
    plant = panel(page).get_by_role("checkbox")
    expect(plant).to_be_checked()
    plant.press("Space")
    expect(total(page, "Pays")).to_have_text(re.compile("^10"))
    plant.press("Space")
    panel(page).get_by_role("button", name="Power 1 city, earn 22 Elektro").click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "run 5:c1o1"


def test_button_says_the_bid_that_it_sends(page_of, bob):
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    confirm = page.locator("#confirm")
    expect(confirm).to_have_text("Bid 5")
    panel(page).get_by_role("button", name="Your bid: one more").click()
    expect(confirm).to_have_text("Bid 6")
    page.locator("#amount-10").click()
    expect(confirm).to_have_text("Bid 10")
    panel(page).get_by_label("Your bid", exact=True).fill("")
    expect(confirm).to_have_text("Bid")
    panel(page).get_by_label("Your bid", exact=True).fill("12")
    confirm.click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "bid 12"


def test_refused_bid_says_why_beside_the_field(page_of, bob, complaints):
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    panel(page).get_by_label("Your bid", exact=True).evaluate("field => (field.dataset.most = 60)")
    panel(page).get_by_label("Your bid", exact=True).fill("60")
    panel(page).get_by_role("button", name="Bid 60").click()
    expect(panel(page).get_by_role("alert")).to_contain_text("You have 50 Elektro and cannot bid 60.")
    expect(panel(page).get_by_label("Your bid", exact=True)).to_have_value("60")
    complaints.expect("422")


# Following others ---------------------------------------------------------------------------------------------------


def test_page_follows_the_game_and_says_whose_turn_it_is(page_of, bob):
    game = GameFactory()
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    expect(panel(page)).to_contain_text("The game waits for")
    play_on(game, "open 4 4")
    expect(panel(page)).to_contain_text("Bid or pass")
    expect(page).to_have_title(re.compile("Your turn · Friday round"))
    expect(page.locator("#announcement")).to_contain_text("Ana put plant 04 up for auction at 4 Elektro.")
    expect(page.locator("#waiting-games")).to_contain_text("1")


def test_what_is_composed_outlives_what_others_do(page_of, cid):
    game = GameFactory(after=BUILDINGS)
    page = page_of(cid)
    page.goto(game.get_absolute_url())
    panel(page).get_by_role("checkbox").uncheck()
    expect(total(page, "Pays")).to_have_text(re.compile("^10"))
    play_on(game, "run 4")
    expect(page.locator("#feed")).to_contain_text("Ana powered 1 city")
    expect(panel(page).get_by_role("checkbox")).not_to_be_checked()
    panel(page).get_by_role("button", name="Power nothing, take 10 Elektro").click()
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "run"


CLICK_WHATEVER_COMES_UP = """() => {
  const click = () => document.querySelectorAll("#action-panel button.button").forEach((button) => button.click());
  new MutationObserver(click).observe(document.querySelector(".game"), { childList: true });
}"""


def test_second_click_does_not_answer_the_question_that_comes_up_meanwhile(page_of, ana):
    game = GameFactory(players=2, bots=1)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    page.locator("#plant-4").click()
    confirm = panel(page).get_by_role("button", name="Open with plant 04")
    expect(confirm).to_be_visible()
    page.evaluate(CLICK_WHATEVER_COMES_UP)
    confirm.click()
    expect(page.locator("#action-panel:not([data-fresh])")).to_contain_text("Bid or pass")
    assert actions_in_person(game) == 1
    panel(page).get_by_role("button", name="Pass").dblclick()
    expect(page.locator("#action-panel:not([data-fresh])")).not_to_contain_text("Bid or pass")
    assert actions_in_person(game) == 2


def test_those_who_were_logged_out_are_told_so_and_led_back(page_of, bob, complaints):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    pick(page, "halle")
    expect(total(page, "Costs")).to_have_text("10")
    page.context.clear_cookies()
    pick(page, "erfurt")
    expect(page.locator("#toasts")).to_have_text("You are logged out. Nothing was sent. Log in to go on.")
    expect(page.locator("#toasts")).to_be_in_viewport()
    expect(total(page, "Costs")).to_have_text("10")
    page.get_by_role("link", name="Log in to go on.").click()
    expect(page).to_have_url(re.compile("next=.*action%3Dbuild%26city%3Dhalle"))
    complaints.expect("401")


def test_pick_that_gets_no_answer_says_so(page_of, bob, complaints):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.context.set_offline(True)
    pick(page, "halle")
    expect(page.locator("#toasts")).to_contain_text("We could not be reached. Check your connection")
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    complaints.expect("htmx:")


def test_whether_what_was_sent_has_arrived_is_found_out_where_no_answer_comes(page_of, bob, complaints):
    """First what is sent is lost on its way, then the answer to it, then that to some words. The next gets one."""
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    page.route("**/play/", lambda route: route.abort("connectionreset"), times=1)
    pass_on = panel(page).get_by_role("button", name="Pass")
    pass_on.click()
    toasts = page.locator("#toasts")
    expect(toasts).to_contain_text("What you sent has not arrived. You can send it again.")
    page.route("**/play/", lose, times=1)
    pass_on.click()
    expect(toasts).to_contain_text("What you sent has arrived. Only the answer was lost")
    expect(panel(page)).to_contain_text("The game waits for")
    assert game.actions.count() == 2
    page.route("**/say/", lose)
    field = page.locator(".say textarea")
    field.fill("hello")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator("#feed .message")).to_have_text(re.compile("hello"))
    expect(toasts.locator(".toast")).to_have_count(1)
    page.unroute_all()
    field.fill("are you there?")
    field.press("Enter")
    expect(toasts).to_be_empty()
    complaints.expect("ERR_CONNECTION_RESET")
    complaints.expect("htmx:")


def lose(route: Route) -> None:
    """Let it reach the site, and the answer get lost."""
    route.fetch()
    route.abort("connectionreset")


def test_looking_for_news_fails_in_silence(page_of, bob, complaints):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.context.set_offline(True)
    with page.expect_console_message(lambda message: "htmx:sendError" in message.text):
        page.evaluate("document.getElementById('poll').dispatchEvent(new Event('game-due'))")
    expect(page.locator("#toasts")).to_be_empty()
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    complaints.expect("htmx:")


def held_back(page: Page, address: str, ask: Callable[[], None]) -> Route:
    """Let a page ask, and keep what it asked for from the site; every later request goes through."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    ask()
    deadline = time.monotonic() + PATIENCE / 1000
    while not held and time.monotonic() < deadline:
        page.wait_for_timeout(10)
    assert held, f"The page did not ask for {address}."
    return held[0]


LOOK_FOR_NEWS = "document.dispatchEvent(new Event('visibilitychange'))"


def test_news_that_come_after_the_answer_to_an_action_are_dropped(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=["open 4 4"]).get_absolute_url())
    held = held_back(page, "**/updates/**", lambda: page.evaluate(LOOK_FOR_NEWS))
    panel(page).get_by_role("button", name="Pass").click()
    expect(panel(page)).to_contain_text("The game waits for")
    with page.expect_response("**/updates/**"):
        held.continue_()
    expect(page.locator("#feed")).to_contain_text("Bob passed on plant 04.")


def test_news_do_not_come_between_an_action_and_its_answer(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=["open 4 4"]).get_absolute_url())
    held = held_back(page, "**/play/", panel(page).get_by_role("button", name="Pass").click)
    answer = held.fetch()
    with page.expect_response("**/updates/**"):
        page.evaluate(LOOK_FOR_NEWS)
    expect(page.locator("#poll.htmx-request")).to_have_count(0)
    expect(panel(page)).to_contain_text("Bid or pass")
    held.fulfill(response=answer)
    expect(panel(page)).to_contain_text("The game waits for")


def test_price_does_not_come_between_an_action_and_its_answer(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    panel(page).get_by_label("oil", exact=True).fill("2")
    held = held_back(page, "**/play/", panel(page).get_by_role("button", name="Buy 2 oil").click)
    answer = held.fetch()
    with page.expect_response("**oil=3**"):
        panel(page).get_by_label("oil", exact=True).fill("3")
    expect(page.locator("form[hx-get].htmx-request")).to_have_count(0)
    held.fulfill(response=answer)
    expect(panel(page)).to_have_count(1)
    expect(panel(page)).to_contain_text("The game waits for")
    expect(page.locator("#feed")).to_contain_text("Bob bought 2 oil")


def test_what_was_opened_stays_open_when_others_move(page_of, ana):
    game = GameFactory(after=ROUND)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    page.locator("#known-cards summary").click()
    expect(page.locator("#known-cards")).to_contain_text("Under the Step 3 card:")
    play_on(game, "decline")
    expect(page.locator("#feed")).to_contain_text("Cid wanted no plant this round.")
    expect(page.locator("#known-cards p").first).to_be_visible()


def test_time_counts_on_while_the_page_is_open(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory().get_absolute_url())
    time = page.locator("#awaited time")
    time.evaluate("time => { time.dateTime = new Date(Date.now() - 7200 * 1000).toISOString() }")
    expect(time).to_have_text("2 h ago")


# On every screen ----------------------------------------------------------------------------------------------------


def test_phone_shows_the_map_and_below_it_what_is_asked(page_of, bob):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.set_viewport_size(PHONE)
    page.goto(game.get_absolute_url())
    asked, drawn = panel(page).bounding_box(), page.locator(".map-panel").bounding_box()
    assert asked is not None
    assert drawn is not None
    assert drawn["y"] + drawn["height"] / 2 <= asked["y"]
    assert asked["y"] + asked["height"] <= PHONE["height"]
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
    page.locator("#city-halle .tag").click()
    expect(page.locator("#confirm")).to_have_text("Build 1 for 10")
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)


def test_phone_says_what_the_board_means_for_the_turn_but_not_how_to_pick_cities(page_of, bob):
    game = GameFactory(options=rules.Options(map="japan"))
    play_until(game, lambda state: state.phase is rules.Phase.BUILDING and 1 in state.to_move)
    page = page_of(bob, viewport=PHONE)
    page.goto(game.get_absolute_url())
    expect(panel(page).get_by_text("The second one is your free start.")).to_be_visible()
    expect(panel(page).get_by_text("Nothing is final yet.")).to_be_hidden()
    for _ in range(2):
        panel(page).locator(".nearest a").first.click()
        expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    expect(page.locator("#city-list > summary")).to_have_text("No more cities in this turn")
