"""Planning on the game page: by mouse with pictures of it, and without JavaScript."""

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
from tests.games.scripts import PURCHASES, ROUND

NARROW: ViewportSize = {"width": 320, "height": 568}
UNFOLD = (
    "document.querySelectorAll(':is(#plans, #action-panel) details').forEach((details) => { details.open = true })"
)


def plans_of(game: Game, name: str) -> list[object]:
    return [active.read(row) for row in edit_plans.of(game.seats.get(name=name))]


def test_building_is_planned_on_the_map_while_others_move(page_of, ana, take_picture):
    game = GameFactory(after=PURCHASES)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    page.locator("#city-leipzig").click()
    most = page.get_by_label("up to (Leipzig)")
    expect(most).to_have_attribute("placeholder", "10")
    most.fill("13")
    page.locator("#city-halle").click()
    expect(page.locator("#action-panel .steps li")).to_have_count(2)
    expect(most).to_have_value("13")
    take_picture(page, "plan-building")
    page.locator("#confirm").click()
    expect(page.locator(".standing-plan")).to_contain_text("Leipzig for at most 13 Elektro")
    expect(page.locator("#action-heading")).to_have_text("Waiting for others")
    (plan,) = plans_of(game, "Ana")
    assert isinstance(plan, BuildPlan)
    assert plan.cities[0] == CityWish("leipzig", 13)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator(".standing-plan")).to_have_count(0)
    assert plans_of(game, "Ana") == []


def test_wishes_are_picked_in_the_market_and_put_in_order(page_of, ana, take_picture):
    game = GameFactory(after=ROUND)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    pick_plants(page, {10: "24", 8: "12"})
    page.locator("#up-wish-8").click()
    expect(page.locator(".wishes > li").first).to_contain_text("08")
    take_picture(page, "plan-auctions")
    page.locator("#confirm").click()
    expect(page.locator(".standing-plan")).to_contain_text("I put up plant 08 at its minimum bid")
    assert plans_of(game, "Ana") == [AuctionPlan((Wish(8, 12, opening=0), Wish(10, 24, opening=0)))]


def pick_plants(page: Page, limits: dict[int, str]) -> None:
    for number, (plant, limit) in enumerate(limits.items(), 1):
        page.locator(f"#plant-{plant}").click()
        expect(page.locator(".wishes > li")).to_have_count(number)
        page.locator(f"#plan-wish-{plant}-limit").fill(limit)


def test_plants_are_dragged_from_the_market_and_within_the_list(page_of, ana):
    game = GameFactory(after=ROUND)
    page = page_of(ana)
    page.goto(game.get_absolute_url())
    for number, plant in enumerate((10, 8), 1):
        page.locator(f"#plant-{plant}").drag_to(page.locator("#action-heading"))
        expect(page.locator(".wishes > li")).to_have_count(number)
    page.locator(".wishes > li").nth(1).drag_to(page.locator(".wishes > li").nth(0), target_position={"x": 9, "y": 3})
    expect(page.locator(".wishes > li").first).to_contain_text("08")
    page.locator("#confirm").click()
    expect(page.locator(".standing-plan")).to_be_visible()
    (plan,) = plans_of(game, "Ana")
    assert [wish.plant for wish in plan.wishes] == [8, 10]


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


def test_sittings_are_said_without_javascript(page_of, ana):
    game = GameFactory(after=PURCHASES)
    page = page_of(ana, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.locator("#city-list > summary").click()
    page.locator("#pick-leipzig").click()
    page.get_by_label("up to (Leipzig)").fill("13")
    page.get_by_role("button", name="Work out the price").click()
    page.locator("#confirm").click()
    expect(page.locator(".standing-plan")).to_contain_text("Leipzig for at most 13 Elektro")
    page.locator("#plan-wishes").click()
    for plant, limit, place in (("10", "24", "2"), ("8", "12", "1")):
        page.locator(f"#plant-{plant}").click()
        page.locator(f"#plan-wish-{plant}-limit").fill(limit)
        page.locator(f"#plan-wish-{plant}-place").fill(place)
        page.get_by_role("button", name="Show what is picked").click()
    page.locator("#confirm").click()
    expect(page.locator(".standing-plan")).to_have_count(2)
    assert plans_of(game, "Ana")[1] == AuctionPlan((Wish(8, 12, opening=0), Wish(10, 24, opening=0)))
    page.get_by_role("button", name="Withdraw").first.click()
    expect(page.locator(".standing-plan")).to_have_count(1)


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_every_form_is_accessible(page_of, ana, size, scheme, take_picture):
    game = GameFactory(after=[*ROUND, "open 8 8"])
    edit_plans.give(game, game.seats.get(name="Ana"), ProxyBid(8, 9), now=timezone.now())
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = page_of(ana, color_scheme=scheme, **(touch if size == "phone" else {"viewport": LAPTOP}))
    for kind in ("bid", "wishes&composed=1&wish=8&wish=10", "passes", "round&composed=1&city=leipzig&city=halle"):
        page.goto(f"{game.get_absolute_url()}?plan={kind}")
        page.evaluate(UNFOLD)
        assert_accessible(page)
        targets = [*page.evaluate(TARGETS, "#plans"), *page.evaluate(TARGETS, "#action-panel")]
        small = [target for target in targets if min(target["size"]) < LEAST_TARGET]
        assert not small, small
        assert_fits(page)
        take_picture(page, f"plans-{kind.partition('&')[0]}-{size}-{scheme}")
        if size == "phone":
            page.set_viewport_size(NARROW)
            assert_fits(page)
            page.set_viewport_size(PHONE)
