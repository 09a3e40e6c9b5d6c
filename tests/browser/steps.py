"""Steps that several whole ways through the site have in common."""

import re

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories import PASSWORD


def fill_in_sign_up(page: Page, name: str, address: str) -> None:
    """Ask for an account; the mail to confirm it is on its way then."""
    page.get_by_label("Display name").fill(name)
    page.get_by_label("Email").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(re.compile(reverse("account_email_verification_sent")))


def pick(page: Page, city: str) -> None:
    """Choose a city in the panel, or take it out again; for that, the list of cities is unfolded."""
    link = page.locator(f"#pick-{city}")
    if not link.is_visible():
        page.locator("#city-list > summary").click()
    link.click()


def open_drawer(page: Page) -> None:
    """Show what else there is about a game."""
    page.get_by_role("button", name="More about this game").click()


def show(page: Page, part: str) -> None:
    """Turn to a part of the page of a game on a phone: ``board``, ``markets``, ``players`` or ``story``."""
    page.locator(f"#tab-{part}").check()


def choose_map(page: Page, name: str) -> None:
    """Take a map from the list behind the button that says which one is chosen."""
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator(".map-menu-list").get_by_role("radio", name=name).check()


def open_more(page: Page) -> None:
    """Unfold what the form for a new table asks besides board, players and pace."""
    page.locator(".more-choices > summary").click()


def open_table(page: Page) -> str:
    """A table for three with one bot, by link; the link."""
    page.goto(reverse("matchmaking:create"))
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).click()
    open_more(page)
    page.get_by_role("group", name="Bots").get_by_text("1", exact=True).click()
    page.get_by_label("By link").check()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to this table").input_value()
    assert reverse("matchmaking:invite", args=["token"]).removesuffix("token/") in link
    return link
