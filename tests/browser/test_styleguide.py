"""All that pages are made of, in a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_everything_is_accessible_and_fits_the_screen(new_context, take_picture, size, scheme):
    page = new_context(color_scheme=scheme).new_page()
    page.set_viewport_size(SCREENS[size])
    page.goto(reverse("styleguide"))
    assert_accessible(page)
    assert_fits(page)
    take_picture(page, f"styleguide-{size}-{scheme}")


@pytest.fixture
def page(new_context):
    page = new_context().new_page()
    page.goto(reverse("styleguide"))
    return page


def test_dialog_asks_keeps_the_keyboard_to_itself_and_gives_it_back(page):
    opener = page.get_by_role("button", name="Open a dialog")
    opener.press("Enter")
    dialog = page.get_by_role("dialog", name="Leave the table?")
    expect(dialog).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_stepper_counts_by_keyboard_and_stops_at_its_ends(page):
    number = page.get_by_role("textbox", name="Bid")
    number.fill("39")
    more = page.get_by_role("button", name="One more")
    more.press("Enter")
    more.press("Enter")
    expect(number).to_have_value("40")
