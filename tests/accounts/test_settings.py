import re

import pytest
from django.urls import reverse

from tests.factories import GuestFactory

pytestmark = pytest.mark.django_db

PAGE = "accounts:settings"


def test_a_visitor_is_asked_to_log_in(client):
    assert client.get(reverse(PAGE)).url == f"{reverse('account_login')}?next={reverse(PAGE)}"


def test_a_new_name_is_stored_and_said(client, ana):
    client.force_login(ana)
    page = client.post(reverse(PAGE), {"name": " Anna "}, follow=True).content.decode()
    assert "You are now called Anna." in page
    ana.refresh_from_db()
    assert ana.name == "Anna"


def test_the_case_of_ones_own_name_can_be_changed(client, ana):
    client.force_login(ana)
    client.post(reverse(PAGE), {"name": "ANA"})
    ana.refresh_from_db()
    assert ana.name == "ANA"


def test_what_a_name_may_be_is_told_and_nothing_is_cut_off(client, ana):
    client.force_login(ana)
    page = client.get(reverse(PAGE)).content.decode()
    assert "2 to 30 letters and digits" in page
    assert "maxlength" not in page


@pytest.mark.parametrize("name", ["", "A", "bob", "\u0432ob", "Ana\u202e"])
def test_a_name_that_cannot_be_taken_changes_nothing(client, ana, bob, name):
    client.force_login(ana)
    assert client.post(reverse(PAGE), {"name": name}).status_code == 400
    ana.refresh_from_db()
    assert ana.name == "Ana"


def test_somebody_registered_finds_address_and_password(client, ana):
    client.force_login(ana)
    page = client.get(reverse(PAGE)).content.decode()
    assert ana.email in page
    assert reverse("account_email") in page
    assert reverse("account_change_password") in page


def test_a_guest_is_offered_to_register(client):
    client.force_login(GuestFactory())
    page = client.get(reverse(PAGE)).content.decode()
    assert reverse("accounts:keep") in page
    assert reverse("account_change_password") not in page


@pytest.mark.parametrize("choice", ["auto", "light", "dark"])
def test_the_appearance_that_is_chosen_is_that_of_every_page(client, ana, choice):
    client.force_login(ana)
    page = client.post(reverse("accounts:appearance"), {"appearance": choice}, follow=True)
    assert page.redirect_chain == [(reverse(PAGE), 302)]
    assert f'data-appearance="{choice}"' in page.content.decode()
    assert f'data-appearance="{choice}"' in client.get(reverse("matchmaking:lobby")).content.decode()


def test_motion_is_reduced_by_those_who_say_so(client, ana):
    client.force_login(ana)
    for sent, told in (({"reduces_motion": "on"}, "reduced"), ({}, "auto")):
        client.post(reverse("accounts:appearance"), {"appearance": "auto", **sent})
        assert f'data-motion="{told}"' in client.get(reverse("matchmaking:lobby")).content.decode()


def test_an_appearance_that_there_is_not_changes_nothing(client, ana):
    client.force_login(ana)
    assert client.post(reverse("accounts:appearance"), {"appearance": "pink"}).status_code == 400
    ana.refresh_from_db()
    assert ana.appearance == "auto"


@pytest.mark.parametrize(
    ("choice", "schemes", "heads"),
    [("auto", "light dark", ["#12302d", "#081a1b"]), ("light", "light", ["#12302d"]), ("dark", "dark", ["#081a1b"])],
)
def test_a_browser_draws_what_is_around_the_page_alike(client, ana, choice, schemes, heads):
    ana.appearance = choice
    ana.save()
    client.force_login(ana)
    page = client.get(reverse(PAGE)).content.decode()
    assert f'<meta name="color-scheme" content="{schemes}">' in page
    assert re.findall('<meta name="theme-color" content="(.*?)"', page) == heads


def test_settings_say_what_a_bot_does_that_plays_with_caution(client, ana):
    client.force_login(ana)
    assert "It enters no auction unless it has to" in client.get(reverse(PAGE)).content.decode()


def test_bots_stand_in_with_caution_for_those_who_say_so(client, ana):
    client.force_login(ana)
    for sent in ({"is_cautious_while_away": "on"}, {}):
        client.post(reverse("accounts:others"), sent)
        ana.refresh_from_db()
        assert ana.is_cautious_while_away == bool(sent)
        (box,) = re.findall(
            r'<input [^>]*name="is_cautious_while_away"[^>]*>', client.get(reverse(PAGE)).content.decode()
        )
        assert ("checked" in box) == bool(sent)
