"""Moving about on the map, what stays readable on it, and what it tells of cities."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

import rules
from tests.boards import SEEN
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import PHONE
from tests.browser.steps import open_drawer, pick
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.scripts import BUILDINGS, PURCHASES

LEAST_TYPE = 9
"""Pixels of a letter that one can read on a phone."""

VIEW = "() => document.querySelector('.pieces').getAttribute('viewBox').split(' ').map(Number)"

TYPE = """() => [...document.querySelectorAll('.pieces :is(.cost text, .name, .tag text)')]
  .filter((text) => text.checkVisibility())
  .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])"""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.pieces .cost circle:not(.cost-shadow)')]
    .filter((disc) => disc.checkVisibility()).map((disc) => disc.getBoundingClientRect());
  const meet = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < one.width * 0.7;
  return boxes.filter((one, place) => boxes.slice(place + 1).some((other) => meet(one, other))).length;
}"""

CUT = """() => {
  const frame = document.getElementById('map').getBoundingClientRect();
  return [...document.querySelectorAll('.pieces .name')].filter((name) => name.checkVisibility())
    .filter((name) => ((box) => box.left < frame.left || box.right > frame.right)(name.getBoundingClientRect()))
    .map((name) => name.textContent);
}"""

HIDDEN = (
    """() => [...document.querySelectorAll("#board :is(.unnamed, .crowded)")].map((piece) => piece.textContent)"""
)
"""The cities whose names find no room, and the costs that do not."""


@pytest.fixture
def build_page(page_of, bob):
    """Open the map of somebody who is to build, in a browser as wished. Who wants less motion is there at once."""

    def open_page(**options):
        page = page_of(bob, reduced_motion="reduce", **options)
        page.goto(GameFactory(after=PURCHASES).get_absolute_url())
        expect(page.locator(".map-tools")).to_be_visible()
        return page

    return open_page


def view(page: Page) -> list[float]:
    """Left, top, width and height of what is in sight, in units of the map."""
    seen: list[float] = page.evaluate(VIEW)
    return seen


def width(page: Page) -> float:
    return view(page)[2]


def card(page: Page):
    return page.locator(".city-card")


def press(page: Page, name: str) -> None:
    page.get_by_role("group", name="Part of the map").get_by_role("button", name=name).click()


def test_map_is_moved_by_buttons_and_keys(build_page):
    page = build_page()
    whole = view(page)
    press(page, "Zoom in")
    near = width(page)
    assert near < whole[2]
    press(page, "Zoom out")
    assert view(page) == pytest.approx(whole)
    page.locator("#map").focus()
    page.keyboard.press("+")
    assert width(page) == pytest.approx(near)
    left = view(page)[0]
    page.keyboard.press("ArrowRight")
    assert view(page)[0] > left
    page.keyboard.press("0")
    assert view(page) == pytest.approx(whole)
    for _ in range(12):
        page.keyboard.press("+")
    frame = page.locator("#map").bounding_box()
    assert frame is not None
    assert width(page) == pytest.approx(frame["width"] / 3)
    press(page, "Whole map")
    assert view(page) == pytest.approx(whole)


def test_wheel_scrolls_the_page_until_the_map_was_pressed(build_page):
    page = build_page()
    whole, before = width(page), page.locator("#board .pieces").get_attribute("viewBox") or ""
    middle = page.locator("#map").bounding_box()
    page.mouse.move(middle["x"] + 30, middle["y"] + 30)
    page.mouse.wheel(0, -100)
    expect(page.get_by_text("hold Ctrl to zoom with the wheel")).to_be_visible()
    assert width(page) == whole
    page.mouse.click(middle["x"] + 30, middle["y"] + 30)
    page.mouse.wheel(0, -100)
    expect(page.get_by_text("hold Ctrl to zoom with the wheel")).to_be_hidden()
    expect(page.locator("#board .pieces")).not_to_have_attribute("viewBox", before)  # once the wheel is at rest
    assert width(page) < whole


def test_dragging_moves_the_map_and_chooses_nothing(build_page):
    page = build_page()
    press(page, "Zoom in")
    before = view(page)
    place = page.locator("#city-hannover").bounding_box()
    page.mouse.move(place["x"] + 5, place["y"] + 5)
    page.mouse.down()
    page.mouse.move(place["x"] - 60, place["y"] - 40, steps=4)
    page.mouse.up()
    after = view(page)
    assert after[0] > before[0]
    assert after[1] > before[1]
    expect(page.locator("#board .ghost")).to_have_count(0)


def test_what_is_in_sight_stays_so_through_news_composing_and_loading(page_of, bob):
    page = page_of(bob, reduced_motion="reduce")
    game = GameFactory(after=PURCHASES[:-1])
    page.goto(game.get_absolute_url())
    press(page, "Zoom in")
    near = view(page)
    play_on(game, PURCHASES[-1])
    expect(page.locator("#city-halle.choice")).to_be_attached()
    assert view(page) == near
    pick(page, "halle")
    expect(page.locator("#board .ghost")).to_have_count(1)
    assert view(page) == near
    page.reload()
    expect(page.locator(".map-tools")).to_be_visible()
    assert view(page) == pytest.approx(near)


def test_what_gives_way_for_want_of_room_still_does_when_parts_were_replaced(build_page):
    page = build_page(viewport=PHONE)
    press(page, "Whole map")
    expect(page.locator("[data-zoom=whole]")).to_be_disabled()
    before = page.evaluate(HIDDEN)
    assert before
    pick(page, "halle")
    expect(page.locator("#board .ghost")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator("#board .ghost")).to_have_count(0)
    page.evaluate("() => new Promise((settled) => setTimeout(settled, 100))")  # htmx has done what it does later
    assert page.evaluate(HIDDEN) == before


def test_city_keeps_the_focus_through_news(page_of, bob):
    page = page_of(bob)
    game = GameFactory(after=PURCHASES[:-1])
    page.goto(game.get_absolute_url())
    page.locator("#city-hannover").focus()
    play_on(game, PURCHASES[-1])
    expect(page.locator("#city-halle.choice")).to_be_attached()
    expect(page.locator("#city-hannover")).to_be_focused()


def test_map_lets_go_of_a_mouse_that_is_released_beside_it(build_page):
    page = build_page()
    press(page, "Zoom in")
    before = view(page)
    edge = page.locator("#map").bounding_box()
    page.mouse.move(edge["x"] + 1, edge["y"] + edge["height"] / 2)
    page.mouse.down()
    page.mouse.move(edge["x"] - 1, edge["y"] + edge["height"] / 2)
    page.mouse.up()
    page.mouse.move(edge["x"] + 200, edge["y"] + edge["height"] / 2, steps=4)
    assert view(page) == before


def test_mouse_and_focus_show_what_a_city_costs_and_the_way_there(page_of, bob):
    page = page_of(bob, reduced_motion="reduce")
    page.goto(GameFactory(after=BUILDINGS).get_absolute_url())
    page.locator("#city-dresden").hover()
    expect(card(page)).to_contain_text("Dresden")
    expect(card(page)).to_contain_text("10 + 38 = 48")
    expect(card(page)).to_contain_text("from Hannover by way of Erfurt")
    expect(page.locator("#board .link.lit")).to_have_count(2)
    page.mouse.move(0, 0)
    expect(card(page)).to_be_hidden()
    expect(page.locator("#board .lit")).to_have_count(0)
    page.locator("#city-hannover").focus()
    page.keyboard.press("ArrowRight")
    expect(card(page)).to_contain_text("Halle")
    page.keyboard.press("k")
    expect(card(page)).to_contain_text("Kiel")
    page.keyboard.press("k")
    expect(card(page)).to_contain_text("Köln")
    expect(card(page)).to_contain_text("Cid")
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()
    assert page.locator("#board [tabindex='0']").count() == 1


COVERED = """() => {
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const card = document.querySelector(".city-card").getBoundingClientRect();
  return [...document.querySelectorAll("#board .city.choice")].filter((city) =>
    meet(card, city.querySelector(".plate").getBoundingClientRect())).map((city) => city.id);
}"""


@pytest.mark.parametrize("map_name", ["germany", "usa"])
def test_card_of_a_city_covers_none_that_can_be_chosen(page_of, bob, map_name):
    page = page_of(bob, reduced_motion="reduce")
    game = GameFactory(options=rules.Options(map=map_name))
    game = play_until(game, lambda state: state.phase is rules.Phase.BUILDING and 1 in state.to_move)
    page.goto(game.get_absolute_url())
    choices = page.locator("#board .city.choice")
    assert choices.count() > 15
    for city in choices.all():
        city.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
        expect(card(page)).to_be_visible()
        assert page.evaluate(COVERED) == []


def test_finger_presses_once_to_look_and_once_more_to_choose(build_page):
    page = build_page(viewport=PHONE, has_touch=True)
    page.locator("#city-halle").tap()
    expect(card(page)).to_contain_text("10 + 0 = 10")
    expect(page.locator("#board .ghost")).to_have_count(0)
    assert_beside(page, "halle")
    assert_accessible(page)
    card(page).get_by_role("link", name="Add Halle").tap()
    expect(page.locator("#city-halle .ghost")).to_be_visible()
    expect(card(page)).to_be_hidden()
    page.locator("#city-halle").tap()
    card(page).get_by_role("link", name="Take out Halle").tap()
    expect(page.locator("#board .ghost")).to_have_count(0)


def assert_beside(page: Page, city: str) -> None:
    """Whether the card lies in the frame, and not on its city."""
    frame, shown = page.locator("#map").bounding_box(), card(page).bounding_box()
    met = page.locator(f"#city-{city} :is(.plate, .tag rect)").locator("visible=true").bounding_box()
    assert frame
    assert shown
    assert met
    assert frame["x"] <= shown["x"]
    assert shown["x"] + shown["width"] <= frame["x"] + frame["width"]
    is_apart = (
        shown["x"] >= met["x"] + met["width"]
        or shown["x"] + shown["width"] <= met["x"]
        or shown["y"] >= met["y"] + met["height"]
        or shown["y"] + shown["height"] <= met["y"]
    )
    assert is_apart


def test_phone_opens_at_the_own_network_and_moves_by_fingers(page_of, bob):
    page = page_of(bob, viewport=PHONE, has_touch=True, reduced_motion="reduce")
    game = GameFactory()
    game = play_until(
        game, lambda state: state.round == 2 and state.phase is rules.Phase.BUILDING and 1 in state.to_move
    )
    page.goto(game.get_absolute_url())
    expect(page.locator(".map-tools")).to_be_visible()
    own = view(page)
    press(page, "Whole map")
    whole = view(page)
    assert whole[2] > 1.5 * own[2]
    for name in page.locator("#board .city.own .name").all():
        expect(name).to_be_visible()
    fingers = page.context.new_cdp_session(page)
    page.locator("#map").scroll_into_view_if_needed()
    frame = page.locator("#map").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    touch(fingers, [[(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)], [(x - 90, y), (x + 90, y)]])
    pinched = view(page)
    assert pinched[2] == pytest.approx(whole[2] / 3, rel=0.15)
    page.locator("#city-hannover").tap()
    expect(card(page)).to_contain_text("Hannover")
    touch(fingers, [[(x, y)], [(x - 20, y)], [(x - 60, y)]])
    assert view(page)[0] > pinched[0]
    expect(card(page)).to_be_visible()
    touch(fingers, [[(x + 160, y)], [(x + 100, y)], [(x - 160, y)]])
    expect(card(page)).to_be_hidden()
    press(page, "My network")
    assert view(page) == pytest.approx(own)


def touch(fingers: CDPSession, places: list[list[tuple[float, float]]]) -> None:
    """Put fingers down, move them from place to place, and lift them."""
    for number, now in enumerate(places):
        kind = "touchMove" if number else "touchStart"
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(now)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_a_phone_shows_of_any_map_can_be_read(page_of):
    page = page_of(person_called("Watcher"), viewport=PHONE, reduced_motion="reduce")
    for board in SEEN:
        page.goto(GameFactory(options=rules.Options(map=board)).get_absolute_url())
        page.locator("#map").press("0")
        if not page.locator("#map.is-close").count():  # of some maps a phone never shows all
            assert page.evaluate(CUT) == []
        expect(page.get_by_title("My network")).to_be_hidden()
        for _ in range(4):
            written = page.evaluate(TYPE)
            assert len(written) > 10
            assert {text: size for text, size in written if size < LEAST_TYPE} == {}
            assert page.evaluate(OVERLAPS) == 0
            press(page, "Zoom in")


def test_cities_are_sorted_as_asked(build_page):
    page = build_page()
    open_drawer(page)
    page.get_by_role("heading", name="Cities", exact=True).click()
    names = page.locator("#cities tbody th")
    assert names.first.inner_text() == "Aachen"
    page.get_by_role("button", name="Area").click()
    expect(page.locator("#cities [aria-sort]")).to_have_text("Area")
    area = page.locator("#cities tbody tr").first.locator("td").first.inner_text()
    page.locator("#list-halle").click()
    expect(page.locator("#cities tr.planned th")).to_have_text("Halle")
    assert page.locator("#cities tbody tr").first.locator("td").first.inner_text() == area
    assert_accessible(page)
