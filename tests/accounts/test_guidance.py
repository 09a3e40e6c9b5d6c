"""Who is guided: newcomers, until they have been, and whoever asks for it again."""

import pytest
from django.urls import reverse

from accounts import guests
from accounts.models import User
from tests.factories import PASSWORD, GuestFactory

pytestmark = pytest.mark.django_db

AGAIN = reverse("accounts:begin_guide")
SETTINGS = reverse("accounts:settings")


def is_guided(user: User) -> bool:
    return User.objects.get(pk=user.pk).is_guided


def test_everybody_is_guided_at_first(ana):
    assert is_guided(ana)
    assert is_guided(guests._new_guest())


def test_a_guide_that_is_over_can_be_had_again_in_the_settings(client, ana):
    ana.be_guided(False)
    client.force_login(ana)
    assert "Show the guide again" in client.get(SETTINGS).content.decode()
    page = client.post(AGAIN, follow=True).content.decode()
    assert "Your next game against bots explains its first round." in page
    assert "Show the guide again" not in page
    assert is_guided(ana)


def test_a_guide_that_is_on_is_turned_off_in_the_settings(client, ana):
    client.force_login(ana)
    assert "Turn the guide off" in client.get(SETTINGS).content.decode()
    page = client.post(reverse("accounts:end_guide"), follow=True).content.decode()
    assert "Show the guide again" in page
    assert not is_guided(ana)


def test_nobody_is_asked_whether_to_begin_a_guide_that_is_on(client, ana):
    client.force_login(ana)
    assert "Show the guide again" not in client.get(SETTINGS).content.decode()


def test_the_guide_of_one_person_is_not_that_of_another(ana, bob):
    ana.be_guided(False)
    assert not is_guided(ana)
    assert is_guided(bob)


@pytest.mark.parametrize("has_seen_it", [True, False])
def test_a_guest_who_has_been_guided_is_not_guided_once_more_in_their_account(client, ana, has_seen_it):
    guest = GuestFactory(is_guided=not has_seen_it)
    client.force_login(guest)
    client.post(reverse("accounts:bring"), {"login": ana.email, "password": PASSWORD})
    assert is_guided(ana) is not has_seen_it


def test_an_account_that_has_been_guided_stays_so_whatever_its_owner_plays_as_a_guest(client, ana):
    ana.be_guided(False)
    client.force_login(GuestFactory())
    client.post(reverse("accounts:bring"), {"login": ana.email, "password": PASSWORD})
    assert not is_guided(ana)


def test_the_guide_begins_by_a_post_alone(client, ana):
    ana.be_guided(False)
    client.force_login(ana)
    assert client.get(AGAIN).url == reverse("accounts:settings")
    assert not is_guided(ana)
