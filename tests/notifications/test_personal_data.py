"""A guest who logs in to an account goes on being reached."""

import pytest
from django.utils import timezone

from accounts import belongings
from notifications import browsers, outbox
from notifications.models import Channel, Destination, Frequency, GameWish
from tests.factories import GuestFactory
from tests.notifications.pushing import Browser

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def guest():
    return GuestFactory()


def wish(user, game, frequency):
    GameWish.objects.create(user=user, subject_id=game, channel=Channel.PUSH, frequency=frequency)


def test_browser_of_a_guest_is_that_of_the_account_with_what_waits_for_it(guest, ana):
    browser = Browser()
    browsers.turn_on(guest, browser.subscription, "", now=NOW)
    outbox.tell([guest], "knock", 12, 1, now=NOW, at_the_page={guest.pk})
    belongings.pass_on(guest, ana)
    guest.delete()
    destination = ana.destinations.get(channel=Channel.PUSH)
    assert destination.address == browser.endpoint
    assert destination.alerts.get().recipient == ana


def test_way_that_both_have_stays_as_the_account_has_it(guest, ana):
    for user, secret in [(guest, "guest"), (ana, "ana")]:
        Destination.objects.create(user=user, channel=Channel.FEED, secret=secret)
    belongings.pass_on(guest, ana)
    assert [row.secret for row in ana.destinations.filter(channel=Channel.FEED)] == ["ana"]


def test_wishes_for_single_games_come_along_where_there_is_no_other(guest, ana):
    wish(guest, 12, Frequency.NEVER)
    wish(guest, 13, Frequency.NEVER)
    wish(ana, 13, Frequency.DAILY)
    belongings.pass_on(guest, ana)
    assert dict(ana.game_wishes.values_list("subject_id", "frequency")) == {12: "never", 13: "daily"}
