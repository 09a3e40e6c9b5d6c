"""What those who run the site say, in a real browser: it fits, can be put away, and tells why nothing was sent."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from announcements import maintenance, said
from announcements.admin import privacy_draft
from announcements.models import Notice, Page
from tests.browser.accessibility import assert_accessible, assert_targets_are_large
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits, assert_nothing_overlaps
from tests.extent import each_once
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS

NEWS = "We play together at the fair of Essen: https://example.org/essen has the place and the time."


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_announcements_and_pages_are_accessible_and_fit_the_screen(
    new_context, take_picture, live_server, size, scheme
):
    Page.objects.create(subject=Page.Subject.PRIVACY, text=privacy_draft())
    Notice.objects.create(text=NEWS)
    Notice.objects.create(text="On Sunday the site is away for an hour.", level=Notice.Level.WARNING)
    said.forget()
    page = new_context(color_scheme=scheme, viewport=SCREENS[size]).new_page()
    page.goto(reverse("announcements:privacy"))
    take_picture(page, f"privacy-{size}-{scheme}")
    assert_fits(page)
    assert_nothing_overlaps(page)
    assert_accessible(page)
    assert_targets_are_large(page)


def test_news_go_and_the_page_stays(page_of, ana):
    notice = Notice.objects.create(text=NEWS)
    said.forget()
    page = page_of(ana)
    page.goto(reverse("accounts:settings"))
    page.get_by_label("Display name").fill("Half a na")
    page.get_by_role("button", name="Hide this").click()
    expect(page.locator(f"#notice-{notice.pk}")).to_have_count(0)
    expect(page.get_by_label("Display name")).to_have_value("Half a na")


def test_an_open_page_offers_to_reload_when_a_new_version_is_in_place(page_of, bob, settings):
    page = page_of(bob)
    page.goto(GameFactory(after=AUCTIONS).get_absolute_url())
    page.locator(".say textarea").fill("Half a thought")
    ours, settings.RELEASE_STAMP = settings.RELEASE_STAMP, "another"
    page.get_by_label("oil", exact=True).fill("2")
    expect(page.locator("#toasts")).to_contain_text("A new version of this site is in place.")
    expect(page.locator("#confirm")).to_have_text("Buy 2 oil for 6")
    settings.RELEASE_STAMP = ours
    page.get_by_label("oil", exact=True).fill("1")
    expect(page.locator("#confirm")).to_have_text("Buy 1 oil for 3")
    settings.RELEASE_STAMP = "another"
    page.get_by_label("oil", exact=True).fill("2")
    expect(page.locator("#confirm")).to_have_text("Buy 2 oil for 6")
    page.get_by_label("oil", exact=True).fill("1")
    expect(page.locator("#confirm")).to_have_text("Buy 1 oil for 3")
    expect(page.locator("#toasts > *")).to_have_count(1)
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    expect(page.locator("#confirm")).to_have_text("Buy 1 oil for 3")
    expect(page.locator(".say textarea")).to_have_value("Half a thought")


def test_an_open_page_says_when_maintenance_begins_and_ends(page_of, bob):
    page = page_of(bob)
    page.goto(GameFactory(after=["open 4 4"]).get_absolute_url())
    bar = page.locator("#announcements")
    expect(bar).to_have_text("")
    maintenance.begin("We move to another machine.", now=timezone.now())
    expect(bar).to_contain_text("We move to another machine.")
    maintenance.end(now=timezone.now())
    expect(bar).to_have_text("")


def test_who_decides_during_maintenance_reads_why_it_was_not_sent(page_of, ana, bob, cid, complaints):
    game = GameFactory(after=["open 4 4"])
    page = page_of(bob)
    page.goto(game.get_absolute_url())
    maintenance.begin("We move to another machine.", now=timezone.now())
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("alert")).to_contain_text("We move to another machine. Nothing can be changed at present")
    complaints.expect("503")
