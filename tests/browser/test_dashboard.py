"""The page of one's games, as it comes."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from matchmaking import invitations
from tests.browser.conftest import SCREENS, SIZES
from tests.factories import GameFactory, TableFactory
from tests.games.scripts import AUCTIONS

WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  shifts.push(...list.getEntries().map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.id)]));
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_while_the_page_comes(page_of, ana, bob, size):
    GameFactory(after=AUCTIONS)
    GameFactory(name="Monday round")
    invitations.invite(TableFactory(host=bob), bob, [ana], "", now=timezone.now())
    page = page_of(ana, viewport=SCREENS[size])
    page.add_init_script(WATCH)
    page.goto(reverse("games:dashboard"))
    expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("shifts") == []
