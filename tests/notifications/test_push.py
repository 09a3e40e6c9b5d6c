"""Messages that are pushed to browsers, as the service in between and the browser see them."""

from datetime import timedelta

import pytest
from django.utils import timezone
from http_ece import ECEException
from py_vapid import Vapid02
from py_vapid.jwt import decode

from notifications import browsers, delivery, vapid
from notifications.channels import push
from notifications.channels.faults import DeliveryRefused, Passing, Unreachable
from notifications.kinds import Notice
from notifications.models import Alert, Channel, Destination, State
from tests.notifications.pushing import Browser
from tests.notifications.receiver import plainly, receiving

NOW = timezone.now()
KEY = "alert.7.20260301"


@pytest.fixture
def service(settings):
    """The push service, as it stands on this machine."""
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        receiver.answer = lambda handler: plainly(handler, 201)
        yield receiver


@pytest.fixture
def phone(service):
    return Browser(service.url)


def knock(**given):
    values = {
        "template": "notice",
        "title": "Friday round: your turn",
        "sentence": "Bid for plant 13, or pass.",
        "url": "https://games.example/games/12/",
        "button": "Take your turn",
        "thread": "game.12",
    }
    return Notice(**values | given)


def send(browser, notice=None, key=KEY):
    keys = browser.subscription.keys
    destination = Destination(channel=Channel.PUSH, address=browser.endpoint, keys=keys)
    push.send(destination, notice or knock(), key, now=NOW)


def test_browser_can_read_what_is_told(phone, service):
    send(phone)
    (posted,) = service.posted
    assert phone.read(posted) == {
        "title": "Friday round: your turn",
        "sentence": "Bid for plant 13, or pass.",
        "url": "https://games.example/games/12/",
        "tag": "game.12",
    }


def test_service_in_between_can_read_none_of_it(phone, service):
    send(phone, knock(title="Geheim", url="https://games.example/games/12/"))
    (posted,) = service.posted
    assert b"Geheim" not in posted.body
    assert "game" not in str(posted.headers)
    with pytest.raises(ECEException):
        Browser().read(posted)


def test_service_sees_that_it_is_the_site_that_calls(phone, service, settings):
    send(phone)
    header = service.posted[0].headers["Authorization"]
    assert Vapid02.verify(header)
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
    assert key == vapid.public_key(settings.VAPID_PRIVATE_KEY)
    claims = decode(token, key)
    assert service.url.startswith(claims["aud"])
    assert 0 < claims["exp"] - NOW.timestamp() <= 24 * 60 * 60


def test_newer_message_of_a_game_takes_the_place_of_one_that_waits(phone, service):
    for notice in (knock(), knock(title="Friday round: Ana won"), knock(thread="game.13")):
        send(phone, notice)
    first, second, other = (posted.headers["Topic"] for posted in service.posted)
    assert first == second != other
    assert len(first) == 32


def test_what_is_about_no_game_replaces_nothing_but_its_own_repetition(phone, service):
    for key in (KEY, KEY, "alert.8.20260301"):
        send(phone, knock(thread=""), key)
    first, repeated, other = service.posted
    assert phone.read(first)["tag"] == phone.read(repeated)["tag"] == KEY
    assert first.headers["Topic"] == repeated.headers["Topic"] != other.headers["Topic"]


@pytest.mark.parametrize(
    ("left", "seconds", "urgency"),
    [
        (None, 28 * 24 * 60 * 60, "normal"),
        (timedelta(days=90), 28 * 24 * 60 * 60, "normal"),
        (timedelta(days=1), 24 * 60 * 60, "normal"),
        (timedelta(hours=1), 60 * 60, "high"),
        (timedelta(seconds=5), 60, "high"),
        (timedelta(hours=-1), 60, "high"),
    ],
)
def test_message_is_kept_until_it_is_too_late_and_hurries_towards_the_end(phone, service, left, seconds, urgency):
    send(phone, knock(due_at=NOW + left if left else None))
    headers = service.posted[0].headers
    assert (headers["TTL"], headers["Urgency"]) == (str(seconds), urgency)


@pytest.mark.parametrize("text", ["W" * 10_000, "🦊" * 10_000, "<script>alert(1)</script>", "‮evil", '"}\n\0'])
def test_whatever_people_write_arrives_as_text_in_one_message(phone, service, text):
    send(phone, knock(title=text, sentence=text))
    (posted,) = service.posted
    assert len(posted.body) <= 4096
    message = phone.read(posted)
    assert message["title"][:100] == text[:100]
    assert message["url"] == "https://games.example/games/12/"


@pytest.mark.parametrize("status", [404, 410])
def test_browser_that_is_gone_is_given_up(phone, service, status):
    service.answer = lambda handler: plainly(handler, status)
    with pytest.raises(Unreachable):
        send(phone)


@pytest.mark.parametrize("status", [307, 400, 403, 413, 429, 500, 503])
def test_any_other_trouble_may_pass(phone, service, status):
    service.answer = lambda handler: plainly(handler, status, {"Location": service.url})
    with pytest.raises(Passing) as fault:
        send(phone)
    assert fault.value.note == f"status {status}"
    assert fault.value.pause is None
    assert len(service.posted) == 1


def test_service_that_is_busy_says_for_how_long(phone, service):
    service.answer = lambda handler: plainly(handler, 429, {"Retry-After": "120"})
    with pytest.raises(Passing) as fault:
        send(phone)
    assert fault.value.pause == timedelta(minutes=2)


def test_service_that_is_out_of_reach_may_come_back(settings):
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        phone = Browser(receiver.url)
    with pytest.raises(Passing):
        send(phone)


def test_nothing_inside_is_called():
    with receiving() as receiver, pytest.raises(Passing):
        send(Browser(receiver.url))
    assert not receiver.posted


def test_site_without_a_key_pushes_nothing(phone, service, settings):
    settings.VAPID_PRIVATE_KEY = ""
    with pytest.raises(DeliveryRefused) as fault:
        send(phone)
    assert not service.posted
    assert not fault.value.was_asked


def owe(browser, person, sequence=1):
    """An alert to a browser that somebody has turned on."""
    browsers.turn_on(person, browser.subscription, "", now=NOW)
    return Alert.objects.create(
        recipient=person,
        destination=person.destinations.get(channel=Channel.PUSH),
        channel=Channel.PUSH,
        kind="knock",
        subject_id=12,
        sequence=sequence,
        created_at=NOW,
        due_at=NOW,
    )


@pytest.mark.django_db
def test_alert_becomes_a_message_and_is_noted_as_sent(phone, service, ana):
    alert = owe(phone, ana)
    delivery.deliver(alert.pk, now=NOW)
    alert.refresh_from_db()
    assert alert.state == State.SENT
    assert phone.read(service.posted[0])["title"] == "Knock 1"


@pytest.mark.django_db
def test_browser_that_is_gone_gets_nothing_more(phone, service, ana):
    service.answer = lambda handler: plainly(handler, 410)
    for alert in [owe(phone, ana), owe(phone, ana, sequence=2)]:
        delivery.deliver(alert.pk, now=NOW)
    assert ana.destinations.get(channel=Channel.PUSH).off_at == NOW
    assert len(service.posted) == 1
