"""What every answer tells browsers, so that nothing of other sites gets into our pages, nor ours into theirs."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.accounts.having_everything import give_everything
from tests.factories import PASSWORD, GameFactory, GuestFactory
from tests.powergrid.test_settings import settings_with  # noqa: F401  (a fixture)
from tests.powergrid.test_urls import ADDRESSES, ARGUMENTS

EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
DIFFERENT = {
    "games:bare_board": {"Cross-Origin-Resource-Policy": "cross-origin"},
    "games:board_picture": {"Cross-Origin-Resource-Policy": "cross-origin"},
    "notifications:mail_html": {"X-Frame-Options": "SAMEORIGIN"},
}
REFERRERS = {"same-origin", "no-referrer"}
INLINE = re.compile(
    r"""<script(?![^>]*(\ssrc=|type="application/json"))|<style|\sstyle=|\son[a-z]+=["']|javascript:"""
)
MOST_FILES = 3


@pytest.fixture
def answers(ana, bob, cid):
    """What a visitor, a guest and somebody with a game and much else are answered, at every address."""
    game = give_everything(ana, bob)
    public = GameFactory.create(players=2)
    browsers = [Client(raise_request_exception=False) for _person in range(3)]
    browsers[1].force_login(GuestFactory.create())
    browsers[2].force_login(ana)
    browsers[2].post(reverse("account_reauthenticate"), {"password": PASSWORD})
    asked = []
    for address in ADDRESSES:
        for pk in {game.pk, public.pk} if "pk" in address.arguments() else {1}:
            arguments = {**ARGUMENTS, "pk": pk, "game": game.pk, "name": "Ana", "number": 0}
            path = reverse(address.name, kwargs={name: arguments[name] for name in address.arguments()})
            if address.name != "account_logout":
                asked += [(address.name, browser.get(path)) for browser in browsers]
    assert {200, 302, 404, 405} <= {answer.status_code for _name, answer in asked}
    return asked


@pytest.mark.django_db
def test_no_answer_at_any_address_is_open_to_other_sites(answers):
    for name, answer in answers:
        assert_closed_to_other_sites(name, answer)
    cookies = [cookie for _name, answer in answers for cookie in answer.cookies.values() if cookie.value]
    assert {cookie.key for cookie in cookies} >= {"sessionid", "csrftoken", "messages"}
    assert [cookie.key for cookie in cookies if not (cookie["httponly"] and cookie["samesite"])] == []
    pages = [(name, a.content.decode()) for name, a in answers if a.get("Content-Type", "").startswith("text/html")]
    assert len(pages) > 200
    mails = {"notifications:mail_html"}  # which have a policy of their own
    assert [(name, found) for name, page in pages if name not in mails and (found := INLINE.search(page))] == []


@pytest.mark.django_db
def test_no_page_asks_for_many_files(answers):
    pages = [(name, a.content.decode()) for name, a in answers if a.get("Content-Type", "").startswith("text/html")]
    for file in (re.compile('<link [^>]*rel="stylesheet"'), re.compile("<script [^>]*src=")):
        counts = [(name, len(file.findall(page))) for name, page in pages]
        assert max(count for _name, count in counts) > 1
        assert [(name, count) for name, count in counts if count > MOST_FILES] == []


def assert_closed_to_other_sites(name: str, answer: HttpResponse) -> None:
    expected = EXPECTED | (DIFFERENT.get(name, {}) if answer.status_code == 200 else {})
    assert {header: answer.get(header) for header in expected} == expected, name
    assert answer["Referrer-Policy"] in REFERRERS, name
    assert "camera=()" in answer["Permissions-Policy"], name
    assert "publickey" not in answer["Permissions-Policy"], name  # passkeys need what is on by default
    assert "default-src 'none'" in answer["Content-Security-Policy"], name
    assert "frame-ancestors" in answer["Content-Security-Policy"], name


def test_on_https_cookies_belong_to_this_host_alone(settings_with):  # noqa: F811
    settings = settings_with(SITE_URL="https://games.example/")
    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert "SESSION_COOKIE_NAME" not in settings_with()


def test_on_https_nothing_is_asked_for_without_it(settings_with):  # noqa: F811
    def is_upgraded(**variables):
        return settings_with(**variables)["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["upgrade-insecure-requests"]

    assert is_upgraded(SITE_URL="https://games.example")
    assert not is_upgraded()


# Sessions -----------------------------------------------------------------------------------------------------------


def test_a_session_has_a_new_key_from_the_log_in_on(client, ana):
    guest = GuestFactory()
    client.force_login(guest)
    before = client.session.session_key
    client.post(reverse("accounts:bring"), {"login": ana.email, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(ana.pk)
    assert client.session.session_key != before


def test_a_new_password_logs_out_all_others_and_not_oneself(client, ana):
    elsewhere = Client()
    for browser in (client, elsewhere):
        browser.force_login(ana)
    new = "another long enough one"
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new})
    assert client.get(reverse("accounts:settings")).status_code == 200
    assert elsewhere.get(reverse("accounts:settings")).status_code == 302
