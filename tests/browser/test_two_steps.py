"""Passkeys and codes, as people and their devices know them. The device is one that Chromium plays."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.accounts.test_two_steps import shown_by
from tests.browser.accessibility import assert_accessible, assert_is_for_everybody
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.extent import each_once
from tests.factories import PASSWORD

DEVICE: dict[str, Any] = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def plug_in(page: Page, **differences: Any) -> None:
    """Give the browser a device that keeps passkeys, and whose owner says yes at once."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**DEVICE, **differences}})


def say_who(page: Page) -> None:
    expect(page.get_by_role("heading", name="Confirm that it is you")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_somebody_adds_a_passkey_and_logs_in_with_nothing_else(page_of, ana, size, scheme, take_picture):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    plug_in(page)
    page.goto(reverse("accounts:settings"))
    page.get_by_role("link", name="Passkeys and codes").click()
    expect(page.get_by_role("heading", name="Two-step log-in")).to_be_visible()
    assert_is_for_everybody(page)
    take_picture(page, f"two-steps-{scheme}")
    page.get_by_role("link", name="Add a passkey").click()
    say_who(page)
    expect(page.get_by_label("Its name")).to_be_visible()
    assert_is_for_everybody(page)
    page.get_by_label("Its name").fill("My <b>phone</b>")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Emergency codes")).to_be_visible()
    assert_is_for_everybody(page)
    page.goto(reverse("mfa_list_webauthn"))
    expect(page.get_by_text("My <b>phone</b>").first).to_be_visible()
    assert_is_for_everybody(page)
    page.context.clear_cookies()
    page.goto(f"{reverse('account_login')}?next={reverse('mfa_index')}")
    assert_is_for_everybody(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Two-step log-in")).to_be_visible()
    page.get_by_role("link", name="Your passkeys").click()
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("link", name="Use a passkey").click()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_visible()
    assert_is_for_everybody(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Remove “My <b>phone</b>”?")).to_be_visible()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    assert not Authenticator.objects.exists()
    assert [message.subject for message in mail.outbox] == [
        "Your account has a new passkey",
        "A passkey was removed from your account",
    ]


def test_who_calls_it_off_is_told_and_can_try_again(page_of, ana):
    page = page_of(ana)
    plug_in(page, isUserVerified=False)
    page.goto(reverse("mfa_add_webauthn"))
    say_who(page)
    expect(page.get_by_role("heading", name="Add a passkey")).to_be_visible()
    page.wait_for_load_state()  # before that, nothing hears the press
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Your passkey did not answer")).to_be_visible()
    assert_accessible(page)
    assert not Authenticator.objects.exists()


@pytest.mark.usefixtures("codes_hold")
@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_an_app_is_set_up_and_its_codes_let_in(page_of, new_context, ana, size, scheme, take_picture):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    page.goto(reverse("mfa_activate_totp"))
    say_who(page)
    expect(page.get_by_role("img", name="A QR code for your app")).to_be_visible()
    assert_is_for_everybody(page)
    take_picture(page, f"two-steps-app-{scheme}")
    assert not mail.outbox
    secret = page.get_by_label("Or type this into the app").input_value()
    page.get_by_role("textbox", name="Authenticator code").fill(shown_by(secret))
    page.get_by_role("button", name="Use this app").click()
    expect(page.get_by_role("heading", name="Emergency codes")).to_be_visible()
    assert [message.subject for message in mail.outbox] == ["Your account now asks for codes"]
    elsewhere = new_context(viewport=SCREENS[size], color_scheme=scheme).new_page()
    elsewhere.goto(reverse("account_login"))
    elsewhere.get_by_label("Email").fill(ana.email)
    elsewhere.get_by_label("Password").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Log in", exact=True).click()
    expect(elsewhere.get_by_role("heading", name="The second step")).to_be_visible()
    assert_is_for_everybody(elsewhere)
    elsewhere.get_by_label("Code").fill(shown_by(secret))
    elsewhere.get_by_role("button", name="Log in", exact=True).click()
    expect(elsewhere.get_by_role("heading", name="Your games")).to_be_visible()
