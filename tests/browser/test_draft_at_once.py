"""Drafting areas at once: put in order by buttons; when the last one is in, the areas come into play."""

from playwright.sync_api import expect

import rules
from games.models import Game
from games.plans.language import AreaPlan
from games.turns import edit_plans
from tests.browser.accessibility import assert_accessible
from tests.factories import GameFactory

AREAS = ("northwest", "northeast", "west", "east", "southwest", "southeast")


def test_areas_are_put_in_order_by_keyboard_and_others_follow(page_of, ana, bob, cid):
    game = GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True, "move_time": 86400})
    edit_plans.give(game, game.seats.get(user=cid), AreaPlan(AREAS), now=game.created_at)
    page, other = page_of(ana), page_of(bob)
    for each in (page, other):
        each.goto(game.get_absolute_url())
        expect(each.locator("#action-panel")).to_contain_text("1 of 3 has decided")
    first = page.locator("[data-ranking] li").first
    expect(first).to_contain_text("North-west")
    page.locator("#up-west").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(first).to_contain_text("West")
    expect(page.locator("#down-west")).to_be_focused()
    expect(page.locator("#rank-west")).to_have_value("1")
    page.locator("#rank-southeast").fill("2")
    page.locator("#rank-southeast").press("Tab")
    expect(page.locator("[data-ranking] li").nth(1)).to_contain_text("South-east")
    assert_accessible(page)
    page.get_by_role("button", name="Send these wishes").click()
    expect(page.locator("#action-panel")).to_contain_text("Your wishes are in")
    expect(other.locator("#action-panel")).to_contain_text("2 of 3 have decided")
    other.get_by_role("button", name="Send these wishes").click()
    expect(other.locator("#status")).to_contain_text("Round 1")
    assert Game.objects.get(pk=game.pk).phase == rules.Phase.AUCTION
    expect(page.locator("#status")).to_contain_text("Round 1")


def test_second_page_of_the_same_person_follows_what_they_sent_from_the_first(page_of, ana):
    game = GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True, "move_time": 86400})
    pages = page_of(ana), page_of(ana)
    for page in pages:
        page.goto(game.get_absolute_url())
        expect(page.locator("#action-heading")).to_have_text("Rank the areas")
    pages[0].get_by_role("button", name="Send these wishes").click()
    for each in pages:
        expect(each.locator("#action-heading")).to_have_text("Your wishes are in")
