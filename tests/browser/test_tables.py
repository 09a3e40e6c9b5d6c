"""Tables in a real browser: what follows by itself, and what is looked at on every kind of screen."""

import re

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from matchmaking import invitations, tables
from matchmaking.models import Table
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.browser.steps import open_more
from tests.extent import each_once
from tests.factories import GameFactory, TableFactory, UserFactory

LOBBY, CREATE = reverse("matchmaking:lobby"), reverse("matchmaking:create")


def set_up_table(page: Page, *, players: str) -> None:
    page.goto(LOBBY)
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("group", name="Players").get_by_text(players, exact=True).click()
    open_more(page)
    page.get_by_label("By link").check()
    page.get_by_role("button", name="Open the table").click()


def test_friends_find_together_by_link_and_their_pages_follow(page_of, ana, bob):
    host = page_of(ana, permissions=["clipboard-read", "clipboard-write"])
    set_up_table(host, players="3")
    host.get_by_role("button", name="Copy").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    link = host.evaluate("() => navigator.clipboard.readText()")
    assert link == host.get_by_label("Link to this table").input_value()

    friend = page_of(bob)
    friend.goto(link)
    friend.get_by_role("button", name="Join").click()
    expect(friend.get_by_role("heading", name="2 of 3 seats taken")).to_be_visible()
    expect(host.get_by_role("heading", name="2 of 3 seats taken")).to_be_visible()

    host.get_by_role("button", name="Add a bot").click()
    host.wait_for_url("**/games/*/")
    friend.wait_for_url("**/games/*/")
    assert [seat.name for seat in Game.objects.get().seats.all()] == ["Ana", "Bob", "Henry"]


def test_bots_come_and_go_without_leaving_the_page_or_the_button(page_of, ana):
    table = TableFactory(host=ana, players=4)
    page = page_of(ana)
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Add a bot").nth(1).click()
    expect(page.get_by_role("heading", name="2 of 4 seats taken")).to_be_visible()
    remove = page.get_by_role("button", name="Remove Henry")
    expect(remove).to_be_focused()
    remove.press("Enter")
    expect(page.get_by_role("heading", name="1 of 4 seats taken")).to_be_visible()
    expect(page).to_have_url(re.compile(table.get_absolute_url()))


def test_who_comes_too_late_reads_why_on_the_page(page_of, ana, bob, cid, complaints):
    table = TableFactory(host=ana, players=3, bots=1, is_public=False)
    page = page_of(bob)
    page.goto(reverse("matchmaking:invite", args=[table.token]))
    tables.join(table, cid)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_have_text("The last seat is taken and the game has begun.")
    complaints.expect("409")


def test_areas_are_asked_for_when_the_host_wants_to_choose_them(page_of, ana):
    page = page_of(ana)
    page.goto(CREATE)
    open_more(page)
    expect(page.get_by_role("group", name="Which areas")).to_have_count(0)
    page.get_by_label("Chosen areas").check()
    page.get_by_label("South-east").check()
    page.get_by_role("radio", name="USA").check()
    which = page.get_by_role("group", name="Which areas")
    expect(which.get_by_label("Mid-west")).to_be_visible()
    expect(which.get_by_label("South-east")).to_be_checked()
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).click()
    expect(which.get_by_text("Tick 3 areas")).to_be_visible()
    which.get_by_label("Mid-west").check()
    which.get_by_label("South", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    assert sorted(Table.objects.get().chosen_areas) == ["midwest", "south", "southeast"]


def test_what_can_be_chosen_follows_edition_players_and_map(page_of, ana):
    page = page_of(ana)
    page.goto(CREATE)
    open_more(page)
    page.get_by_role("radio", name=re.compile("^First game")).check()
    expect(page.get_by_role("group", name="Ties at the end")).to_have_count(0)
    bots = page.get_by_role("group", name="Bots among them")
    bots.get_by_text("3", exact=True).click()
    expect(page.get_by_role("group", name="Planning ahead")).to_have_count(0)
    expect(page.get_by_text("Not as usual: Bots among them: 3 · First game")).to_be_visible()
    bots.get_by_text("0", exact=True).click()
    page.get_by_role("group", name="Edition").get_by_label("Recharged").check()
    expect(page.get_by_role("group", name="Where networks start")).to_be_visible()
    expect(page.get_by_role("group", name="Length")).to_have_count(0)
    expect(page.get_by_role("group", name="Ties at the end")).to_be_visible()
    expect(page.get_by_role("group", name="Edition").get_by_label("Recharged")).to_be_checked()

    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.get_by_text("The rules decide for it")).to_be_visible()
    expect(page.get_by_role("group", name="Nuclear phase-out")).to_be_visible()
    page.get_by_role("radio", name="USA").check()
    expect(page.get_by_role("group", name="Nuclear phase-out")).to_have_count(0)
    expect(page.get_by_text("the storage sells some for 8 Elektro each")).to_be_visible()
    page.get_by_label("Refill for three").check()
    with page.expect_response("**start_cities=**"):
        page.get_by_role("radio", name=re.compile("^Start cities")).check()
    expect(page.locator("#table-form .htmx-request")).to_have_count(0)
    page.get_by_role("group", name="Bots").get_by_text("1", exact=True).click()
    page.get_by_role("button", name="Open the table").click()

    page.wait_for_url("**/games/*/")
    options = Table.objects.get().options
    assert options == rules.Options(
        edition="recharged", map="usa", two_player_mode="trust", trust_refill="three", start_cities=True
    )


def test_what_is_picked_while_the_form_still_follows_is_kept(page_of, ana):
    page = page_of(ana)
    page.goto(CREATE)
    open_more(page)
    page.get_by_role("group", name="Players").get_by_text("5", exact=True).click()
    page.get_by_label("Open money").check()
    page.get_by_role("group", name="Bots").get_by_text("2", exact=True).click()
    page.get_by_label("Drafted areas").check()
    page.get_by_role("radio", name="Italy").check()
    expect(page.get_by_text("Italy has 6 areas")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    table = Table.objects.get()
    assert (table.players, table.map, table.areas, table.money_visible) == (5, "italy", "draft", True)
    assert table.seats.count() == 3


def test_form_follows_by_keyboard_without_losing_its_place(page_of, ana):
    page = page_of(ana)
    page.goto(f"{CREATE}?edition=recharged&players=2")
    open_more(page)
    with_trust = page.get_by_label("Against the Trust")
    with_trust.focus()
    with_trust.press("ArrowDown")
    expect(page.get_by_role("group", name="Refill of the resource market")).to_have_count(0)
    expect(page.get_by_label("Without the Trust")).to_be_focused()
    expect(page.get_by_label("Without the Trust")).to_be_checked()


def test_what_is_refused_under_more_unfolds_it(page_of, ana, complaints):
    page = page_of(ana)
    page.goto(CREATE)
    open_more(page)
    page.get_by_label("Name").fill("")
    page.locator(".more-choices > summary").click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("link", name="Name").click()
    expect(page.get_by_text("Give the table a name")).to_be_in_viewport()
    complaints.expect("400")


def test_another_edition_is_played_without_a_script(page_of, ana, complaints):
    page = page_of(ana, java_script_enabled=False)
    page.goto(CREATE)
    page.get_by_role("group", name="Edition").get_by_label("Recharged").check()
    page.get_by_role("radio", name="Benelux").check()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.locator("#in-words")).to_be_hidden()  # nothing would keep it true
    open_more(page)
    page.get_by_role("group", name="Bots").get_by_text("1", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("The table is not open yet.")).to_be_visible()
    complaints.expect("400")
    expect(page.get_by_label("Against the Trust")).to_be_checked()
    page.get_by_role("radio", name=re.compile("^Start cities")).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/games/*/")
    options = Table.objects.get().options
    assert options == rules.Options(edition="recharged", map="benelux", two_player_mode="trust", start_cities=True)


def test_table_is_set_up_and_left_without_a_script(page_of, ana):
    page = page_of(ana, java_script_enabled=False)
    set_up_table(page, players="2")
    expect(page.get_by_role("heading", name="1 of 2 seats taken")).to_be_visible()
    page.get_by_text("Close the table").click()
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_text("is closed.")).to_be_visible()


def test_three_choices_and_the_button_are_on_the_first_screen(page_of, ana):
    for size, wholly_seen in (("laptop", ("Edition", "Map", "Players", "Pace")), ("phone", ("Edition",))):
        page = page_of(ana, viewport=SCREENS[size])
        page.goto(CREATE)
        assert_fits(page)
        foot = page.locator(".table-offer")
        expect(foot.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
        expect(foot.get_by_text("Germany, Classic rules, 4 players")).to_be_in_viewport(ratio=1)
        below = foot.evaluate("foot => foot.getBoundingClientRect().top")
        for name in wholly_seen:
            box = page.get_by_role("group", name=name).bounding_box()
            assert box
            assert box["y"] + box["height"] < below, name
        last = page.get_by_role("radio", name="Italy")
        last.focus()
        assert last.evaluate("radio => radio.getBoundingClientRect().bottom") < below
        last.press("Space")
        expect(foot.get_by_text("Italy, Classic rules, 4 players")).to_be_visible()


def test_map_is_found_by_what_is_special_and_starred_while_the_form_is_filled_in(page_of, ana, monkeypatch):
    for module in ("games.pages.map_choice", "matchmaking.forms"):
        monkeypatch.setattr(f"{module}.FEW_MAPS", 1)
    page = page_of(ana)
    page.goto(CREATE)
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).click()
    maps = page.get_by_role("group", name="Map")
    page.get_by_label("Search the maps").fill("Paris")
    expect(page.get_by_text("No map has these words.")).to_be_visible()
    page.get_by_label("Search the maps").fill("co2")
    expect(maps.get_by_role("radio", name="Australia")).to_be_visible()
    page.get_by_label("Search the maps").fill("ÚRANIUM  cheap")
    expect(maps.get_by_role("radio")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("France, Classic rules, 3 players")).to_be_visible()
    star = page.get_by_role("button", name="Favourite: France")
    star.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_be_focused()
    expect(page.get_by_role("radio", name="France")).to_be_checked()
    expect(page.get_by_text("France, Classic rules, 3 players")).to_be_visible()
    page.reload()
    _chosen, favourite, *_others = maps.get_by_role("radio").all()
    expect(favourite).to_have_accessible_name("France")
    expect(favourite).to_have_accessible_description(re.compile("A few rules of its own.* uranium"))


def test_fields_for_own_times_line_up_whatever_their_hints_and_refusals(page_of, ana, complaints):
    page = page_of(ana)
    page.goto(f"{CREATE}?pace=own&move_hours=0")
    page.evaluate("document.getElementById('table-form').noValidate = true")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Give a whole number from 1 to 336.")).to_be_visible()
    complaints.expect("400")
    boxes = [field.bounding_box() for field in page.locator(".own-times input").all()]
    first, second, third, fourth, _fifth = [(box["y"], box["height"]) for box in boxes if box]
    assert (first, third) == (second, fourth)


def test_on_a_phone_an_invitation_is_the_first_of_ones_games(page_of, ana, bob):
    own = TableFactory(host=ana, name="Own table")
    invitations.invite(TableFactory(host=bob, name="Come along"), bob, [ana], now=timezone.now())
    page = page_of(ana, viewport=SCREENS["phone"])
    page.goto(reverse("games:dashboard"))
    names = ("Come along", "Your turn", own.name)
    places = [page.get_by_text(name, exact=True).first.bounding_box() for name in names]
    tops = [place["y"] for place in places if place]
    assert len(tops) == len(names)
    assert tops == sorted(tops)


def test_header_fits_any_width(page_of, db):
    page = page_of(UserFactory(name="Wolfeschlegelsteinhausenberger"))
    page.goto(LOBBY)
    for width in (320, 360, 450, 560, 620):
        page.set_viewport_size({"width": width, "height": 700})
        assert_fits(page)


@each_once(size=SIZES, scheme=SCHEMES)
def test_pages_are_accessible_and_fit_the_screen(page_of, ana, bob, cid, size, scheme):
    long_name = UserFactory(name="Wolfeschlegelsteinhausenberger")
    own = TableFactory(host=ana, players=5, bots=1, people=[bob], is_public=False)
    GameFactory(players=4)  # so that there are people whom Ana plays with
    invitations.invite(own, ana, [cid], "friend-with-a-very-long-address@example.org", now=timezone.now())
    asked = TableFactory(host=bob, name="Come along", invited_only=True, is_public=False)
    invitations.invite(asked, bob, [ana], now=timezone.now())
    TableFactory(
        host=long_name, players=6, bots=2, people=[cid, bob], areas="draft", first_game=True, money_visible=True,
        name="Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellscha",
    )  # fmt: skip
    trust = TableFactory(
        host=ana, players=2, edition="recharged", map="central-europe", start_cities=True, tiebreak="money_cities",
        step2_removal_when_skipped=False, start_city_must_be_empty=False, trust_refill="three",
    )  # fmt: skip
    page = page_of(ana, color_scheme=scheme)
    page.set_viewport_size(SCREENS[size])
    forms = (
        f"{CREATE}?areas=host&map=usa",
        f"{CREATE}?edition=recharged&players=2&tiebreak=money&areas=host&map=italy",
        f"{CREATE}?edition=recharged&players=5&france_recharged_garbage=classic&map=france",
    )
    shown = (own.get_absolute_url(), asked.get_absolute_url(), trust.get_absolute_url())
    for address in (LOBBY, *shown, *forms):
        page.goto(address)
        if address in forms:
            open_more(page)
        assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth"), address
        assert_accessible(page)
