"""Several alerts in one message: who goes along, and that each is told once."""

import random
import threading
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from django.db import connections

from notifications import delivery, digest, kinds, send_context
from notifications.channels.faults import Passing
from notifications.kinds import Kind, Notice, Urgency
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, GameWish, Presence, Reason, State
from tests.factories import UserFactory
from tests.notifications.conftest import write_knock
from tests.notifications.messages import became, owe, way, work, work_on

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 6, 1, 20, tzinfo=UTC)
MORNING = datetime(2026, 6, 2, 8, tzinfo=UTC)
"""When the digest is due that one gets who has not chosen another hour."""


@pytest.fixture
def daily():
    """The mails of somebody who wants one a day."""
    return way(frequency=Frequency.DAILY)


class Killed(BaseException):
    """A worker is gone before it could note anything."""


def kill(message):
    raise Killed


def refuse(message):
    raise Passing("busy")


def answer(monkeypatch, *numbers):
    """Make alerts with these numbers ones that nobody needs any more."""
    write = Kind(lambda alert: None if alert.sequence in numbers else write_knock(alert), "Knock")
    monkeypatch.setitem(kinds.known, "knock", write)


def test_all_that_came_up_is_told_in_one_message_at_the_hour_of_the_digest(daily, sink):
    alerts = [owe(daily, number, game=number, at=EVENING + timedelta(minutes=number)) for number in (1, 2, 3)]
    work_on(EVENING, MORNING - timedelta(seconds=1))
    assert not sink.messages

    work_on(MORNING, MORNING)
    assert sink.titles == [["Knock 1", "Knock 2", "Knock 3"]]
    assert [became(alert)[0] for alert in alerts] == [State.SENT] * 3
    assert {alert.sent_at for alert in alerts} == {MORNING}
    assert [alert.leader for alert in alerts] == [None, alerts[0], alerts[0]]
    assert [alert.title for alert in alerts] == ["Knock 1", "Knock 2", "Knock 3"]
    assert [hold["reason"] for hold in alerts[2].held] == [Reason.DAILY]


def test_digest_of_one_is_an_ordinary_mail(daily, mailoutbox):
    owe(daily, at=EVENING)
    work_on(EVENING, MORNING)
    assert [mail.subject for mail in mailoutbox] == ["Knock 1"]


def test_digest_has_a_subject_of_its_own(daily, mailoutbox):
    for number in (1, 2):
        owe(daily, number, at=EVENING)
    work_on(EVENING, MORNING)
    assert [mail.subject for mail in mailoutbox] == ["Your games: 2 alerts"]


def test_what_time_runs_out_for_soonest_comes_first():
    at_leisure, soon, in_a_day = (
        Notice("notice", name, "It knocks.", "https://games.example/", "Open", due_at=due_at)
        for name, due_at in (("at leisure", None), ("soon", MORNING), ("in a day", MORNING + timedelta(days=1)))
    )
    assert digest.combine([at_leisure, in_a_day, soon]).sentence == "soon · in a day · at leisure"


def test_first_is_told_at_once_and_what_follows_together_some_hours_later(sink):
    spaced = way(frequency=Frequency.SPACED, hours=3)
    for number in range(4):
        owe(spaced, number, at=EVENING + timedelta(minutes=10 * number))
    work_on(EVENING, MORNING)
    assert sink.titles == [["Knock 0"], ["Knock 1", "Knock 2", "Knock 3"]]
    assert sink.messages[1].at - sink.messages[0].at == timedelta(hours=3)


def test_what_is_no_longer_needed_is_left_out(daily, sink, monkeypatch):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2, 3)]
    work(at=EVENING)
    answer(monkeypatch, 1, 3)
    work_on(EVENING, MORNING)
    assert sink.titles == [["Knock 2"]]
    assert [became(alert) for alert in alerts] == [
        (State.DROPPED, Reason.ANSWERED),
        (State.SENT, ""),
        (State.DROPPED, Reason.ANSWERED),
    ]


def test_last_call_goes_by_itself_and_at_once(daily, sink, monkeypatch):
    monkeypatch.setitem(kinds.known, "alarm", Kind(write_knock, "Alarm", urgency=Urgency.LAST_CALL))
    owe(daily, 1, at=EVENING)
    owe(daily, 2, at=EVENING, kind="alarm")
    work_on(EVENING, EVENING)
    assert sink.titles == [["Knock 2"]]
    work_on(EVENING, MORNING)
    assert sink.titles == [["Knock 2"], ["Knock 1"]]


def test_ways_have_messages_of_their_own(sink):
    ana = UserFactory()
    ways = [way(ana, frequency=Frequency.DAILY), way(ana, Channel.PUSH, frequency=Frequency.DAILY)]
    for number in (1, 2):
        for one in ways:
            owe(one, number, at=EVENING)
    work_on(EVENING, MORNING)
    assert [(message.way, message.titles) for message in sink.messages] == [
        (one.pk, ["Knock 1", "Knock 2"]) for one in ways
    ]


def test_game_that_somebody_looks_at_stays_behind(daily, sink):
    Presence.objects.create(user=daily.user, subject_id=2, seen_at=MORNING - timedelta(seconds=5))
    looked_at, other = owe(daily, 2, game=2, at=EVENING), owe(daily, 1, game=1, at=EVENING)
    work_on(EVENING, MORNING)
    assert sink.titles == [["Knock 1"]]
    assert became(other)[0] == State.SENT
    assert became(looked_at)[0] == State.NEW
    assert looked_at.held[-1]["reason"] == Reason.PRESENT


@pytest.mark.parametrize("frequency", [Frequency.NEVER, Frequency.DAILY, Frequency.SPACED])
def test_wish_for_one_game_silences_no_other(frequency, sink):
    mails = way()
    GameWish.objects.create(user=mails.user, subject_id=1, channel=Channel.MAIL, frequency=frequency, hours=48)
    for number in range(4):
        for game in (1, 2):
            owe(mails, number, game=game, at=EVENING + timedelta(minutes=number))
    work_on(EVENING, EVENING + timedelta(hours=1))
    told = Alert.objects.filter(state=State.SENT).order_by("pk")
    assert list(told.filter(subject_id=2).values_list("sequence", flat=True)) == [0, 1, 2, 3]
    assert told.filter(subject_id=1).count() == (1 if frequency == Frequency.SPACED else 0)


def test_game_that_is_not_wanted_any_more_takes_nothing_along(daily, sink):
    alerts = [owe(daily, game, game=game, at=EVENING) for game in (1, 2)]
    sink.fail = refuse
    work_on(EVENING, MORNING)
    GameWish.objects.create(user=daily.user, subject_id=1, channel=Channel.MAIL, frequency=Frequency.NEVER)
    sink.fail = lambda message: None
    work_on(MORNING, MORNING + timedelta(hours=1))
    assert sink.titles == [["Knock 1", "Knock 2"], ["Knock 2"]]
    assert [became(alert) for alert in alerts] == [(State.DROPPED, Reason.OFF), (State.SENT, "")]


def test_digest_whose_worker_was_killed_is_repeated_as_it_was(daily, sink):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2)]
    work_on(EVENING, MORNING - timedelta(minutes=1))
    sink.fail = kill
    with pytest.raises(Killed):
        work(at=MORNING)
    owe(daily, 3, at=EVENING)
    sink.fail = lambda message: None
    work_on(MORNING + timedelta(seconds=1), MORNING + timedelta(days=1))

    first, *others = sink.messages
    assert [message.titles for message in others if message.key == first.key] == [first.titles]
    assert sorted(title for message in others for title in message.titles) == ["Knock 1", "Knock 2", "Knock 3"]
    assert [became(alert)[0] for alert in alerts] == [State.SENT] * 2


def test_alert_that_may_have_arrived_by_itself_does_not_come_again_with_others(daily, sink):
    owe(daily, 1, at=EVENING)
    work_on(EVENING, MORNING - timedelta(minutes=1))
    sink.fail = kill
    with pytest.raises(Killed):
        work(at=MORNING)
    for number in (2, 3):
        owe(daily, number, at=EVENING)
    sink.fail = lambda message: None
    work_on(MORNING + timedelta(seconds=1), MORNING + timedelta(days=1))
    alone, *others = sink.messages
    assert [message.titles for message in others].count(alone.titles) == 1
    assert [message.key for message in others if message.titles == alone.titles] == [alone.key]


def test_one_that_runs_into_a_bug_keeps_no_other_from_being_told_and_is_not_lost(daily, sink, monkeypatch, caplog):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2, 3)]
    broken = Kind(lambda alert: 1 // 0 if alert.sequence == 2 else write_knock(alert), "Knock")
    work(at=EVENING)
    with monkeypatch.context() as patch:
        patch.setitem(kinds.known, "knock", broken)
        with pytest.raises(ExceptionGroup):
            work(at=MORNING)
    assert sink.titles == [["Knock 1", "Knock 3"]]
    assert [became(alert)[0] for alert in alerts] == [State.SENT, State.CLAIMED, State.SENT]
    assert "ZeroDivisionError" in caplog.text

    work_on(MORNING + timedelta(minutes=1), MORNING + timedelta(days=1))
    assert sink.titles == [["Knock 1", "Knock 3"], ["Knock 2"]]


def test_bug_in_a_look_up_keeps_nothing_out_of_a_digest(daily, sink, monkeypatch):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2, 3)]
    work(at=EVENING)
    monkeypatch.setitem(kinds.known, "knock", Kind(write_knock, "Knock", look_up=lambda alerts: 1 // 0))
    work(at=MORNING)
    assert sink.titles == [["Knock 1", "Knock 2", "Knock 3"]]
    assert [became(alert)[0] for alert in alerts] == [State.SENT] * 3


def test_way_is_removed_while_a_worker_has_its_digest_in_hand(daily, sink):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2)]
    sink.fail = refuse
    work_on(EVENING, MORNING)
    (in_hand,) = send_context.load(Alert.objects.filter(pk=alerts[0].pk))
    Destination.objects.get(pk=daily.pk).delete()
    sink.fail = lambda message: None
    delivery.attempt(in_hand, now=in_hand.due_at)
    assert sink.titles == [["Knock 1", "Knock 2"]] * 2
    assert [became(alert)[0] for alert in alerts] == [State.SENT] * 2


def test_digest_that_could_not_be_delivered_comes_later_as_it_was(daily, sink):
    for number in (1, 2):
        owe(daily, number, at=EVENING)
    sink.fail = refuse
    work_on(EVENING, MORNING)
    sink.fail = lambda message: None
    work_on(MORNING, MORNING + timedelta(minutes=5))
    first, again = sink.messages
    assert (again.titles, again.key) == (first.titles, first.key)
    assert again.at == MORNING + timedelta(minutes=1)


def test_digest_that_could_not_be_delivered_respects_the_night(daily, sink):
    AlertTimes.objects.create(
        user=daily.user, quiet=AlertTimes.Quiet.OWN, quiet_from=time(8, 1), quiet_until=time(10), digest_at=time(8)
    )
    for number in (1, 2):
        owe(daily, number, at=EVENING)
    sink.fail = refuse
    work_on(EVENING, MORNING)
    sink.fail = lambda message: None
    work_on(MORNING, MORNING + timedelta(hours=3))
    assert [message.at for message in sink.messages] == [MORNING, MORNING + timedelta(hours=2)]


def test_nothing_goes_along_for_ever_with_what_was_given_up(daily, sink):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2)]
    sink.fail = refuse
    work_on(EVENING, MORNING)
    Destination.objects.all().delete()
    work_on(MORNING, MORNING + timedelta(hours=1))
    assert {became(alert) for alert in alerts} == {(State.DROPPED, Reason.GONE)}


def test_all_of_a_digest_are_given_up_together(daily, sink):
    alerts = [owe(daily, number, at=EVENING) for number in (1, 2)]
    sink.fail = refuse
    work_on(EVENING, MORNING + timedelta(days=3))
    assert {became(alert) for alert in alerts} == {(State.FAILED, Reason.TROUBLE)}
    assert len(sink.messages) == delivery.MAX_ATTEMPTS


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_moment_gather_all_into_one_message(daily, sink):
    alerts = [owe(daily, number, at=EVENING) for number in range(12)]
    work(at=EVENING)
    together = threading.Barrier(4, timeout=10)

    def work_with_others():
        try:
            together.wait()
            work(at=MORNING)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work_with_others) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sink.titles == [[f"Knock {number}" for number in range(12)]]
    assert {became(alert)[0] for alert in alerts} == {State.SENT}


@pytest.mark.parametrize("seed", range(3))
def test_over_some_days_each_is_told_once_and_messages_keep_their_distance(seed, sink):
    chance = random.Random(seed)
    people = [way(frequency=frequency, hours=5) for frequency in (Frequency.DAILY, Frequency.SPACED)]
    days = timedelta(days=4)
    for number in range(25):
        for mails in people:
            owe(mails, number, game=number % 3, at=EVENING + chance.random() * days)
    sink.fail = lambda message: refuse(message) if chance.random() < 0.1 else None
    work_on(EVENING, EVENING + 3 * days)

    assert set(Alert.objects.values_list("state", flat=True)) == {State.SENT}
    told_at = {mails.pk: [] for mails in people}
    for sent_at, pk in Alert.objects.filter(leader=None).order_by("sent_at").values_list("sent_at", "destination"):
        told_at[pk].append(sent_at)
    by_day = [moment.date() for moment in told_at[people[0].pk]]
    assert len(by_day) == len(set(by_day))
    spaced = told_at[people[1].pk]
    assert all(later - earlier >= timedelta(hours=5) for earlier, later in pairwise(spaced))
    arrived = [title for message in sink.messages for title in message.titles]
    assert set(arrived) == {f"Knock {number}" for number in range(25)}


@pytest.mark.parametrize("is_needed", [True, False])
def test_digest_that_met_an_outage_is_told_whole(is_needed, daily, outage, mailoutbox, settings, monkeypatch):
    first, *others = [owe(daily, number, at=EVENING) for number in (1, 2, 3)]
    work_on(EVENING, MORNING)
    if not is_needed:
        answer(monkeypatch, 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    work(at=MORNING + timedelta(minutes=10))
    assert became(first)[0] == (State.SENT if is_needed else State.DROPPED)
    assert [became(other)[0] for other in others] == [State.SENT] * 2
    assert len(mailoutbox) == 1
