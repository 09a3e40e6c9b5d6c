"""Composing faster than prices come, and taking it back: nothing is lost, and nothing is done twice."""

from playwright.sync_api import Page, expect

from games.models import Game
from games.replay import history
from tests.browser.conftest import PHONE, SCREENS, SIZES
from tests.browser.steps import open_drawer, pick
from tests.extent import each_once
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS, PURCHASES


def panel(page: Page):
    return page.locator("#action-panel")


def last_action(game: Game) -> str:
    game.refresh_from_db()
    return str(history.moves(game)[-1].action)


TYPE_AND_CONFIRM = """() => {
  const field = document.getElementById("oil");
  field.value = "3";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.getElementById("confirm").click();
}"""


def test_confirming_waits_for_the_price_of_what_was_typed(page_of, bob):
    game = GameFactory(after=AUCTIONS)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    panel(page).get_by_label("oil", exact=True).fill("2")
    expect(page.locator("#confirm")).to_have_text("Buy 2 oil for 6")
    page.evaluate(TYPE_AND_CONFIRM)
    expect(panel(page)).to_contain_text("The game waits for")
    assert last_action(game) == "buy o3"


def test_confirming_sends_nothing_where_what_was_typed_cannot_be_bought(page_of, bob):
    game = GameFactory(after=AUCTIONS)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    panel(page).get_by_label("oil", exact=True).fill("2")
    expect(page.locator("#confirm")).to_have_text("Buy 2 oil for 6")
    page.evaluate(TYPE_AND_CONFIRM.replace('"3"', '"9"'))
    expect(panel(page).get_by_role("alert")).to_contain_text("At most 4 oil")
    assert last_action(game) == AUCTIONS[-1]


PICK_TWO = """() => {
  document.getElementById("pick-halle").click();
  document.getElementById("pick-erfurt").click();
}"""


def test_cities_picked_in_haste_are_all_composed(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.evaluate(PICK_TWO)
    expect(panel(page).locator(".step-city strong")).to_have_text(["Halle", "Erfurt"])


def test_cities_picked_in_haste_from_the_table_are_all_composed(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.evaluate(PICK_TWO.replace("pick-", "list-"))
    expect(panel(page).locator(".step-city strong")).to_have_text(["Halle", "Erfurt"])


TAKE_TWICE = """() => {
  document.getElementById("token-oil-1").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  document.getElementById("token-oil-3").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""


def test_token_taken_in_haste_waits_for_the_one_before(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    page.evaluate(TAKE_TWICE)
    expect(panel(page).get_by_label("oil", exact=True)).to_have_value("3")
    expect(page.get_by_role("link", name="Start over")).to_be_visible()


def test_typing_while_the_panel_comes_anew_blocks_nothing(page_of, bob):
    """What is typed into a field that goes the next moment is never asked for; nothing must wait for its price."""
    game = GameFactory(after=AUCTIONS)
    page = page_of(bob)
    page.goto(f"{game.get_absolute_url()}?action=buy&oil=2")
    page.evaluate("""() => {
      const panel = document.getElementById("action-panel");
      const anew = panel.cloneNode(true);
      document.getElementById("oil").dispatchEvent(new Event("input", { bubbles: true }));
      panel.replaceWith(anew);
      htmx.process(anew);
    }""")
    page.locator("#confirm").click()
    expect(panel(page)).to_contain_text("The game waits for")


def test_city_clicked_twice_is_picked_once(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.locator("#city-list > summary").click()
    page.locator("#pick-halle").dblclick()
    expect(panel(page).locator(".step-city strong")).to_have_text(["Halle"])
    pick(page, "erfurt")
    expect(panel(page).locator(".step-city strong")).to_have_text(["Halle", "Erfurt"])


def test_second_half_of_a_double_click_answers_nothing_and_a_press_after_it_counts(page_of, ana):
    game = GameFactory(players=2, bots=1)
    page = page_of(ana)
    page.clock.install(time=0)
    page.goto(game.get_absolute_url())
    page.locator("#plant-4").click()
    expect(page.locator("#confirm")).to_have_text("Open with plant 04")
    page.clock.pause_at(60_000)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/play/") else None)
    page.locator("#confirm").click()
    anew = panel(page).get_by_role("button", name="Pass")
    expect(anew).to_be_visible()
    page.clock.run_for(200)
    anew.click()
    assert len(sent) == 1
    page.clock.run_for(100)
    anew.click()
    expect(panel(page)).not_to_contain_text("Bid or pass")
    assert len(sent) == 2


def test_cities_are_built_in_another_order(page_of, bob):
    game = GameFactory(after=PURCHASES)
    page = page_of(bob)
    page.goto(f"{game.get_absolute_url()}?action=build&city=halle&city=erfurt")
    page.get_by_role("link", name="Build in Erfurt earlier").click()
    expect(panel(page).locator(".step-city strong")).to_have_text(["Erfurt", "Halle"])
    page.get_by_role("link", name="Start over").click()
    expect(panel(page).locator(".steps")).to_have_count(0)


def test_tokens_are_bought_at_the_market_and_taken_back_step_by_step(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    tokens = page.locator("#fuel-market .track.oil .token")
    tokens.nth(2).click()
    expect(panel(page).get_by_label("oil", exact=True)).to_have_value("3")
    expect(page.locator("#fuel-market .is-wanted")).to_have_count(3)
    panel(page).get_by_role("button", name="One more").click()
    expect(page.locator("#fuel-market .is-wanted")).to_have_count(4)
    expect(panel(page)).to_contain_text("storage full")
    page.get_by_role("link", name="Undo last").click()
    expect(panel(page).get_by_label("oil", exact=True)).to_have_value("3")
    page.get_by_role("link", name="Undo last").click()
    expect(panel(page).get_by_label("oil", exact=True)).to_have_value("0")
    expect(page.get_by_role("link", name="Undo last")).to_have_count(0)


def test_list_stays_where_it_was_scrolled_to(page_of, bob):
    page = page_of(bob, viewport=PHONE)
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    page.locator("#city-list > summary").click()
    panel_with_list = page.locator("#decision")
    panel_with_list.evaluate("list => list.scrollTo(0, 60)")
    page.locator("#city-choices a").nth(5).click()
    expect(panel(page).locator(".steps li")).to_have_count(1)
    assert panel_with_list.evaluate("list => list.scrollTop") == 60


@each_once(size=SIZES)
def test_table_of_cities_keeps_its_place_its_order_and_the_focus_while_prices_change(page_of, bob, size):
    page = page_of(bob, viewport=SCREENS[size])
    page.goto(GameFactory(after=PURCHASES).get_absolute_url())
    open_drawer(page)
    page.locator("#cities-table summary").click()
    page.get_by_role("button", name="Costs you").click()
    for count, place in enumerate((6, 8), start=1):
        city = page.locator("#cities tbody tr a").nth(place)
        city = page.locator(f"#{city.get_attribute('id')}")
        city.scroll_into_view_if_needed()
        before = city.bounding_box()
        city.press("Enter")
        expect(panel(page).locator(".step-city")).to_have_count(count)
        expect(city).to_be_focused()
        now = city.bounding_box()
        assert before is not None
        assert now is not None
        moved, scrolled = now["y"] - before["y"], page.locator("#more").evaluate("drawer => drawer.scrollTop")
        assert abs(moved) <= 1 or (moved < 0 and not scrolled), (
            "It stays where it is, or as near as there is to scroll."
        )
    expect(page.locator("#cities th[aria-sort='ascending']")).to_have_text("Costs you")
