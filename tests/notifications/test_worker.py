"""Sending all that is due: by several workers, in two lanes, whatever happens at one way or with one alert."""

import itertools
import threading
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.db import connections

from notifications import kinds, tasks, worker
from notifications.channels import mail_connection
from notifications.channels.faults import Passing, Unreachable
from notifications.kinds import Kind, Urgency
from notifications.models import Alert, Channel, Destination, Presence, Reason, State
from notifications.timing import LOOKS_FOR
from notifications.worker import Lane
from tests.factories import UserFactory
from tests.notifications.conftest import write_knock
from tests.notifications.messages import NOW, became, owe, way, work, work_on

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def refuse(message):
    raise Passing("busy")


def refuse_at(dead):
    """Have one way fail, and all others work."""
    return lambda message: refuse(message) if message.way == dead.pk else None


def test_the_longest_due_is_sent_first(sink):
    ways = [way() for _ in range(3)]
    for number, minutes in enumerate((1, 3, 2)):
        owe(ways[number], number, at=NOW - minutes * MINUTE)
    work()
    assert sink.titles == [["Knock 1"], ["Knock 2"], ["Knock 0"]]


def test_alerts_come_in_their_order(sink):
    mails = way()
    for number in range(5):
        owe(mails, number, at=NOW - (5 - number) * MINUTE)
    work()
    assert sink.titles == [[f"Knock {number}"] for number in range(5)]


def test_more_than_a_batch_is_sent_in_one_go(sink, monkeypatch):
    monkeypatch.setattr(worker, "BATCH", 3)
    for number in range(8):
        owe(way(), number)
    work()
    assert len(sink.messages) == 8


def test_worker_stops_when_its_time_is_up(sink):
    mails = way()
    for number in range(10):
        owe(mails, number)
    moments = (NOW + timedelta(seconds=number) for number in range(100))
    worker.drain(Lane.MAIL, clock=lambda: next(moments))
    assert 0 < len(sink.messages) < 10
    assert Destination.objects.get().taken_until is None

    work()
    assert len(sink.messages) == 10


def test_lanes_do_not_wait_for_each_other(sink):
    channels = list(Channel)
    for channel in channels:
        owe(way(channel=channel, address=channel, secret=channel))
    worker.drain(Lane.MAIL, clock=lambda: NOW)
    assert len(sink.messages) == 2
    worker.drain(Lane.CALLS, clock=lambda: NOW)
    assert len(sink.messages) == len(channels)


def test_each_lane_is_handed_out_by_itself(monkeypatch):
    asked = []
    monkeypatch.setattr(tasks.deliver, "apply_async", lambda arguments, **options: asked.append(arguments))
    user = UserFactory()
    mail, push = owe(way(user)), owe(way(user, Channel.PUSH))
    tasks.hand_out(Alert.objects.due(NOW))
    assert asked == [([mail.pk],), ([push.pk],)]


@pytest.mark.parametrize(("waiting", "workers"), [(0, 0), (1, 1), (4, 2), (50, 4)])
def test_more_workers_drain_a_lane_in_which_more_waits(waiting, workers, monkeypatch):
    asked = []
    monkeypatch.setattr(worker, "BATCH", 3)
    monkeypatch.setattr(tasks.drain, "apply_async", lambda arguments, **options: asked.append(arguments))
    mails = way()
    for number in range(waiting):
        owe(mails, number)
    tasks.sweep()
    assert asked == [("mail",)] * workers


def test_bug_in_one_alert_holds_up_no_other_and_is_raised(sink, monkeypatch):
    def write(alert):
        return 1 / 0 if alert.sequence == 2 else write_knock(alert)

    monkeypatch.setitem(kinds.known, "knock", Kind(write, "Knock"))
    mails = way()
    alerts = [owe(mails, number) for number in (1, 2, 3)]
    with pytest.raises(ExceptionGroup) as raised:
        work()
    (bug,) = raised.value.exceptions
    assert isinstance(bug, ZeroDivisionError)
    assert bug.__notes__ == [f"Alert {alerts[1].pk} was not sent."]
    assert sink.titles == [["Knock 1"], ["Knock 3"]]
    assert Destination.objects.get().taken_until is None


def test_way_that_failed_rests_and_what_waits_for_it_is_not_tried(sink):
    user = UserFactory()
    dead, other = way(user, Channel.WEBHOOK, address="https://dead.example/"), way(user)
    sink.fail = refuse_at(dead)
    alerts = [owe(dead, number) for number in (1, 2, 3)]
    owe(other, 4)
    work()
    assert sorted(sink.titles) == [["Knock 1"], ["Knock 4"]]
    assert {became(alert)[0] for alert in alerts} == {State.NEW}
    assert [alert.attempts for alert in alerts] == [1, 0, 0]
    assert {alert.held[-1]["reason"] for alert in alerts} == {Reason.TROUBLE}
    assert {alert.due_at for alert in alerts} == {NOW + MINUTE}


def test_way_that_works_again_brings_all_that_waited(sink):
    dead = way(channel=Channel.WEBHOOK)
    sink.fail = refuse
    for number in (1, 2, 3):
        owe(dead, number)
    work_on(NOW, NOW + 30 * MINUTE)
    tried = len(sink.messages)
    sink.fail = lambda message: None
    work_on(NOW + 30 * MINUTE, NOW + timedelta(hours=2))
    assert sorted(sink.titles[tried:]) == [["Knock 1"], ["Knock 2"], ["Knock 3"]]
    dead.refresh_from_db()
    assert (dead.failing_since, dead.rests_until) == (None, None)


@pytest.mark.postgresql
def test_way_that_is_gone_is_tried_once(sink):
    def vanish(message):
        raise Unreachable("410")

    browser = way(channel=Channel.PUSH)
    alerts = [owe(browser, number) for number in (1, 2)]
    sink.fail = vanish
    work()
    assert sink.titles == [["Knock 1"]]
    assert [became(alert) for alert in alerts] == [(State.FAILED, Reason.GONE), (State.DROPPED, Reason.GONE)]


def test_mailbox_that_is_not_there_is_tried_once(mailoutbox, monkeypatch):
    def refuse_for_good(mail):
        mailoutbox.append(mail)
        raise SMTPRecipientsRefused({"ana@example.org": (550, b"5.1.1 no such user")})

    monkeypatch.setattr(mail_connection, "send", refuse_for_good)
    mails = way()
    alerts = [owe(mails, number) for number in (1, 2)]
    work()
    assert len(mailoutbox) == 1
    assert {became(alert)[1] for alert in alerts} == {Reason.UNREACHED}


@pytest.mark.postgresql
def test_test_of_a_way_is_tried_although_it_rests(sink, monkeypatch):
    monkeypatch.setitem(kinds.known, "trial", Kind(write_knock, "Trial", urgency=Urgency.NOW))
    dead = way(channel=Channel.WEBHOOK, failing_since=NOW - MINUTE, rests_until=NOW + MINUTE)
    owe(dead, 1)
    owe(dead, 2, kind="trial")
    work()
    assert sink.titles == [["Knock 2"]]


def test_what_somebody_looks_at_is_told_once_they_have_gone(sink):
    mails = way()
    alert = owe(mails, game=12)
    presence = Presence.objects.create(user=mails.user, subject_id=12, seen_at=NOW)
    for minutes in range(3):
        Presence.objects.filter(pk=presence.pk).update(seen_at=NOW + minutes * MINUTE)
        work_on(NOW + minutes * MINUTE, NOW + (minutes + 1) * MINUTE)
    assert not sink.messages

    work_on(NOW + 3 * MINUTE, NOW + timedelta(hours=1))
    assert [message.at for message in sink.messages] == [NOW + 2 * MINUTE + LOOKS_FOR]
    alert.refresh_from_db()
    assert [hold["reason"] for hold in alert.held] == [Reason.PRESENT]


def test_who_looks_at_another_game_is_told(sink):
    mails = way()
    owe(mails, game=12)
    Presence.objects.create(user=mails.user, subject_id=13, seen_at=NOW)
    work()
    assert len(sink.messages) == 1


def test_way_of_a_worker_that_died_is_free_again_soon(sink):
    mails = way(taken_until=NOW + worker.LEASE)
    owe(mails)
    work(at=NOW + worker.LEASE - timedelta(seconds=1))
    assert not sink.messages
    work(at=NOW + worker.LEASE)
    assert len(sink.messages) == 1


def test_alert_whose_way_was_removed_is_dropped(sink):
    alert = owe(way())
    Destination.objects.all().delete()
    work()
    assert became(alert) == (State.DROPPED, Reason.GONE)


def test_alert_that_was_told_while_its_way_was_removed_is_dropped(sink):
    alert = owe(way())
    Destination.objects.all()._raw_delete("default")  # as if nobody had seen the alert yet
    work()
    assert became(alert) == (State.DROPPED, Reason.GONE)


@pytest.mark.postgresql
def test_each_alert_costs_two_queries(sink, django_assert_num_queries):
    count = 10
    for number in range(count):
        owe(way(), number)
    # What is due is looked up twice, and loaded in two; its ways are taken in five, and let go. How servers fare is
    # asked once, and for mails to addresses. Each alert is claimed and noted.
    with django_assert_num_queries(2 + 2 + 5 + 1 + 1 + 1 + 2 * count):
        worker.drain(Lane.MAIL, clock=lambda: NOW)


def test_bug_in_a_look_up_holds_up_no_alert(sink, monkeypatch):
    def look_up(alerts):
        raise ZeroDivisionError

    monkeypatch.setitem(kinds.known, "knock", Kind(write_knock, "Knock", look_up=look_up))
    for number in range(3):
        owe(way(), number)
    work()
    assert len(sink.messages) == 3


def test_look_up_that_takes_long_is_used(sink, monkeypatch):
    now = [NOW]

    def look_up(alerts):
        now[0] += 1.1 * worker.FRESH

    monkeypatch.setitem(kinds.known, "knock", Kind(write_knock, "Knock", look_up=look_up))
    for number in range(50):
        owe(way(), number)
    worker.drain(Lane.MAIL, clock=lambda: now[0])
    assert len(sink.messages) == 50


@pytest.mark.parametrize(("share", "looks"), [(0.1, [[0, 1, 2]]), (0.6, [[0, 1, 2], [1, 2], [2]])])
def test_what_was_looked_up_a_while_ago_is_looked_up_anew(sink, share, looks, monkeypatch):
    for number in range(3):
        owe(way(), number)
    looked_up = []

    def look_up(alerts):
        looked_up.append([alert.sequence for alert in alerts])

    monkeypatch.setitem(kinds.known, "knock", Kind(write_knock, "Knock", look_up=look_up))
    monkeypatch.setattr(worker, "LASTS", MINUTE)
    moments = (NOW + number * share * worker.FRESH for number in itertools.count())
    worker.drain(Lane.MAIL, clock=lambda: next(moments))
    assert looked_up == looks
    assert sink.titles == [["Knock 0"], ["Knock 1"], ["Knock 2"]]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_together_send_each_alert_once_and_in_order(sink):
    ways = [way() for _ in range(5)]
    for number in range(12):
        for mails in ways:
            owe(mails, number, at=NOW - (12 - number) * MINUTE)
    together = threading.Barrier(4, timeout=10)

    def work_with_others():
        try:
            together.wait()
            work()
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work_with_others) for _ in range(4)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    for mails in ways:
        told = [message.titles for message in sink.messages if message.way == mails.pk]
        assert told == [[f"Knock {number}"] for number in range(12)]
    assert set(Alert.objects.values_list("state", "attempts")) == {(State.SENT, 1)}


def test_outage_of_the_mail_service_costs_no_attempt_however_long(outage, mailoutbox, settings):
    alert, now = owe(way()), NOW
    while now < NOW + timedelta(days=3):
        work(at=now)
        alert.refresh_from_db()
        assert (alert.state, alert.attempts, alert.note) == (State.NEW, 0, "ConnectionRefusedError")
        assert now < alert.due_at <= now + timedelta(minutes=10)
        now = alert.due_at + timedelta(hours=4)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    work(at=now)
    assert became(alert) == (State.SENT, "")
    assert len(mailoutbox) == 1
