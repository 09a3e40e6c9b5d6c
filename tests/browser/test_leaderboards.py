"""Who plays best, and how somebody plays: pages of figures, for eyes and fingers of all kinds."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from matchmaking.ratings.models import Rating
from matchmaking.ratings.rating import FEWEST_GAMES
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.browser.steps import choose_map
from tests.extent import each_once
from tests.factories import person_called
from tests.matchmaking.ratings.ended import ended, rate

PAGE = reverse("ratings:leaderboards")
CROWD = ("Bartholomäus von Hohenzollern-", "W" * 30, *(f"Player {number:02}" for number in range(60)))


@pytest.fixture
def crowd(ana):
    """More people than there is room for on one page; Ana is the last of them."""
    for place, name in enumerate((*CROWD, ana.name)):
        for board in ("", "france")[: 2 - place % 2]:
            Rating.objects.create(
                user=person_called(name), map=board, mu=25, sigma=2, points=1500 - 20 * place, games=1000,
                wins=100, is_listed=True, rated_at=timezone.now(),
            )  # fmt: skip


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_leaderboard_is_for_everybody_be_it_empty_or_crowded(request, page_of, ana, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(PAGE)
    expect(page.get_by_text("No players yet.")).to_be_visible()
    assert_accessible(page)
    request.getfixturevalue("crowd")
    page.reload()
    expect(page.get_by_role("row")).to_have_count(52)  # a page of them, with its head, and one's own line
    assert_fits(page)
    assert_nothing_overlaps(page)
    assert_accessible(page)
    assert_targets_are_large(page)


@pytest.mark.usefixtures("crowd")
def test_choice_shows_another_leaderboard_and_the_way_back_leads_to_the_first(page_of, ana):
    page = page_of(ana)
    page.goto(PAGE)
    maps = page.get_by_role("button", name="Map")
    choose_map(page, "France")
    expect(page.get_by_text("32 players")).to_be_visible()
    expect(maps).to_be_focused()
    expect(page).to_have_url(re.compile("map=france"))
    page.go_back()
    expect(page.get_by_text("63 players")).to_be_visible()
    expect(maps).to_have_text("All maps")


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_profile_with_a_rating_is_for_everybody(page_of, ana, size, scheme):
    for number in range(FEWEST_GAMES):
        ended("Ana", CROWD[0], CROWD[1], at=timezone.now() - timedelta(days=20 - number))
    rate()
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(reverse("games:profile", args=[ana.name]))
    expect(page.locator(".chart-picture")).to_be_visible()
    page.get_by_text("What the latest games changed").click()
    assert_fits(page)
    assert_nothing_overlaps(page)
    assert_accessible(page)
