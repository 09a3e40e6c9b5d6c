"""Tests that people send themselves."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications import delivery, trials
from notifications.channels import senders
from notifications.channels.faults import DeliveryRefused, Passing, Unreachable
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, Presence, Reason, State
from powergrid.settings import ACCOUNT_RATE_LIMITS
from tests.factories import GuestFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def mail(ana):
    return Destination.objects.create(user=ana, channel=Channel.MAIL)


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def words_on(client):
    """What the page says of the last test by mail, asked for by htmx."""
    return client.get(reverse("notifications:test", args=[0]), headers={"HX-Request": "true"})


def fail_with(monkeypatch, fault):
    def refuse(destination, notice, key, *, now):
        raise fault

    monkeypatch.setitem(senders, Channel.MAIL, refuse)


def test_test_arrives_and_the_page_says_so(player, mailoutbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        player.post(reverse("notifications:test", args=[0]))
    assert [message.to for message in mailoutbox] == [["ana@example.org"]]
    assert "A test" in mailoutbox[0].subject
    assert "The test was sent." in words_on(player).content.decode()
    assert "nothing sent yet" not in player.get(reverse("notifications:alerts")).content.decode()


def test_htmx_gets_only_what_became_of_it(player):
    answer = player.post(reverse("notifications:test", args=[0]), headers={"HX-Request": "true"})
    assert "A test is on its way…" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_nothing_new_is_answered_with_nothing(player, mail):
    trials.start(mail, now=timezone.now())
    assert words_on(player).status_code == 204


def test_without_htmx_one_is_led_back_to_the_way(player):
    answer = player.post(reverse("notifications:test", args=[0]))
    assert answer.url == f"{reverse('notifications:alerts')}#way-0"


def test_test_waits_for_nothing(ana, mail, mailoutbox):
    """Neither for quiet hours, nor for somebody to look away, nor for a digest."""
    since, until = (NOW - timedelta(hours=1)).time(), (NOW + timedelta(hours=1)).time()
    AlertTimes.objects.create(user=ana, quiet=AlertTimes.Quiet.OWN, quiet_from=since, quiet_until=until)
    Presence.objects.create(user=ana, subject_id=0, seen_at=NOW)
    Destination.objects.update(frequency=Frequency.DAILY)
    trials.start(mail, now=NOW)
    delivery.deliver(Alert.objects.get().pk, now=NOW)
    assert len(mailoutbox) == 1


@pytest.mark.postgresql
def test_button_pressed_twice_sends_one_test(mail):
    trials.start(mail, now=NOW)
    trials.start(mail, now=NOW + timedelta(seconds=3))
    assert Alert.objects.count() == 1


def test_another_test_can_follow(mail):
    trials.start(mail, now=NOW)
    trials.start(mail, now=NOW + trials.PAUSE)
    assert Alert.objects.count() == 2


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Passing("HTTP 500"), "The test has not arrived yet. We will try again."),
        (DeliveryRefused("HTTP 400"), "The test did not arrive: mails to your address came back."),
        (Unreachable("HTTP 410"), "The test did not arrive: this way to reach you is gone."),
    ],
)
def test_page_says_what_went_wrong(player, mail, monkeypatch, fault, words):
    fail_with(monkeypatch, fault)
    now = timezone.now()
    trials.start(mail, now=now)
    delivery.deliver(Alert.objects.get().pk, now=now)
    assert words in words_on(player).content.decode()


def test_mail_that_is_refused_for_good_is_the_last_one(ana, mail, monkeypatch):
    fail_with(monkeypatch, DeliveryRefused("recipient refused: 550"))
    trials.start(mail, now=NOW)
    delivery.deliver(Alert.objects.get().pk, now=NOW)
    ana.refresh_from_db()
    assert ana.is_unreached
    alert = Alert.objects.get()
    assert (alert.state, alert.reason) == (State.FAILED, Reason.UNREACHED)


def test_who_sends_many_tests_is_asked_to_wait(player, settings):
    settings.ACCOUNT_RATE_LIMITS = {"test_alert": "2/h/user"}
    answers = [player.post(reverse("notifications:test", args=[0])).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_old_test_says_nothing_any_more(player, mail):
    trials.start(mail, now=NOW - timedelta(hours=2))
    assert "test" not in words_on(player).content.decode()
    assert "nothing sent yet" in words_on(player).content.decode()


@pytest.mark.postgresql
def test_many_guests_from_one_place_are_asked_to_wait_together(client, settings):
    """Whoever begins anew as a guest each time could else have the site call a server as often as they like."""
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    for _guest in range(4):
        assert answers_to_a_guest(client, 30) == {302}
    assert answers_to_a_guest(client, 1) == {429}


def answers_to_a_guest(client, count):
    """The answers to so many tests that somebody new sends to a browser that they name."""
    guest = GuestFactory()
    client.force_login(guest)
    browser = Destination.objects.create(user=guest, channel=Channel.PUSH, address=f"https://push.example/{guest.pk}")
    address = reverse("notifications:test", args=[browser.pk])
    return {client.post(address).status_code for _test in range(count)}
