"""Taking along what one has here, and leaving: what is asked first, and what is said."""

import zipfile

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible, assert_is_for_everybody
from tests.browser.conftest import PHONE, SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import PASSWORD, GuestFactory

DATA, DELETE = reverse("accounts:take_along"), reverse("accounts:delete")


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_who_asks_for_their_data_gives_their_password_and_gets_a_file(page_of, ana, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(DATA)
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("This is not your password.")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", name="Your data")).to_be_visible()
    assert_is_for_everybody(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Get the file").click()
    assert download.value.suggested_filename.endswith(".zip")
    assert zipfile.is_zipfile(download.value.path())  # all of it: until then the site reads rows


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_nobody_leaves_by_a_slip(page_of, ana, complaints, size, scheme):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(DELETE)
    assert_is_for_everybody(page)
    page.get_by_label("Your password").fill("not this one")
    page.get_by_role("button", name="Delete my account for ever").click()
    expect(page.get_by_text("This is not your password.")).to_be_in_viewport()
    complaints.expect("400")
    assert_is_for_everybody(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account for ever").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_attached()
    ana.refresh_from_db()
    assert ana.left_at is not None


def test_guests_are_told_what_deleting_means_for_them(page_of, db):
    page = page_of(GuestFactory.create(), viewport=PHONE)
    page.goto(DELETE)
    expect(page.get_by_role("heading", name="Delete everything")).to_be_visible()
    assert_is_for_everybody(page)
