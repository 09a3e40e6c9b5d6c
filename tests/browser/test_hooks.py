"""Adding a webhook and feeds on the page of alerts, in a real browser."""

import json

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.layout import assert_fits
from tests.notifications.receiver import receiving

UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true })"


def assert_serves_everybody(page):
    for scheme, size in (("light", PHONE), ("dark", LAPTOP)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        page.evaluate(UNFOLD)
        assert_accessible(page)
        assert_fits(page)


def test_webhook_is_added_with_a_name_of_any_kind_and_hears_of_it(page_of, ana, settings, complaints):
    settings.MAY_CALL_ITSELF = True
    page = page_of(ana)
    with receiving() as receiver:
        page.goto(reverse("notifications:alerts"))
        page.get_by_text("Add a webhook").click()
        page.get_by_label("Your own program").check()
        page.get_by_label("Address of the webhook").fill("https://ana:secret@bot.example/")
        page.get_by_role("button", name="Add, and send a test").click()
        expect(page.get_by_text("must not hold a name or a password")).to_be_visible()
        assert_serves_everybody(page)
        complaints.expect("400")

        page.get_by_label("Address of the webhook").fill(receiver.url)
        page.get_by_label("What you call it").fill("W" * 70 + "<b>")
        page.get_by_role("button", name="Add, and send a test").click()
        expect(page.get_by_label("The secret")).to_have_value(ana.destinations.get(channel="webhook").secret)
        assert_serves_everybody(page)
        (posted,) = receiver.posted
        assert json.loads(posted.body)["type"] == "test"


def test_feeds_are_made(page_of, ana):
    page = page_of(ana)
    page.goto(reverse("notifications:alerts"))
    page.get_by_role("button", name="Make the addresses").click()
    address = page.get_by_label("Your alerts, for a feed reader (RSS)").input_value()
    assert address.endswith(f"{ana.destinations.get(channel='feed').secret}/alerts.xml")
    assert_serves_everybody(page)
