"""The frame around every page: header, badge, messages, footer."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games.models import Seat
from powergrid.context import site
from tests.factories import EmailAddressFactory, GameFactory, GuestFactory

pytestmark = pytest.mark.django_db


def settings_page(client, user):
    client.force_login(user)
    return client.get(reverse("accounts:settings")).content.decode()


def test_the_number_of_waiting_games_stands_in_title_and_header(client, ana):
    GameFactory()
    GameFactory()
    assert Seat.objects.filter(user=ana, is_to_move=True).count() == 2
    page = settings_page(client, ana)
    assert "<title>(2) Settings" in page
    assert '<span class="badge">2<span' in page


def test_nothing_waiting_shows_no_number(client, ana):
    page = settings_page(client, ana)
    assert "<title>Settings" in page
    assert 'class="badge"' not in page


def test_waiting_games_are_counted_once_and_only_when_shown(rf, ana, django_assert_num_queries):
    request = rf.get("/")
    request.user = ana
    with django_assert_num_queries(0):
        context = site(request)
    with django_assert_num_queries(1):
        assert not context["waiting_games"]
        assert str(context["waiting_games"]) == "0"


def test_for_a_visitor_nothing_is_counted(rf, django_assert_num_queries):
    request = rf.get("/")
    request.user = AnonymousUser()
    with django_assert_num_queries(0):
        assert not site(request)["waiting_games"]


def test_a_guest_is_always_offered_to_keep_their_games(client):
    assert "Sign up and keep my games" in settings_page(client, GuestFactory())


def test_somebody_registered_is_not(client, ana):
    assert "keep my games" not in settings_page(client, ana)


def test_mails_are_in_the_header_only_where_they_are_kept(client, settings):
    settings.KEEPS_MAILS = False
    assert reverse("notifications:mails") not in client.get(reverse("account_login")).content.decode()
    settings.KEEPS_MAILS = True
    assert reverse("notifications:mails") in client.get(reverse("account_login")).content.decode()


def test_a_name_is_shown_as_text(client, ana):
    ana.name = "<b>Ana</b>"
    ana.save()
    assert "&lt;b&gt;Ana&lt;/b&gt;" in settings_page(client, ana)


def test_pages_allow_nothing_from_elsewhere(client):
    answer = client.get(reverse("account_login"))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    page = answer.content.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert "<script>" not in page


def test_a_guest_who_has_given_an_address_is_asked_to_confirm_it(client):
    guest = GuestFactory()
    EmailAddressFactory(user=guest, email="dora@example.org", verified=False, primary=False)
    page = settings_page(client, guest)
    assert "Confirm <strong>dora@example.org</strong> to keep your games" in page
    assert "Sign up and keep my games" not in page.partition("<main")[0]


def test_pages_say_what_the_site_is_as_an_app(client):
    page = client.get(reverse("account_login")).content.decode()
    assert f'<link rel="manifest" href="{reverse("manifest")}">' in page
    manifest = client.get(reverse("manifest"))
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in manifest.json()["icons"]} == {"192x192", "512x512"}
