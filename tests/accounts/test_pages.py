"""Every page of django-allauth that can be reached looks like ours and speaks our language."""

import pytest
from django.template.loader import get_template
from django.urls import URLResolver, get_resolver, reverse

from tests.factories import EmailAddressFactory, GuestFactory

pytestmark = pytest.mark.django_db

PUBLIC = [
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_inactive",
]
OWN = ["account_email", "account_change_password", "account_logout", "account_reauthenticate"]


def assert_is_ours(page):
    assert page.status_code == 200
    text = page.content.decode()
    assert 'class="site-header"' in text
    assert "style=" not in text
    assert "Sign In" not in text
    assert "Sign Out" not in text
    assert "New Password" not in text
    assert "Current Password" not in text
    assert "(again)" not in text


@pytest.mark.parametrize("name", PUBLIC)
def test_a_page_for_everybody_is_ours(client, name):
    assert_is_ours(client.get(reverse(name)))


@pytest.mark.parametrize("name", OWN)
def test_a_page_for_oneself_is_ours(client, ana, name):
    client.force_login(ana)
    assert_is_ours(client.get(reverse(name)))


@pytest.fixture
def stale_link():
    return reverse("account_confirm_email", args=["abc"])


def test_a_link_opened_again_says_that_all_is_confirmed(client, ana, stale_link):
    client.force_login(ana)
    page = client.get(stale_link).content.decode()
    assert f"You have confirmed <strong>{ana.email}</strong>" in page
    assert reverse("games:dashboard") in page


@pytest.mark.parametrize(("is_guest", "way"), [(True, "accounts:keep"), (False, "account_email")])
def test_a_link_too_old_leads_to_a_new_mail(client, ana, stale_link, is_guest, way):
    user = GuestFactory() if is_guest else ana
    EmailAddressFactory(user=user, email="new@example.org", verified=False, primary=False)
    client.force_login(user)
    page = client.get(stale_link).content.decode()
    assert "This link no longer works" in page
    assert f'class="button" href="{reverse(way)}"' in page


def test_a_link_that_is_used_up_says_what_to_do(client):
    page = client.get(reverse("account_confirm_email", args=["abc"]))
    assert_is_ours(page)
    assert "This link no longer works" in page.content.decode()
    page = client.get(reverse("account_reset_password_from_key", args=["1", "abc"]))
    assert_is_ours(page)
    assert "This link no longer works" in page.content.decode()


def views_of_allauth(patterns=None):
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from views_of_allauth(pattern.url_patterns)
            continue
        view = getattr(pattern.callback, "view_class", object)
        if any(each.__module__.startswith("allauth.") for each in view.__mro__):
            yield pattern.name, view


NOT_PAGES = {
    "account_confirm_login_code",  # nobody logs in by code: it leads to the log-in
    "mfa_download_recovery_codes",  # a file of bare text
}


@pytest.mark.parametrize(
    "template",
    sorted(
        {
            view.template_name
            for name, view in views_of_allauth()
            if getattr(view, "template_name", None) and name not in NOT_PAGES
        }
    ),
)
def test_every_page_that_has_an_address_is_drawn_by_a_template_of_ours(template):
    assert get_template(template).backend.name == "jinja2"


def test_nobody_comes_to_a_page_for_logging_in_by_code(client):
    assert client.get(reverse("account_confirm_login_code")).url == reverse("account_login")
