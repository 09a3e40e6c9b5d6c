"""The pages that links of mails lead to, in a real browser and without logging in."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.alerts.action_links.tickets import Kind
from games.plans.language import ProxyBid
from games.turns import edit_plans
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.extent import each_once
from tests.factories import GameFactory
from tests.games.alerts.action_links.linked import address, tickets
from tests.games.planned import plan
from tests.games.taking import act, seat_of

NARROW = {"width": 320, "height": 700}


@pytest.fixture
def links(db) -> list[str]:
    """To let Bob's plan go on, and to pass; in a game with a long name."""
    game = GameFactory.create(name="W" * 80, pace={"move_time": 3600})
    game = act(plan(game, "Bob", ProxyBid(4, 30, leaps=(8,))), "Ana", "open 4 4")
    edit_plans.stop(game, seat_of(game, "Bob"), now=timezone.now())
    offered = tickets(game, "Bob")
    return [address(offered[kind]) for kind in (Kind.CONFIRM, Kind.DECLINE)]


@each_once(size=SIZES, scheme=SCHEMES)
def test_links_lead_to_pages_that_everybody_can_use(new_context, links, take_picture, complaints, size, scheme):
    page = new_context(color_scheme=scheme, viewport=SCREENS[size]).new_page()

    def look(name: str, path: str = "") -> None:
        page.set_viewport_size(SCREENS[size])
        if path:
            page.goto(path)
        take_picture(page, f"link-{name}-{size}-{scheme}")
        for check in (assert_fits, assert_nothing_overlaps, assert_accessible, assert_targets_are_large):
            check(page)
        if size == "phone":
            page.set_viewport_size(NARROW)
            assert_fits(page)

    look("plan", links[0])
    look("pass", links[1])
    button = page.get_by_role("button", name="Pass on plant 04")
    expect(button).to_be_in_viewport()
    button.click()
    expect(page.get_by_role("heading", name="This is decided")).to_be_visible()
    look("outcome")
    look("refused", links[1].replace("act/W", "act/V"))
    complaints.expect("404")
