"""What decides about alerts, as the rows have it."""

from datetime import time, timedelta

import pytest

from notifications import kinds, presence, send_context
from notifications.channels.mail import confirmed_address
from notifications.kinds import Kind, Urgency
from notifications.models import Alert, AlertTimes, Channel, Frequency, GameWish, Presence, State
from tests.factories import UserFactory
from tests.notifications.conftest import write_knock
from tests.notifications.messages import NOW, owe, way

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def load(alert):
    (loaded,) = send_context.load(Alert.objects.filter(pk=alert.pk))
    return loaded


def of(alert):
    return send_context.of(load(alert), None, NOW)


def sent(destination, number, *, game, at, kind="knock"):
    alert = owe(destination, number, game=game, at=at, kind=kind)
    Alert.objects.filter(pk=alert.pk).update(state=State.SENT, sent_at=at)


def test_who_has_chosen_nothing_is_told_at_once_but_not_while_asleep():
    ana = UserFactory(sleeps_from=time(23), sleeps_until=time(7), time_zone="Europe/Berlin")
    found = of(owe(way(ana)))
    assert (found.frequency, found.quiet, found.zone.key) == (Frequency.AT_ONCE, (time(23), time(7)), "Europe/Berlin")


@pytest.mark.parametrize(
    ("times", "quiet"),
    [
        ({"quiet": "own", "quiet_from": time(20), "quiet_until": time(8)}, (time(20), time(8))),
        ({"quiet": "none"}, None),
        ({"quiet": "sleep"}, (time(23), time(7))),
    ],
)
def test_quiet_hours_are_those_that_were_chosen(times, quiet):
    ana = UserFactory(sleeps_from=time(23), sleeps_until=time(7))
    AlertTimes.objects.create(user=ana, **times)
    assert of(owe(way(ana))).quiet == quiet


def test_wish_for_a_game_counts_for_that_game_and_channel_alone():
    ana = UserFactory()
    mails, push = way(ana), way(ana, Channel.PUSH)
    GameWish.objects.create(user=ana, subject_id=1, channel=Channel.MAIL, frequency=Frequency.SPACED, hours=6)
    wished = of(owe(mails, game=1))
    assert (wished.frequency, wished.hours) == (Frequency.SPACED, 6)
    assert of(owe(mails, game=2)).frequency == Frequency.AT_ONCE
    assert of(owe(push, game=1)).frequency == Frequency.AT_ONCE


def test_game_with_a_wish_of_its_own_holds_up_no_other():
    mails = way(frequency=Frequency.SPACED, hours=3)
    GameWish.objects.create(user=mails.user, subject_id=1, channel=Channel.MAIL, frequency=Frequency.SPACED, hours=3)
    sent(mails, 1, game=1, at=NOW - HOUR)
    sent(mails, 2, game=2, at=NOW - 2 * HOUR)
    assert of(owe(mails, 3, game=1)).last_sent_at == NOW - HOUR
    assert of(owe(mails, 3, game=2)).last_sent_at == NOW - 2 * HOUR
    assert of(owe(mails, 3, game=3)).last_sent_at == NOW - 2 * HOUR


def test_what_does_not_wait_for_others_holds_up_nothing(monkeypatch):
    monkeypatch.setitem(kinds.known, "alarm", Kind(write_knock, "Alarm", urgency=Urgency.LAST_CALL))
    mails = way(frequency=Frequency.SPACED)
    sent(mails, 1, game=1, at=NOW - HOUR, kind="alarm")
    assert of(owe(mails, 2, game=1)).last_sent_at is None


@pytest.mark.parametrize(("looks_at", "is_seen"), [(12, True), (presence.LIST_OF_GAMES, True), (13, False)])
def test_somebody_is_seen_at_the_game_or_where_all_are_listed(looks_at, is_seen):
    mails = way()
    Presence.objects.create(user=mails.user, subject_id=looks_at, seen_at=NOW)
    assert of(owe(mails, game=12)).seen_at == (NOW if is_seen else None)


def test_feed_is_fetched_and_still_leaves_out_what_is_not_wanted():
    feed = way(channel=Channel.FEED, secret="s", frequency=Frequency.DAILY)
    alert = owe(feed, game=1)
    assert of(alert).is_fetched
    assert not send_context.goes_along(load(alert))
    GameWish.objects.create(user=feed.user, subject_id=1, channel=Channel.FEED, frequency=Frequency.NEVER)
    assert not send_context.is_wanted(load(alert))


def test_test_is_wanted_where_nothing_else_is(monkeypatch):
    monkeypatch.setitem(kinds.known, "trial", Kind(write_knock, "Trial", urgency=Urgency.NOW))
    mails = way(frequency=Frequency.NEVER)
    assert send_context.is_wanted(load(owe(mails, 1, kind="trial")))
    assert not send_context.is_wanted(load(owe(mails, 2)))


def test_all_about_many_alerts_is_three_queries(django_assert_num_queries):
    for number in range(3):
        owe(way(), number)
    with django_assert_num_queries(3):
        for alert in send_context.load(Alert.objects.all()):
            send_context.of(alert, None, NOW)
            confirmed_address(alert.recipient)
