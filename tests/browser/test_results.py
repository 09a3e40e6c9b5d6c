"""Looking at a game as a whole: its result, its curves, and playing again."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import rules
from games.models import Game
from tests.browser.accessibility import assert_accessible, assert_is_for_everybody
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import GameFactory, person_called, play_to_the_end

LONG = "Bartholomäus von Hohenzollern-"


@pytest.fixture
def over(db) -> Game:
    game = play_to_the_end(GameFactory.create(players=3, options=rules.Options(first_game=True)))
    game.seats.filter(number=1).update(name=LONG)
    game.seats.filter(number=2).update(name="W" * 30)
    return game


def open_result(page: Page, game: Game) -> None:
    page.goto(reverse("games:result", args=[game.pk]))


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_result_fits_and_can_be_read_by_all(page_of, ana, over, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    open_result(page, over)
    for table in page.locator(".chart details").all():
        table.evaluate("details => { details.open = true; }")
    assert_fits(page)
    assert_accessible(page)


@each_once(size=SIZES, scheme=SCHEMES)
def test_podium_and_rematch_are_in_the_first_screen_of_a_game(page_of, ana, over, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(over.get_absolute_url())
    again, steps = page.get_by_role("button", name="Rematch", exact=True), page.locator(".podium .step")
    expect(steps).to_have_count(3)
    for seen in (*steps.all(), again):
        expect(seen).to_be_in_viewport(ratio=1)
    assert_is_for_everybody(page)


def test_curve_stands_out_by_keyboard_and_without_scripts(page_of, ana, over):
    page = page_of(ana, java_script_enabled=False)
    open_result(page, over)
    chart = page.locator(".chart").first
    curve = chart.locator(".curve").first
    curve.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(curve).to_be_focused()
    expect(chart.locator(".curve").nth(1)).to_have_css("opacity", "0.25")
    chart.get_by_text("As a table").click()
    expect(chart.get_by_role("row")).to_have_count(over.round + 2)


def test_rematch_is_two_presses_of_two_people(page_of, ana, db):
    game = play_to_the_end(GameFactory.create(players=2, options=rules.Options(first_game=True)))
    first, second = page_of(ana), page_of(person_called("Bob"))
    open_result(first, game)
    first.get_by_role("button", name="Rematch", exact=True).click()
    expect(first.get_by_text("kept for Bob")).to_be_visible()
    assert_accessible(first)
    open_result(second, game)
    second.get_by_role("button", name="Join the rematch of Ana").click()
    expect(second.locator("#action-panel")).to_be_visible()
    new = Game.objects.exclude(pk=game.pk).get()
    for page in (second, first):
        expect(page).to_have_url(re.compile(f"{new.get_absolute_url()}$"))
