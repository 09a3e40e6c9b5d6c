"""Mails about accounts are rows until a worker sends them: no page waits for a mail server, or fails with it."""

import json
import smtplib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import mails
from accounts.models import User
from notifications import outbox, outgoing, strangers, worker
from notifications.channels import mail_connection
from notifications.channels.faults import DeliveryRefused, OutOfReach, Passing
from notifications.models import FailingServer, OutgoingMail
from notifications.worker import Lane
from tests.accounts.mails import link_in, send_out
from tests.accounts.test_signup import ANA, change_email, sign_up
from tests.factories import PASSWORD, UserFactory
from tests.services.redis import free_port

pytestmark = pytest.mark.django_db

UNKNOWN = "nobody@example.org"


@pytest.fixture
def mails_go_out(monkeypatch):
    """Nothing is sent by itself, unlike in the other tests of this room."""
    monkeypatch.setattr(mails, "_posts", [outbox.post])


@pytest.fixture
def outage(settings):
    """Nobody answers where the mail server should be, and whoever calls there in a request fails."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


@pytest.fixture
def fails(monkeypatch) -> Callable[[Exception], None]:
    """What the mail server says to each mail from now on."""

    def fail_with(fault: Exception) -> None:
        def fail(_mail: object) -> None:
            raise fault

        monkeypatch.setattr(mail_connection, "send", fail)

    return fail_with


def post(address: str = UNKNOWN, kind: str = "account/email/unknown_account", **facts: object) -> OutgoingMail:
    outbox.post(kind, address, facts)
    return OutgoingMail.objects.latest("pk")


def test_signing_up_works_while_the_mail_server_is_away(client, outage, settings):
    assert sign_up(client).url == reverse("account_email_verification_sent")
    send_out()
    waiting = OutgoingMail.objects.get()
    assert (waiting.attempts, waiting.note) == (1, "ConnectionRefusedError")
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    outgoing.send_next(timezone.now() + timedelta(minutes=1))
    assert client.post(link_in(mail.outbox[0])).url == reverse("games:dashboard")


def test_nothing_else_about_an_account_waits_for_the_mail_server(client, ana, outage):
    for address in (ana.email, UNKNOWN):
        assert client.post(reverse("account_reset_password"), {"email": address}).status_code == 302
    client.force_login(ana)
    change_email(client, "new@example.org")
    client.post(reverse("account_email"), {"email": "new@example.org", "action_remove": ""})
    form = {"oldpassword": PASSWORD, "password1": "a very fine new one"}
    assert client.post(reverse("account_change_password"), form).status_code == 302
    assert client.post(reverse("accounts:delete"), {"password": form["password1"]}).status_code == 302
    assert [
        kind.rpartition("/")[2] for kind in OutgoingMail.objects.order_by("pk").values_list("kind", flat=True)
    ] == [
        *("password_reset_key", "password_reset_key", "email_confirmation", "email_deleted"),
        *("password_changed", "account_deleted"),
    ]


def test_no_link_with_a_secret_is_stored_and_none_is_left_once_it_is_sent(client, ana):
    sign_up(client, name="Dan", email="dan@example.org")
    client.post(reverse("account_reset_password"), {"email": ana.email})
    stored = json.dumps(list(OutgoingMail.objects.values("kind", "address", "facts")))
    send_out()
    assert not OutgoingMail.objects.exists()
    for sent in mail.outbox:
        secret = link_in(sent).strip("/").rpartition("/")[2]
        assert len(secret) > 20
        assert secret not in stored


def test_mail_that_nobody_needs_any_more_is_not_sent(client):
    sign_up(client, name="Dan", email="dan@example.org")
    User.objects.get(name="Dan").emailaddress_set.update(verified=True)
    send_out()
    assert not mail.outbox
    assert not OutgoingMail.objects.exists()


def test_mail_is_tried_again_later_each_time_with_the_same_number(monkeypatch):
    waiting, numbers = post(), []

    def fail(message: EmailMessage) -> None:
        numbers.append(message.extra_headers["Message-ID"])
        raise smtplib.SMTPDataError(451, b"try again later")

    monkeypatch.setattr(mail_connection, "send", fail)
    pauses, now = [], timezone.now()
    for _ in range(4):
        outgoing.send_next(now)
        waiting.refresh_from_db()
        pauses.append((waiting.due_at - now) // timedelta(minutes=1))
        now = waiting.due_at
    assert pauses == [1, 2, 4, 8]
    assert numbers == [f"<{waiting.key}@localhost>"] * 4


def test_mail_server_that_is_away_makes_no_mail_wait_longer_each_time(fails):
    waiting, now = post(), timezone.now()
    fails(OutOfReach("TimeoutError"))
    for _ in range(2):
        outgoing.send_next(now)
        waiting.refresh_from_db()
        assert waiting.due_at == now + timedelta(minutes=1)
        now = waiting.due_at


def test_mails_wait_together_while_the_mail_server_is_left_alone(fails):
    fails(OutOfReach("TimeoutError"))
    waiting, now = [post() for _ in range(6)], timezone.now()
    while outgoing.send_next(now):
        pass
    rest = FailingServer.objects.get().rests_until
    attempts = [OutgoingMail.objects.get(pk=each.pk).attempts for each in waiting]
    assert attempts == [1, 1, 1, 0, 0, 0]
    assert OutgoingMail.objects.filter(attempts=0, due_at=rest).count() == 3


def test_mail_is_given_up_after_three_days_and_forgets_whom_it_was_for(fails):
    waiting, now = post(), timezone.now()
    fails(Passing("SMTPDataError: 451"))
    OutgoingMail.objects.update(created_at=now - outgoing.GIVEN_UP_AFTER)
    outgoing.send_next(now)
    waiting.refresh_from_db()
    assert (waiting.given_up_at, waiting.address, waiting.facts) == (now, "", {})
    assert not outgoing.due(now).exists()
    outgoing.forget(now + timedelta(days=2))
    assert not OutgoingMail.objects.exists()


def test_mailbox_that_does_not_exist_is_written_to_no_more(fails, ana):
    fails(DeliveryRefused("recipient refused: 550"))
    post(UNKNOWN)
    post(ana.email)
    send_out()
    assert not strangers.may_be_written_to(UNKNOWN)
    ana.refresh_from_db()
    assert ana.is_unreached
    assert not OutgoingMail.objects.exists()


def test_broken_mail_holds_up_no_other_and_comes_up_again():
    broken = post("a@example.org", mails.CONFIRMATION)  # without what that is written from
    post("b@example.org")
    with pytest.raises(ExceptionGroup, match="not sent"):
        worker.drain(Lane.MAIL)
    worker.drain(Lane.MAIL)
    assert [message.to for message in mail.outbox] == [["b@example.org"]]
    assert OutgoingMail.objects.get() == broken


def test_mail_of_a_worker_that_died_is_taken_up_by_another(monkeypatch):
    post()
    now = timezone.now()

    def die(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(mail_connection, "send", die)
        with pytest.raises(SystemExit):
            outgoing.send_next(now)
    assert not outgoing.send_next(now)
    assert outgoing.send_next(now + outgoing.LEASE)
    assert len(mail.outbox) == 1


@pytest.mark.postgresql
def test_asking_for_a_new_password_takes_as_long_either_way(ana):
    """The same is asked of the database, and nothing is written or sent before the page is there."""
    UserFactory(name="Begun", email="begun@example.org", address__verified=False)
    counts = {}
    for address in (ana.email, "begun@example.org", UNKNOWN):
        with CaptureQueriesContext(connection) as asked:
            Client().post(reverse("account_reset_password"), {"email": address})
        counts[address] = len(asked)
    assert len(set(counts.values())) == 1, counts


def test_address_that_comes_from_the_browser_leads_nobody_elsewhere(client, settings):
    """Links in mails are of the site, whatever host somebody asked for."""
    settings.ALLOWED_HOSTS = ["*"]
    client.post(reverse("account_signup"), ANA, headers={"Host": "evil.example"})
    send_out()
    assert "evil.example" not in str(mail.outbox[0].message())
