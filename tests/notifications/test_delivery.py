"""Sending alerts: each once, whatever workers and mail services do meanwhile."""

import smtplib
import threading
from datetime import timedelta

import pytest
from django.core.mail.backends import locmem
from django.db import connections
from django.utils import timezone

from notifications import delivery, kinds, send_context
from notifications.kinds import Kind
from notifications.models import Alert, Channel, Destination, Reason, State
from tests.factories import GuestFactory, UserFactory
from tests.notifications.conftest import write_knock

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def owe(recipient=None, sequence=1):
    """An alert that is due now."""
    recipient = recipient or UserFactory()
    mail, _ = Destination.objects.get_or_create(user=recipient, channel=Channel.MAIL)
    return Alert.objects.create(
        recipient=recipient,
        destination=mail,
        channel=mail.channel,
        kind="knock",
        subject_id=12,
        sequence=sequence,
        created_at=NOW,
        due_at=NOW,
    )


def claim(alert, now):
    """An alert as a worker has it in hand; None where none can take it."""
    (loaded,) = send_context.load(Alert.objects.filter(pk=alert.pk))
    return loaded if delivery.claim(loaded, now=now) else None


def deliver(alert, now=NOW):
    delivery.deliver(alert.pk, now=now)
    alert.refresh_from_db()


@pytest.fixture
def mail_service(monkeypatch):
    """Has the mail service raise a fault at every mail; with None, accept mails again."""
    send = locmem.EmailBackend.send_messages
    tried = []

    def answer_with(fault):
        def refuse(backend, mails):
            tried.extend(mail.message() for mail in mails)
            if fault:
                raise fault
            return send(backend, mails)

        monkeypatch.setattr(locmem.EmailBackend, "send_messages", refuse)
        return tried

    return answer_with


def test_alert_becomes_a_mail(mailoutbox):
    alert = owe(UserFactory(name="Ana"))
    deliver(alert)
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["ana@example.org"], "Knock 1")
    assert (alert.state, alert.sent_at) == (State.SENT, NOW)


def test_alert_is_not_sent_before_its_time(mailoutbox):
    alert = owe()
    deliver(alert, now=NOW - timedelta(seconds=1))
    assert alert.state == State.NEW
    assert not mailoutbox


def test_sent_alert_is_not_sent_again(mailoutbox):
    alert = owe()
    deliver(alert)
    deliver(alert, now=NOW + timedelta(days=1))
    assert len(mailoutbox) == 1


def test_alert_that_is_no_longer_needed_is_dropped(monkeypatch, mailoutbox):
    monkeypatch.setitem(kinds.known, "knock", Kind(lambda alert: None, "Knock"))
    alert = owe()
    deliver(alert)
    assert (alert.state, alert.reason) == (State.DROPPED, Reason.ANSWERED)
    assert not mailoutbox


def guest():
    return GuestFactory()


def somebody_unconfirmed():
    return UserFactory(address__verified=False)


@pytest.mark.parametrize("recipient", [guest, somebody_unconfirmed])
def test_nobody_is_written_to_without_a_confirmed_address(recipient, mailoutbox):
    alert = owe(recipient())
    deliver(alert)
    assert (alert.state, alert.reason) == (State.DROPPED, Reason.UNCONFIRMED)
    assert not mailoutbox


def test_nobody_is_told_who_was_shut_out(mailoutbox):
    alert = owe(UserFactory(is_active=False))
    deliver(alert)
    assert (alert.state, alert.reason) == (State.DROPPED, Reason.GONE)
    assert not mailoutbox


def test_mail_goes_to_the_main_address(mailoutbox):
    ana = UserFactory(name="Ana")
    ana.emailaddress_set.create(email="other@example.org", verified=True, primary=False)
    deliver(owe(ana))
    assert mailoutbox[0].to == ["ana@example.org"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_moment_send_once(mailoutbox):
    ana = UserFactory()
    alerts = [owe(ana, sequence=number) for number in range(10)]
    together = threading.Barrier(4, timeout=10)

    def work():
        try:
            for alert in alerts:
                together.wait()
                delivery.deliver(alert.pk, now=NOW)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(mail.subject for mail in mailoutbox) == sorted(f"Knock {number}" for number in range(10))
    assert set(Alert.objects.values_list("state", "attempts")) == {(State.SENT, 1)}


def test_alert_in_hand_is_nobody_elses_until_its_claim_runs_out():
    alert = owe()
    assert claim(alert, NOW)
    assert not claim(alert, NOW + delivery.LEASE - timedelta(seconds=1))
    assert claim(alert, NOW + delivery.LEASE)


def test_alert_that_another_worker_had_since_it_was_loaded_is_left_alone():
    alert = owe()
    (loaded,) = send_context.load(Alert.objects.filter(pk=alert.pk))
    deliver(alert)
    Alert.objects.update(state=State.NEW, due_at=NOW)
    assert not delivery.claim(loaded, now=NOW)


def test_claim_outlasts_every_task(settings):
    assert timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) < delivery.LEASE


def test_worker_whose_claim_ran_out_leaves_the_alert_to_the_other(monkeypatch, caplog):
    alert = owe()
    others = []

    def write_slowly(alert):
        others.append(claim(alert, NOW + delivery.LEASE))
        return write_knock(alert)

    monkeypatch.setitem(kinds.known, "knock", Kind(write_slowly, "Knock"))
    deliver(alert)
    assert (alert.state, alert.token) == (State.CLAIMED, others[0].token)
    assert f"claim on alert {alert.pk} ran out" in caplog.text


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (ConnectionRefusedError(), "ConnectionRefusedError"),
        (TimeoutError(), "TimeoutError"),
        (smtplib.SMTPServerDisconnected(), "SMTPServerDisconnected"),
        (smtplib.SMTPAuthenticationError(535, b"who are you"), "SMTPAuthenticationError: 535"),
        (smtplib.SMTPRecipientsRefused({"ana@example.org": (450, b"busy")}), "recipient refused: 450"),
    ],
)
def test_fault_that_may_pass_puts_the_alert_off(fault, note, mail_service, mailoutbox):
    alert = owe()
    mail_service(fault)
    deliver(alert)
    assert (alert.state, alert.note, alert.due_at) == (State.NEW, note, NOW + timedelta(minutes=1))

    mail_service(None)
    deliver(alert, now=NOW + timedelta(minutes=1))
    assert (alert.state, alert.note) == (State.SENT, "")
    assert len(mailoutbox) == 1


def test_every_attempt_carries_the_same_message_id(mail_service):
    alert = owe()
    mail_service(ConnectionRefusedError())
    deliver(alert)
    tried = mail_service(None)
    deliver(alert, now=alert.due_at)
    first, second = (mail["Message-ID"] for mail in tried)
    assert first == second


def test_pauses_grow_until_the_alert_is_given_up(mail_service, caplog):
    alert = owe()
    tried = mail_service(ConnectionRefusedError())
    while alert.state == State.NEW:
        deliver(alert, now=alert.due_at)
    assert (alert.state, alert.note) == (State.FAILED, "ConnectionRefusedError")
    assert len(tried) == delivery.MAX_ATTEMPTS
    assert timedelta(hours=18) < alert.due_at - NOW < timedelta(days=1)
    assert f"Gave up alert {alert.pk}" in caplog.text


def test_recipient_refused_for_good_is_given_up_at_once(mail_service):
    alert = owe()
    mail_service(smtplib.SMTPRecipientsRefused({"ana@example.org": (550, b"no such user")}))
    deliver(alert)
    assert (alert.state, alert.note) == (State.FAILED, "recipient refused: 550")


def test_log_names_no_address(mail_service, caplog):
    mail_service(smtplib.SMTPRecipientsRefused({"ana@example.org": (450, b"ana@example.org is busy")}))
    deliver(owe(UserFactory(name="Ana")))
    assert "Put off alert" in caplog.text
    assert "ana" not in caplog.text


def test_bug_in_a_builder_is_raised_and_the_alert_comes_up_again(monkeypatch, mailoutbox):
    def stumble(alert):
        raise ZeroDivisionError

    alert = owe()
    with monkeypatch.context() as patch:
        patch.setitem(kinds.known, "knock", Kind(stumble, "Knock"))
        with pytest.raises(ZeroDivisionError):
            delivery.deliver(alert.pk, now=NOW)
    deliver(alert, now=NOW + delivery.LEASE)
    assert len(mailoutbox) == 1


def test_alert_that_kills_its_workers_is_given_up(mailoutbox):
    alert, now = owe(), NOW
    for _ in range(delivery.MAX_ATTEMPTS):
        assert claim(alert, now)
        now += delivery.LEASE
    deliver(alert, now=now)
    assert (alert.state, alert.note) == (State.FAILED, "never finished")
    assert not mailoutbox


def test_alert_goes_with_its_recipient():
    alert = owe()
    alert.recipient.delete()
    delivery.deliver(alert.pk, now=NOW)
    assert not Alert.objects.exists()


@pytest.mark.postgresql
def test_alerts_are_claimed_and_settled_in_five_queries(django_assert_num_queries):
    """One of them asks how all servers fare, for as many alerts as there are."""
    alert = owe()
    with django_assert_num_queries(5):
        delivery.deliver(alert.pk, now=NOW)
