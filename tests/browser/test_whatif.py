"""The private board in a browser: a whole round by mouse, by touch, and without scripts, up to plans for the game."""

from playwright.sync_api import Locator, Page, expect

from games.models import Action
from games.turns import edit_plans
from tests.browser.accessibility import (
    assert_accessible,
    assert_main_targets_are_larger,
    assert_map_is_readable,
    assert_targets_are_large,
)
from tests.browser.conftest import SCHEMES
from tests.browser.hands import DEVICES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.browser.steps import pick
from tests.extent import each_once
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS, PURCHASES


def panel(page: Page) -> Locator:
    """The action panel, once its buttons answer."""
    return page.locator("#action-panel:not([data-fresh])")


def open_board(page: Page, game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="What if?").click()
    expect(page.locator(".what-if-sign")).to_contain_text("your private board")


def try_a_round(page: Page) -> None:
    """Bob buys; Ana buys and builds; bots do what else is to be done, up to her next decision each time."""
    expect(panel(page)).to_contain_text("You decide for: Bob")
    panel(page).get_by_role("button", name="Let a bot decide for Bob").click()
    expect(panel(page)).to_contain_text("You decide as Ana")
    panel(page).get_by_role("link", name="Power 1 city").or_(
        panel(page).get_by_role("link", name="Run your plant")
    ).first.click()
    panel(page).get_by_role("button", name="Buy 2 coal for").click()
    panel(page).get_by_role("button", name="On to my next decision").click()
    expect(panel(page)).to_contain_text("Build your network")


@each_once(size=DEVICES, scheme=SCHEMES[::-1])
def test_a_round_is_tried_and_made_the_plan(page_of, ana, size, scheme, take_picture):
    game = GameFactory(after=AUCTIONS)
    page = page_of(ana, color_scheme=scheme, **DEVICES[size])
    open_board(page, game)
    try_a_round(page)
    pick(page, "leipzig")
    expect(page.locator("#pick-leipzig.step-out")).to_be_visible()
    assert_accessible(page)
    panel(page).get_by_role("button", name="Build 1 for").click()
    expect(page.locator("#line")).to_contain_text("Ana built in Leipzig for 10 Elektro.")
    expect(page.locator("#line-plans")).to_contain_text("Leipzig")
    panel(page).wait_for()
    for check in (assert_accessible, assert_targets_are_large, assert_fits, assert_nothing_overlaps):
        check(page)
    if size == "phone":
        assert_main_targets_are_larger(page)
    take_picture(page, f"what-if-{size}-{scheme}")
    page.get_by_role("button", name="Save plans").click()
    expect(page.locator("#messages")).to_contain_text("plans are saved")
    assert {plan.slot for plan in edit_plans.of(game.seats.get(name="Ana"))} == {"purchase", "building"}
    assert Action.objects.filter(game=game).count() == game.sequence


def test_cities_are_picked_on_the_map(page_of, ana):
    game = GameFactory(after=PURCHASES)
    page = page_of(ana)
    open_board(page, game)
    panel(page).get_by_role("button", name="On to my next decision").click()
    expect(panel(page)).to_contain_text("You decide as Ana")
    assert_map_is_readable(page)
    page.locator("#city-leipzig").click()
    expect(panel(page).get_by_role("button", name="Build 1 for")).to_be_visible()
    page.reload()
    panel(page).get_by_role("button", name="Build 1 for").click()
    expect(page.locator("#line")).to_contain_text("Ana built in Leipzig")
    expect(page.locator("#city-leipzig .house")).to_have_count(1)
    page.locator("#line-back").click()
    expect(page.locator("#city-leipzig .house")).to_have_count(0)
    expect(page.locator("#line .later")).to_have_count(1)


def test_two_boards_of_one_person_do_not_mix(page_of, ana, complaints):
    game = GameFactory(after=AUCTIONS)
    one, other = page_of(ana), page_of(ana)
    for page in (one, other):
        open_board(page, game)
    for page in (one, other):
        with page.expect_response("**/bots/"):
            panel(page).get_by_role("button", name="Let a bot decide for Bob").click()
    expect(other.locator("#action-panel [role=alert]")).to_contain_text("This line has changed meanwhile")
    expect(panel(other)).to_contain_text("You decide as Ana")
    complaints.expect("409")


def test_everything_works_without_javascript(page_of, ana):
    game = GameFactory(after=AUCTIONS)
    page = page_of(ana, java_script_enabled=False)
    open_board(page, game)
    try_a_round(page)
    pick(page, "leipzig")
    page.get_by_role("button", name="Build 1 for").click()
    page.locator("#line-back").click()
    page.get_by_role("button", name="Build nothing").click()
    page.get_by_role("button", name="Save plans").click()
    expect(page.locator("#messages")).to_contain_text("plans are saved")
    page.get_by_role("link", name="What if?").click()
    page.get_by_role("button", name="Start over with other cards").click()
    expect(page.locator("#line")).to_contain_text("No moves yet.")
