"""A whole game between four people: what arrives at real servers is just what has to, at just that moment."""

from datetime import time

import pytest
import time_machine
from django.conf import settings
from django.test import Client

import rules
from accounts.models import User
from games.turns import decisions
from notifications import browsers, hooks
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, Reason, State
from tests.factories import UserFactory, person_called
from tests.notifications.pushing import Browser
from tests.services.evening.course import Course
from tests.services.evening.foretold import Foretelling
from tests.services.evening.message import Message
from tests.services.evening.people import DAN_IN_PEACE, DIGEST_AT, PEOPLE, Person, Way
from tests.services.evening.play import START, Delays, Evening
from tests.services.evening.post import Post, is_digest, post
from tests.services.evening.words import Game as GameInWords
from tests.services.evening.written import WRITERS

pytestmark = pytest.mark.django_db


@pytest.fixture
def taken(settings):
    settings.MAY_CALL_ITSELF = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with post() as taken:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", taken.mail_port
        yield taken


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(decisions, "_chance", Delays())
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.mark.long
def test_everybody_is_told_what_they_have_to_be_when_they_have_to_be(
    taken, clock, client, django_capture_on_commit_callbacks
):
    browser, secret = sit_down(taken)
    evening = Evening(clock, lambda: django_capture_on_commit_callbacks(execute=True))
    evening.play()

    game = GameInWords(evening.game.name, f"{settings.SITE_URL}/games/{evening.game.pk}/")
    foretold = Foretelling(game, Course(rules.start(evening.game.read_setup())))
    messages = foretold.go_through(START, evening.happenings)
    arrived = taken.messages(browser, secret)
    for person in PEOPLE:
        for way in person.ways:
            assert lines(arrived, person, way) == lines(messages, person, way)
    assert len(arrived) == len(messages)

    assert_all_has_happened(evening, taken)
    assert_nothing_waits()
    assert_nothing_came_twice(taken)
    assert_each_mail_can_be_the_last_one(taken, client)


def sit_down(taken: Post) -> tuple[Browser, str]:
    """Have the people come who play, and answer Bob's browser, and the secret of Cid's program."""
    for person in PEOPLE:
        since, until = person.sleeps or (None, None)
        UserFactory.create(
            name=person.name,
            time_zone=person.zone.key,
            sleeps_from=since,
            sleeps_until=until,
            is_invited_to_plan=person.plans,
        )
    own_hours(person_called("Dan"), *DAN_IN_PEACE)
    return ways_of_bob(person_called("Bob"), taken), ways_of_cid(person_called("Cid"), taken)


def own_hours(dan: User, since: time, until: time) -> None:
    AlertTimes.objects.create(user=dan, quiet=AlertTimes.Quiet.OWN, quiet_from=since, quiet_until=until)


def ways_of_bob(bob: User, taken: Post) -> Browser:
    browser = Browser(taken.push.url)
    browsers.turn_on(bob, browser.subscription, "", now=START)
    bob.destinations.create(channel=Channel.MAIL, frequency=Frequency.DAILY)
    AlertTimes.objects.create(user=bob, digest_at=DIGEST_AT)
    return browser


def ways_of_cid(cid: User, taken: Post) -> str:
    hooks.add(cid, Channel.DISCORD, taken.address(Channel.DISCORD), "", now=START)
    program = hooks.add(cid, Channel.WEBHOOK, taken.address(Channel.WEBHOOK), "", now=START)
    cid.destinations.create(channel=Channel.MAIL, frequency=Frequency.SPACED, hours=3)
    AlertTimes.objects.create(user=cid, quiet=AlertTimes.Quiet.NONE)
    return program.secret


def lines(messages: list[Message], person: Person, way: Way) -> list[str]:
    """The messages to somebody by one way, in the order in which they came."""
    return [str(message) for message in messages if (message.to, message.by) == (person.name, way.channel)]


def assert_all_has_happened(evening: Evening, taken: Post) -> None:
    """The game went to its end, with every kind of alert, every reason to hold one back, and several in one mail."""
    assert any(is_digest(mail) for _at, mail in taken.mails)
    assert evening.game.is_over
    assert not evening.scenes
    assert {*Alert.objects.filter(state=State.SENT).values_list("kind", flat=True)} == {*WRITERS}
    held = {hold["reason"] for alert in Alert.objects.all() for hold in alert.held}
    assert held == {Reason.PRESENT, Reason.JUST_ACTED, Reason.QUIET, Reason.SPACED, Reason.DAILY}


def assert_nothing_waits() -> None:
    """What was not sent was not needed any more."""
    assert {*Alert.objects.values_list("state", "reason")} == {
        (State.SENT, ""),
        (State.DROPPED, Reason.ANSWERED),
    }


def assert_nothing_came_twice(taken: Post) -> None:
    ids = [mail["Message-ID"] for _at, mail in taken.mails]
    ids += [posted.headers["webhook-id"] for posted in taken.hooks.posted if posted.headers["webhook-id"]]
    assert len({*ids}) == len(ids)
    assert len({mail["References"] for _at, mail in taken.mails} - {None}) == 1
    assert len({posted.headers["Topic"] for posted in taken.push.posted}) == 1


def assert_each_mail_can_be_the_last_one(taken: Post, client: Client) -> None:
    """A mail program stops mails by one click, logged out."""
    for person in PEOPLE:
        mails = Destination.objects.get(user=person_called(person.name), channel=Channel.MAIL)
        assert mails.frequency != Frequency.NEVER
        last = next(mail for _at, mail in reversed(taken.mails) if person.email in mail["To"])
        address = last["List-Unsubscribe"].strip("<>").removeprefix(settings.SITE_URL)
        assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
        mails.refresh_from_db()
        assert mails.frequency == Frequency.NEVER
