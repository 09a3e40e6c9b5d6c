"""The rules in a real browser: found from a game without losing anything, and readable on every kind of screen."""

import re

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import PHONE, SCHEMES, SCREENS, SIZES
from tests.extent import each_once
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS


def read(page: Page, edition: str, map: str) -> None:
    page.goto(reverse("games:rules_of", args=[edition, map]))


def test_refusal_shows_its_rule_in_another_tab_and_what_is_composed_stays(page_of, bob, db):
    game = GameFactory(after=AUCTIONS)
    page = page_of(bob)
    page.goto(f"{game.get_absolute_url()}?action=buy&oil=20")
    refusal = page.get_by_role("alert")
    with page.expect_popup() as opened:
        refusal.get_by_role("link", name="Rule").click()
    told = opened.value.get_by_role("listitem").filter(has=opened.value.locator(":target"))
    expect(told).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="oil")).to_have_value("20")


def test_five_phases_are_on_the_first_screen(new_context):
    page = new_context().new_page()
    page.set_viewport_size(SCREENS["laptop"])
    read(page, "recharged", "benelux")
    phases = page.locator(".phase")
    expect(phases).to_have_count(5)
    for phase in phases.all():
        expect(phase).to_be_in_viewport(ratio=1)


def test_contents_show_what_is_read_and_lead_on(new_context):
    page = new_context().new_page()
    read(page, "recharged", "usa")
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current]")).to_have_text("The game in brief")
    contents.get_by_role("link", name="On this map").click()
    expect(page.get_by_role("heading", name="Coal storage")).to_be_in_viewport()
    expect(contents.locator("[aria-current]")).to_have_text("On this map: USA")


def test_contents_unfold_on_a_phone_from_anywhere(new_context):
    page = new_context().new_page()
    page.set_viewport_size(PHONE)
    read(page, "classic", "benelux")
    page.get_by_role("heading", name="The three Steps").scroll_into_view_if_needed()
    page.get_by_role("link", name="Contents").click()
    chapter = page.get_by_role("listitem").get_by_role("link", name="The end of the game")
    expect(chapter).to_be_in_viewport()
    chapter.click()
    expect(page.get_by_role("heading", name="The end of the game")).to_be_in_viewport()


def test_way_back_to_the_contents_is_offered_only_where_they_are_out_of_sight(new_context):
    page = new_context().new_page()
    page.set_viewport_size(PHONE)
    read(page, "classic", "germany")
    way_back = page.get_by_role("link", name="Contents")
    expect(way_back).to_be_hidden()
    page.get_by_role("heading", name="The three Steps").scroll_into_view_if_needed()
    expect(way_back).to_be_in_viewport()


@each_once(size=SIZES, scheme=SCHEMES)
def test_rules_are_accessible_and_fit_the_screen(new_context, take_picture, size, scheme):
    page = new_context(color_scheme=scheme).new_page()
    page.set_viewport_size(SCREENS[size])
    read(page, "recharged", "central-europe")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_picture(page, f"rules-{size}-{scheme}")


def test_choice_of_another_map_works_by_keyboard(new_context, monkeypatch):
    monkeypatch.setattr("games.pages.map_choice.FEW_MAPS", 1)
    page = new_context().new_page()
    page.goto(reverse("games:rules"))
    page.get_by_role("button", name="Map").press("Enter")
    expect(page.get_by_label("Search the maps")).to_be_focused()
    page.keyboard.type("plant")
    expect(page.get_by_text(re.compile("Maps found: [1-9]"))).to_be_visible()
    page.keyboard.type(" early")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Map")).to_have_text("France")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page.get_by_role("heading", name="On this map: France")).to_be_visible()
