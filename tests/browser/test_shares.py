"""Words for the seed: on the form for a new table, beside a seat, and as one sits down."""

import re

from django.urls import reverse
from playwright.sync_api import Page, expect

from matchmaking import tables
from matchmaking.models import Table
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.browser.steps import open_drawer, open_more
from tests.extent import each_once
from tests.factories import TableFactory, UserFactory


def unfold_cards(page: Page) -> None:
    page.locator("summary", has_text="Where the cards come from").click()


def test_words_stay_in_their_field_while_the_page_follows_the_table(page_of, ana, bob, cid):
    table = TableFactory(host=ana, players=4)
    page = page_of(bob)
    page.goto(table.get_absolute_url())
    unfold_cards(page)
    page.get_by_label("Your words").fill("bob was here")
    tables.join(table, cid, share="cid")
    expect(page.get_by_role("heading", name="2 of 4 seats taken")).to_be_visible()
    expect(page.get_by_text("added words", exact=True)).to_be_visible()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="3 of 4 seats taken")).to_be_visible()
    unfold_cards(page)
    expect(page.get_by_label("Your words")).to_have_value("bob was here")
    page.get_by_label("Your words").fill("changed")
    page.get_by_role("button", name="Change my words").click()
    expect(page.get_by_text("Your words will be part of the seed.")).to_be_visible()
    assert table.seats.get(user=bob).share == "changed"


def test_words_of_a_host_stay_while_the_form_follows_and_go_into_no_address(page_of, ana):
    page = page_of(ana, java_script_enabled=True)
    asked: list[str] = []
    page.goto(reverse("matchmaking:create"))
    page.on("request", lambda request: asked.append(request.url))
    open_more(page)
    page.get_by_label("Your words").fill("my words")
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    page.get_by_role("radio", name=re.compile("^First game")).check()
    expect(page.get_by_text("Not as usual: First game")).to_be_visible()
    shown = page.locator(".commitment code").inner_text()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    expect(page.locator(".commitment code")).to_be_hidden()
    unfold_cards(page)
    expect(page.locator(".commitment code")).to_have_text(shown)
    assert Table.objects.get().seats.get().share == "my words"
    assert not [url for url in asked if "words" in url]


def test_words_are_added_without_a_script(page_of, ana, bob):
    table = TableFactory(host=ana, players=2)
    page = page_of(bob, java_script_enabled=False)
    page.goto(table.get_absolute_url())
    unfold_cards(page)
    page.get_by_label("Your words").fill("last one")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/games/*/")
    expect(page.locator("#seal")).to_contain_text("Bob: last one")
    open_drawer(page)
    page.get_by_role("link", name="Where the cards come from").click()
    expect(page.get_by_text("The deck is sealed.")).to_be_visible()


@each_once(size=SIZES, scheme=SCHEMES)
def test_pages_of_words_are_accessible_and_fit_the_screen(page_of, ana, bob, size, scheme, take_picture):
    long_name = UserFactory(name="Wolfeschlegelsteinhausenberger")
    table = TableFactory(host=ana, players=5, bots=1, people=[long_name])
    tables.add_share(table, ana, "W" * 40)
    tables.add_share(table, long_name, "w")
    for number, person in enumerate((ana, bob)):
        page = page_of(person, viewport=SCREENS[size], color_scheme=scheme)
        page.goto(table.get_absolute_url())
        unfold_cards(page)
        assert_fits(page)
        assert_accessible(page)
        take_picture(page, f"shares-{number}-{size}-{scheme}")
    page.goto(reverse("matchmaking:create"))
    open_more(page)
    assert_fits(page)
    assert_accessible(page)
    take_picture(page, f"shares-create-{size}-{scheme}")
    page.goto(reverse("games:fair_deck"))
    assert_fits(page)
    assert_accessible(page)
    take_picture(page, f"fair-deck-{size}-{scheme}")
