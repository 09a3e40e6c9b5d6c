"""The pages around the games in a real browser: the front page, the dashboard, the lobby, profiles."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.browser.steps import choose_map
from tests.extent import each_once
from tests.factories import GameFactory, TableFactory, UserFactory, play_on, play_to_the_end

HOME, DASHBOARD, LOBBY = reverse("home"), reverse("games:dashboard"), reverse("matchmaking:lobby")
NARROW = {"width": 320, "height": 700}
LONG_NAME = "W" * 80
A_POLL = 10_000
"""Milliseconds in which an open page that is seen has looked for news."""


@pytest.fixture
def crowded(ana, bob, cid):
    """A site on which there is something of everything, some of it with long names."""
    for number in range(3):
        GameFactory(name=LONG_NAME if number else "Friday round", players=6)
        GameFactory(after=["open 4 4"])
    play_to_the_end(GameFactory(name=LONG_NAME, players=2, options=rules.Options(first_game=True)))
    long_names = [UserFactory(name=letter * 30, email=f"{letter}@example.org") for letter in "WM"]
    for host in (ana, bob, *long_names):
        TableFactory(host=host, name=LONG_NAME, people=[cid], players=6, bots=2, map="central-europe")
    TableFactory(host=bob, people=[ana], edition="recharged", map="benelux", start_cities=True)


@pytest.mark.usefixtures("crowded")
@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_pages_are_accessible_and_fit_the_screen(page_of, new_context, ana, take_picture, size, scheme):
    visitor = new_context(color_scheme=scheme, viewport=SCREENS[size]).new_page()
    player = page_of(ana, color_scheme=scheme, viewport=SCREENS[size])
    for name, page, address in (
        ("home", visitor, HOME),
        ("dashboard", player, DASHBOARD),
        ("lobby", player, LOBBY),
        ("lobby-empty", player, f"{LOBBY}?map=italy&players=2"),
        ("profile", player, reverse("games:profile", args=["Ana"])),
    ):
        page.set_viewport_size(SCREENS[size])
        page.goto(address)
        take_picture(page, f"{name}-{size}-{scheme}")
        assert_fits(page)
        assert_nothing_overlaps(page)
        assert_accessible(page)
        assert_targets_are_large(page)
        if size == "phone":
            page.set_viewport_size(NARROW)
            assert_fits(page)


def test_front_page_follows_its_game(page):
    game = GameFactory(name="Friday round")
    page.goto(HOME)
    board = page.get_by_role("region", name="Friday round")
    expect(board.get_by_text("Ana: choose a plant to auction")).to_be_visible()
    play_on(game, "open 4 4")
    expect(board.get_by_text("Bob: bid or pass")).to_be_visible()
    expect(board.get_by_text("Ana put plant 04 up for auction")).to_be_visible()
    assert page.locator("[aria-live]:not(#messages, #announcements), [role=status]:not(#messages)").count() == 0


def test_page_out_of_sight_does_not_look_for_news(page):
    GameFactory()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if reverse("board") in request.url else None)
    page.add_init_script("Object.defineProperty(document, 'visibilityState', {get: () => window.seen ?? 'hidden'})")
    page.clock.install()
    page.goto(HOME)
    page.clock.run_for(A_POLL)
    assert asked == []
    with page.expect_request(f"**{reverse('board')}*"):
        page.evaluate("window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")


def test_dashboard_follows_its_games_and_keeps_the_place_of_the_keyboard(page_of, bob):
    game = GameFactory(name="Friday round")
    page = page_of(bob)
    page.goto(DASHBOARD)
    expect(page.get_by_text("Nothing waits for you right now.")).to_be_visible()
    page.get_by_role("link", name="Friday round", exact=True).focus()
    play_on(game, "open 4 4")
    turn = page.get_by_role("region", name="Your turn")
    expect(turn.get_by_text("Bid or pass")).to_be_visible()
    expect(page).to_have_title("(1) Your games · powergrid")
    expect(page.locator("#waiting-games")).to_contain_text("1")
    expect(page.get_by_role("link", name="Friday round", exact=True)).to_be_focused()


def tables_for_wishes():
    TableFactory(host=UserFactory(name="Giulia"), name="Stivale", map="italy")
    TableFactory(host=UserFactory(name="Jan"), name="Polder", map="benelux")


def shows(page: Page, *names: str) -> None:
    found = page.get_by_role("region", name="Tables waiting for players")
    expect(found.get_by_role("heading", level=3)).to_have_text(list(names))


def test_wishes_narrow_the_lobby_down_and_stay_in_the_address(page):
    tables_for_wishes()
    page.goto(LOBBY)
    shows(page, "Polder", "Stivale")
    choose_map(page, "Italy")
    shows(page, "Stivale")
    expect(page.get_by_role("status").filter(has_text="1 of 2 tables")).to_be_visible()
    page.wait_for_url(f"**{LOBBY}?map=italy*")
    page.reload()
    shows(page, "Stivale")
    page.get_by_role("combobox", name="Players").select_option("6")
    page.get_by_role("link", name="Any number").click()
    shows(page, "Stivale")


def test_wishes_work_without_a_script(new_context):
    tables_for_wishes()
    page = new_context(java_script_enabled=False).new_page()
    page.goto(LOBBY)
    choose_map(page, "Benelux")
    page.get_by_role("button", name="Show").click()
    shows(page, "Polder")


def test_lobby_follows_who_comes(page_of, ana):
    page = page_of(ana)
    page.goto(LOBBY)
    expect(page.get_by_text("No other table is waiting")).to_be_visible()
    tables_for_wishes()
    expect(page.get_by_role("link", name="Polder")).to_be_visible()
