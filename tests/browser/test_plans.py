"""Planning on the game page: by mouse with pictures of it, and without JavaScript."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Game
from games.plans import active
from games.plans.language import AuctionPlan, BuildPlan, CityWish, ProxyBid, Wish
from games.turns import edit_plans
from tests.browser.accessibility import LEAST_TARGET, TARGETS, assert_accessible
from tests.browser.conftest import LAPTOP, PHONE, SCHEMES, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import GameFactory, play_on
from tests.games.scripts import BUILDINGS, PURCHASES, ROUND

NARROW: ViewportSize = {"width": 320, "height": 568}
UNFOLD = "document.querySelectorAll('#plans details').forEach((details) => { details.open = true })"


def plans_of(game: Game, name: str) -> list[object]:
    return [active.read(row) for row in edit_plans.of(game.seats.get(name=name))]


def open_plan(page: Page, name: str) -> None:
    fold = page.locator("#plans-fold")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()
    page.locator("#plans-state").get_by_role("link", name=name, exact=True).click()
    expect(page.locator("#planning-heading")).to_contain_text(name)


def test_building_is_planned_on_the_map_while_others_move(page_of, ana, take_picture):
    game = GameFactory(after=PURCHASES)
    page = page_of(ana)
    page.goto(reverse("games:dashboard"))
    page.get_by_role("link", name="Your round").click()
    open_plan(page, "Building")
    page.locator("#city-leipzig").click()
    most = page.get_by_label("up to")
    expect(most).to_have_value("10")
    most.fill("13")
    page.locator("#plan-add-halle").click()
    expect(page.locator("#plan-form .steps li")).to_have_count(2)
    expect(most.first).to_have_value("13")
    take_picture(page, "plan-building")
    page.locator("#plan-form").get_by_text("build in the cities above it").click()
    page.get_by_role("button", name="Save plan").click()
    expect(page.locator(".standing-plan")).to_contain_text("in this order: Leipzig for at most 13 Elektro, Halle")
    expect(page.locator("#planning")).to_be_empty()
    (plan,) = plans_of(game, "Ana")
    assert isinstance(plan, BuildPlan)
    assert plan.cities[0] == CityWish("leipzig", 13)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator(".standing-plan")).to_have_count(0)
    assert plans_of(game, "Ana") == []


def test_wishes_are_put_in_order_by_buttons(page_of, ana, take_picture):
    game = GameFactory(after=ROUND)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    open_plan(page, "Auctions")
    for plant, limit in (("10", "24"), ("8", "12")):
        page.locator(f"#plan-wish-{plant}-limit").fill(limit)
    while page.locator("#plan-wish-8-place").input_value() != "1":
        page.locator("#up-wish-8").click()
    take_picture(page, "plan-auctions")
    page.get_by_role("button", name="Save plan").click()
    expect(page.locator(".standing-plan")).to_contain_text("I put up plant 08 at its minimum bid")
    assert plans_of(game, "Ana") == [AuctionPlan((Wish(8, 12, opening=0), Wish(10, 24, opening=0)))]


def test_rule_for_powering_answers_and_stays(page_of, bob):
    game = GameFactory(after=BUILDINGS)
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Set a rule").click()
    rule = page.get_by_label("Powering", exact=True)
    expect(rule).to_be_in_viewport()
    rule.select_option("Keep oil: burn coal first")
    page.get_by_role("button", name="Set rule").click()
    expect(page.locator("#action-panel")).to_contain_text("1 of 3 has decided")
    expect(page.locator("#powering")).to_contain_text("with as little oil as possible")
    expect(rule).to_have_value("oil")


def test_bid_and_limit_are_sent_at_once_and_the_plan_is_seen_to_answer(page_of, bob):
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    page.locator("#action-panel:not([data-fresh])").get_by_text("Bid up to …").click()
    page.locator("#along-limit").fill("9")
    page.get_by_role("button", name="Bid, then bid for me").click()
    expect(page.locator(".standing-plan")).to_contain_text("I bid up to 9 Elektro for plant 04")
    assert plans_of(game, "Bob") == [ProxyBid(4, 9)]
    game.refresh_from_db()
    play_on(game, "pass", "bid 6")
    page.reload()
    expect(page.locator("#answering")).to_contain_text("bid 7 Elektro")
    page.get_by_role("button", name="Stop plan").click()
    expect(page.locator("#answering")).to_be_empty()
    expect(page.locator(".standing-plan")).to_contain_text("It asks you")


def test_plans_are_made_without_javascript(page_of, ana):
    game = GameFactory(after=PURCHASES)
    page = page_of(ana, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    open_plan(page, "Building")
    page.locator("#plan-add-leipzig").click()
    page.get_by_label("up to").fill("13")
    page.get_by_role("button", name="Save plan").click()
    expect(page.locator(".standing-plan")).to_contain_text("I build in Leipzig for at most 13 Elektro")
    open_plan(page, "Auctions")
    for plant, limit, place in (("10", "24", "2"), ("8", "12", "1")):
        page.locator(f"#plan-wish-{plant}-limit").fill(limit)
        page.locator(f"#plan-wish-{plant}-place").fill(place)
    page.get_by_role("button", name="Save plan").click()
    assert plans_of(game, "Ana")[1] == AuctionPlan((Wish(8, 12, opening=0), Wish(10, 24, opening=0)))
    page.get_by_role("button", name="Withdraw").first.click()
    expect(page.locator(".standing-plan")).to_have_count(1)


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_every_form_is_accessible(page_of, ana, size, scheme, take_picture):
    game = GameFactory(after=[*ROUND, "open 8 8"])
    edit_plans.give(game, game.seats.get(name="Ana"), ProxyBid(8, 9), now=timezone.now())
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = page_of(ana, color_scheme=scheme, **(touch if size == "phone" else {"viewport": LAPTOP}))
    for kind in ("bid", "wishes", "passes", "round"):
        page.goto(f"{game.get_absolute_url()}?plan={kind}")
        page.evaluate(UNFOLD)
        assert_accessible(page)
        small = [target for target in page.evaluate(TARGETS, "#plans") if min(target["size"]) < LEAST_TARGET]
        assert not small, small
        assert_fits(page)
        take_picture(page, f"plans-{kind}-{size}-{scheme}")
        if size == "phone":
            page.set_viewport_size(NARROW)
            assert_fits(page)
            page.set_viewport_size(PHONE)
