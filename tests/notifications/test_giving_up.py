"""Webhooks at which nothing arrives: they are given up after a day, and their owner hears of it."""

from datetime import timedelta

import pytest

from notifications import delivery, destinations
from notifications.models import Alert, Channel, Destination, State
from tests.factories import UserFactory
from tests.notifications.hooked import NOW, hook
from tests.notifications.receiver import plainly, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return UserFactory(name="Ana")


@pytest.fixture
def receiver(settings):
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        yield receiver


def owe(destination, sequence, now):
    return Alert.objects.create(
        recipient=destination.user,
        destination=destination,
        channel=destination.channel,
        kind="knock",
        subject_id=12,
        sequence=sequence,
        created_at=now,
        due_at=now,
    )


def knock(destination, now):
    """Have an alert tried that is due now, whatever rest the way was given."""
    alert = owe(destination, int(now.timestamp()) // 60, now)
    Destination.objects.filter(pk=destination.pk).update(rests_until=None)
    delivery.deliver(alert.pk, now=now)
    alert.refresh_from_db()
    return alert


def test_webhook_is_given_up_after_a_day_without_an_arrival(ana, receiver):
    receiver.answer = lambda handler: plainly(handler, 500)
    program = hook(Channel.WEBHOOK, receiver.url, user=ana)
    for hours in (0, 12, 23):
        knock(program, NOW + timedelta(hours=hours))
        program.refresh_from_db()
        assert program.off_at is None
    knock(program, NOW + timedelta(hours=24))
    program.refresh_from_db()
    assert program.off_at == NOW + timedelta(hours=24)


def test_one_arrival_begins_the_day_anew(ana, receiver):
    program = hook(Channel.WEBHOOK, receiver.url, user=ana)
    for hours, status in ((0, 500), (20, 200), (30, 500), (40, 500)):
        receiver.answer = lambda handler, status=status: plainly(handler, status)
        knock(program, NOW + timedelta(hours=hours))
    program.refresh_from_db()
    assert program.off_at is None


def test_webhook_that_is_gone_is_given_up_at_once(ana, receiver):
    receiver.answer = lambda handler: plainly(handler, 410)
    program = hook(Channel.WEBHOOK, receiver.url, user=ana)
    alert = knock(program, NOW)
    program.refresh_from_db()
    assert (program.off_at, alert.state) == (NOW, State.FAILED)


def given_up(ana, receiver):
    receiver.answer = lambda handler: plainly(handler, 410)
    program = hook(Channel.WEBHOOK, receiver.url, user=ana, label="My bot")
    knock(program, NOW)
    return program


def test_owner_hears_of_it_by_other_ways(ana, receiver, mailoutbox):
    given_up(ana, receiver)
    alert = Alert.objects.get(kind="way_given_up")
    assert alert.channel == Channel.MAIL
    delivery.deliver(alert.pk, now=NOW)
    (mail,) = mailoutbox
    assert mail.subject == "Alerts do not arrive at My bot"
    assert "/alerts/" in mail.body


def test_two_ways_that_are_given_up_one_after_the_other_are_both_named(ana, receiver, mailoutbox):
    given_up(ana, receiver)
    other = hook(Channel.WEBHOOK, f"{receiver.url}other/", user=ana, label="My other bot")
    knock(other, NOW + timedelta(seconds=5))
    delivery.deliver(Alert.objects.get(kind="way_given_up", channel=Channel.MAIL).pk, now=NOW + timedelta(seconds=6))
    (mail,) = mailoutbox
    assert mail.subject == "Alerts do not arrive at My bot, My other bot"


def test_who_has_turned_it_on_meanwhile_need_not_hear_of_it(ana, receiver, mailoutbox):
    destinations.take_up(given_up(ana, receiver))
    delivery.deliver(Alert.objects.get(kind="way_given_up").pk, now=NOW)
    assert not mailoutbox


def test_who_turns_it_on_in_vain_hears_of_it_again(ana, receiver):
    program = given_up(ana, receiver)
    program.refresh_from_db()
    destinations.take_up(program)
    knock(program, NOW + timedelta(hours=1))
    assert Alert.objects.filter(kind="way_given_up").count() == 2


def test_giving_up_twice_tells_once(ana, receiver):
    program = given_up(ana, receiver)
    destinations.give_up(program, NOW + timedelta(hours=1))
    assert Alert.objects.filter(kind="way_given_up").count() == 1


def test_who_has_no_other_way_is_told_by_the_page_alone(receiver):
    ana = UserFactory(name="Ana", email="")
    given_up(ana, receiver)
    assert not Alert.objects.filter(kind="way_given_up").exists()
