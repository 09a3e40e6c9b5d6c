"""The frame of every page, and the pages for getting in, on every kind of screen."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from accounts import names
from announcements import maintenance
from games.models import Action
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import LAPTOP, PHONE, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import GameFactory, GuestFactory, UserFactory, person_called
from tests.games.scripts import AUCTIONS

NOON = datetime(2026, 1, 3, 12, tzinfo=UTC)

MAGNIFIED: ViewportSize = {"width": 320, "height": 256}
"""What is left of a laptop's screen at 400 %."""

FOR_VISITORS = [
    reverse("account_login"),
    reverse("account_signup"),
    reverse("account_reset_password"),
    reverse("account_email_verification_sent"),
    reverse("account_confirm_email", args=["abc"]),
    reverse("account_inactive"),
    "/nothing/here/",
]
FOR_PLAYERS = [
    reverse("accounts:settings"),
    reverse("accounts:time"),
    reverse("accounts:delete"),
    reverse("account_email"),
    reverse("account_change_password"),
    reverse("account_reauthenticate"),
    reverse("account_logout"),
]
FOR_GUESTS = [
    reverse("accounts:keep"),
    reverse("accounts:bring"),
    reverse("accounts:take_along"),
    reverse("accounts:delete"),
    reverse("account_logout"),
]


def assert_serves_everybody(page: Page) -> None:
    """Try a page light and dark, on a laptop, on a phone, and magnified."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(LAPTOP)
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert_accessible(page)
    assert_fits(page)
    page.set_viewport_size(MAGNIFIED)
    assert_fits(page)


def test_pages_for_visitors_serve_everybody(new_context, complaints, db):
    page = new_context().new_page()
    for address in FOR_VISITORS:
        page.goto(address)
        assert_serves_everybody(page)
    complaints.expect("404")


def test_pages_for_players_serve_everybody(page_of, ana):
    page = page_of(ana)
    for address in FOR_PLAYERS:
        page.goto(address)
        assert_serves_everybody(page)


def test_zone_of_the_device_is_proposed(page_of, ana):
    page = page_of(ana, timezone_id="America/New_York")
    page.goto(reverse("accounts:time"))
    page.get_by_role("button", name="Use New York, the zone of this device").click()
    expect(page.get_by_label("Where you live")).to_have_value("America/New_York")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Your clocks follow it from now on.")).to_be_visible()
    expect(page.get_by_role("button", name="the zone of this device")).to_have_count(0)


def test_newcomers_bring_the_zone_of_their_device(new_context, db):
    page = new_context(timezone_id="Asia/Tokyo").new_page()
    page.goto(reverse("account_signup"))
    expect(page.locator("[name=time_zone]")).to_have_value("Asia/Tokyo")


def test_times_are_those_of_the_readers_device(page_of, ana):
    """Whatever zone their account knows: on pages of the past, and on the bar that is on each page."""
    game = GameFactory(after=AUCTIONS)
    maintenance.begin("We move.", expected_until=NOON, now=NOON)
    Action.objects.filter(game=game).update(created_at=NOON)
    page = page_of(ana, timezone_id="Asia/Tokyo")
    page.goto(reverse("games:history", args=[game.pk, 2]))
    expect(page.locator(".past-story time")).to_have_text("3 Jan 2026, 21:00")
    page.goto(reverse("games:rules"))
    expect(page.locator(".strip time")).to_have_text("3 Jan 21:00")


DAYS_AHEAD = """() => {
  const True = Date;
  globalThis.Date = class extends True {
    constructor(...parts) {
      parts.length ? super(...parts) : super(Date.now());
    }
    static now() {
      return True.now() + 4 * 86400000;
    }
  };
}"""


def test_time_that_is_left_is_that_of_the_site_whatever_the_clock_of_the_device_says(page_of, ana):
    game = GameFactory(pace={"move_time": 3 * 86400 + 5 * 3600})
    page = page_of(ana)
    page.add_init_script(f"({DAYS_AHEAD})()")
    page.goto(game.get_absolute_url())
    left = page.locator("time[data-left]").first
    left.evaluate("time => (time.textContent = 'said anew in a second')")
    expect(left).to_have_text("3 d 4 h")


def test_pages_for_guests_serve_everybody(page_of, db):
    page = page_of(GuestFactory())
    for address in FOR_GUESTS:
        page.goto(address)
        assert_serves_everybody(page)


def test_refused_form_serves_everybody(new_context, db):
    page = new_context().new_page()
    page.goto(reverse("account_signup"))
    page.get_by_label("Display name").fill("W" * 10_000)
    page.get_by_label("Email").fill("ana@example.org")
    page.get_by_label("Password").fill("123")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert_serves_everybody(page)


def test_page_that_refuses_a_form_shows_what_it_refused(page_of, ana, complaints):
    page = page_of(ana, viewport=PHONE)
    page.goto(reverse("accounts:time"))
    page.get_by_label("First day").fill("2030-05-02")
    page.get_by_label("Last day").fill("2030-05-01")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("main form [role='alert']")).to_be_in_viewport(ratio=1)
    complaints.expect("422")


@pytest.mark.parametrize("choice", ["Light", "Dark"])
def test_chosen_appearance_holds_at_once_and_is_stronger_than_that_of_the_device(page_of, ana, choice):
    page = page_of(ana, color_scheme="dark" if choice == "Light" else "light")
    page.goto(reverse("accounts:settings"))
    before = ground(page)
    page.get_by_label(choice, exact=True).check()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    chosen = ground(page)
    assert chosen != before
    expect(page.locator("meta[name='color-scheme']")).to_have_attribute("content", choice.lower())
    expect(page.get_by_label(choice, exact=True)).to_be_focused()
    assert_accessible(page)
    page.reload()
    assert ground(page) == chosen


def test_appearance_is_chosen_without_script(page_of, ana):
    page = page_of(ana, java_script_enabled=False)
    page.goto(reverse("accounts:settings"))
    page.get_by_label("Dark", exact=True).check()
    page.get_by_role("button", name="Save the choice").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator("html")).to_have_attribute("data-appearance", "dark")


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@each_once(size=SIZES)
def test_long_names_are_whole_where_there_is_room(page_of, ana, bob, cid, size):
    GameFactory()
    for person, name in (
        (ana, "Wilhelmina Wagner-Oppenheimers"),
        (bob, "Maximiliane von Hohenlohe-Lang"),
        (cid, "Bartholomew Featherstonehaugh"),
    ):
        names.rename(person, name)
    page = page_of(ana, viewport=SCREENS[size])
    for address in (reverse("games:dashboard"), "/"):
        page.goto(address)
        expect(page.get_by_text("Maximiliane von Hohenlohe-Lang").first).to_be_visible()
        assert page.locator(":is(.company-name, .who-name):visible").evaluate_all(CUT_OFF) == []


CUT_OFF = """names => names.filter((name) => name.clientWidth > 1 && name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""


def test_header_can_be_pressed_with_a_thumb_down_to_the_smallest_screen(page_of, db):
    GameFactory()
    page = page_of(person_called("Ana"))
    page.set_viewport_size(MAGNIFIED)
    page.goto(reverse("accounts:settings"))
    for target in page.get_by_role("banner").locator("a, button").all():
        if target.is_visible():
            box = target.bounding_box()
            assert box is not None
            assert box["width"] >= 44, target.text_content()
            assert box["height"] >= 44, target.text_content()


def test_account_menu_opens_and_closes_by_keyboard(page_of, db):
    page = page_of(UserFactory(name="W" * 30))
    page.set_viewport_size(PHONE)
    page.goto(reverse("matchmaking:lobby"))
    account = page.get_by_role("button", name="W" * 30)
    account.press("Enter")
    settings = page.get_by_role("link", name="Settings")
    expect(settings).to_be_in_viewport()
    assert_accessible(page)
    assert_fits(page)
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    expect(account).to_be_focused()


def test_back_after_logging_out_shows_nothing_of_mine(page_of, ana):
    page = page_of(ana)
    page.goto(reverse("accounts:settings"))
    page.get_by_role("button", name="Ana").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in", exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


UNREACHABLE = """() => document.dispatchEvent(
    new CustomEvent("htmx:sendError", {detail: {requestConfig: {verb: "get", triggeringEvent: new Event("click")}}})
)"""


def test_what_scripts_say_stays_until_it_is_closed_and_takes_no_focus(page_of, ana):
    page = page_of(ana)
    page.goto(reverse("accounts:settings"))
    name = page.get_by_label("Display name")
    name.focus()
    for _ in range(2):
        page.evaluate(UNREACHABLE)
    toast = page.get_by_role("alert")
    expect(toast).to_contain_text("We could not be reached")
    expect(toast).to_be_in_viewport()
    expect(name).to_be_focused()
    assert_accessible(page)
    toast.get_by_role("button", name="Close").press("Enter")
    expect(toast).to_have_count(0)


def test_nothing_moves_for_those_who_asked_for_calm(new_context, db):
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(reverse("styleguide"))
    longest = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll("*")].flatMap((element) => {
            const style = getComputedStyle(element);
            return [style.transitionDuration, style.animationDuration].map(parseFloat);
        }))"""
    )
    assert longest <= 0.001
