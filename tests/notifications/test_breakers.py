"""Servers that do not answer are left alone, so that nothing else waits for them; what would go there goes later."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connections

from accounts.models import User
from notifications import breakers, outbox, strangers
from notifications.breakers import LONGEST_REST, PATIENCE, SHORTEST_REST, Servers
from notifications.channels.faults import OutOfReach, Passing, ServerTrouble
from notifications.models import MAIL_SERVER, Channel, FailingServer, Frequency, OutgoingMail, State
from tests.factories import UserFactory
from tests.notifications.messages import NOW, Message, Sink, became, owe, way, work
from tests.notifications.receiver import plainly, receiving

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def fail(_message: Message) -> None:
    raise OutOfReach("no answer in time")


def refuse(_message: Message) -> None:
    raise Passing("status 429")


def hooks(host: str, count: int) -> list[int]:
    """That many people are owed an alert by webhooks at one server each of them has there; the ids of these."""
    made = [way(channel=Channel.WEBHOOK, address=f"https://{host}/{number}") for number in range(count)]
    for each in made:
        owe(each)
    return [each.pk for each in made]


def tried(sink: Sink) -> list[int]:
    """By which ways something was tried since somebody last asked."""
    ways = [message.way for message in sink.messages]
    sink.messages.clear()
    return ways


def test_mail_server_that_fails_again_and_again_is_left_alone_for_all(sink):
    sink.fail = fail
    alerts = [owe(way()) for _ in range(PATIENCE + 3)]
    work()
    assert len(tried(sink)) == PATIENCE
    assert {became(alert)[0] for alert in alerts} == {State.NEW}
    work(at=NOW + SHORTEST_REST - SECOND)
    assert not tried(sink)
    sink.fail = lambda message: None
    work(at=NOW + SHORTEST_REST)
    assert len(tried(sink)) >= 3
    assert not FailingServer.objects.exists()
    work(at=NOW + timedelta(hours=1))
    assert {became(alert)[0] for alert in alerts} == {State.SENT}


def test_server_of_some_webhooks_holds_up_no_others(sink):
    sink.fail = lambda message: fail(message) if message.way in silent else None
    silent, others = hooks("silent.example", PATIENCE + 2), hooks("quick.example", 2)
    work()
    assert tried(sink) == [*silent[:PATIENCE], *others]


def test_what_a_server_refuses_is_an_answer(sink):
    sink.fail = refuse
    ways = hooks("busy.example", PATIENCE + 2)
    work()
    assert tried(sink) == ways


def test_failures_count_only_in_a_row(sink):
    ways = hooks("shaky.example", PATIENCE + 3)
    sink.fail = lambda message: None if message.way == ways[PATIENCE - 1] else fail(message)
    work()
    assert tried(sink) == ways[: 2 * PATIENCE]


def test_one_alone_tries_a_server_that_has_rested():
    FailingServer.objects.create(name=MAIL_SERVER, since=NOW, failures=PATIENCE, rests_until=NOW)
    first, second = Servers.load(), Servers.load()
    assert first.rests_until(MAIL_SERVER, NOW) is None
    assert second.rests_until(MAIL_SERVER, NOW) == NOW + breakers.TRY


@pytest.mark.parametrize(("failed_for", "rest"), [(0, SHORTEST_REST), (90, 90 * SECOND), (3600, LONGEST_REST)])
def test_server_is_left_alone_for_as_long_as_it_has_failed(failed_for, rest):
    since = NOW - failed_for * SECOND
    FailingServer.objects.create(name="away.example", since=since, failures=PATIENCE)
    with pytest.raises(ServerTrouble), Servers.load().watched("away.example", NOW):
        raise ServerTrouble("no answer in time")
    assert FailingServer.objects.get().rests_until == NOW + rest


def test_test_that_a_person_asks_for_is_tried_anyway(sink):
    hook = way(channel=Channel.WEBHOOK, address="https://away.example/1")
    rests = NOW + timedelta(minutes=5)
    FailingServer.objects.create(name="away.example", since=NOW, failures=PATIENCE, rests_until=rests)
    owe(hook, kind="test")
    work()
    assert tried(sink) == [hook.pk]


def test_tests_of_a_person_have_no_server_left_alone(sink):
    sink.fail = fail
    hook = way(channel=Channel.WEBHOOK, address="https://shared.example/1")
    for number in range(PATIENCE):
        owe(hook, number, kind="test")
    work()
    assert tried(sink) == [hook.pk] * PATIENCE
    assert not FailingServer.objects.exists()


def test_webhook_that_answers_with_an_error_is_left_alone_by_itself(settings):
    """Anybody can name a path at which a shared server fails, and it may take its time."""
    settings.MAY_CALL_ITSELF = True
    with receiving() as server:
        server.answer = lambda handler: plainly(handler, 503 if handler.path.startswith("/broken") else 204)
        at = server.url.partition("/hook")[0]
        broken = [way(channel=Channel.WEBHOOK, address=f"{at}/broken/{number}") for number in range(PATIENCE)]
        late = [owe(hook, number) for hook in broken for number in range(3)]
        others = [owe(way(channel=Channel.WEBHOOK, address=f"{at}/fine/{number}")) for number in range(2)]
        work()
    assert len(server.posted) == len(broken) + len(others)
    assert {became(alert)[0] for alert in late} == {State.NEW}
    assert {became(alert)[0] for alert in others} == {State.SENT}
    assert not FailingServer.objects.exists()


def test_feed_needs_no_server(sink):
    FailingServer.objects.create(name=MAIL_SERVER, since=NOW, failures=9, rests_until=NOW + timedelta(hours=1))
    feed = way(channel=Channel.FEED, secret="secret")
    owe(feed)
    work()
    assert tried(sink) == [feed.pk]


def test_server_to_which_nothing_goes_any_more_is_forgotten():
    day = timedelta(days=1)
    FailingServer.objects.create(name="gone.example", since=NOW - 3 * day, failures=9, rests_until=NOW - 2 * day)
    FailingServer.objects.create(name="away.example", since=NOW - 3 * day, failures=9, rests_until=NOW)
    breakers.forget(NOW)
    assert FailingServer.objects.get().name == "away.example"


@pytest.fixture
def silent_server(settings) -> Iterator[socket.socket]:
    """A mail server that takes the call and says nothing."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 0.05
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        yield server


def test_mail_server_that_says_nothing_is_left_alone_like_one_that_is_away(silent_server):
    alerts = [owe(way()) for _ in range(PATIENCE + 20)]
    work()
    assert FailingServer.objects.get().failures == PATIENCE
    assert [became(alert)[0] for alert in alerts] == [State.NEW] * len(alerts)


def test_alert_that_reaches_no_mail_server_does_not_count_as_its_answer(outage):
    for _ in range(PATIENCE):
        unreached = UserFactory.create()
        User.objects.filter(pk=unreached.pk).update(unreached_address=unreached.email)
        owe(way(unreached))
        owe(way(UserFactory.create(address__verified=False)))
        owe(way())
    work()
    assert FailingServer.objects.get().failures == PATIENCE


def test_alert_that_does_not_go_leaves_the_try_after_a_rest_to_the_next(sink):
    FailingServer.objects.create(name=MAIL_SERVER, since=NOW, failures=PATIENCE, rests_until=NOW)
    off, mails = way(frequency=Frequency.NEVER), way()
    owe(off)
    owe(mails)
    work()
    assert tried(sink) == [mails.pk]


def test_mail_that_nobody_needs_leaves_the_try_after_a_rest_to_the_next():
    FailingServer.objects.create(name=MAIL_SERVER, since=NOW, failures=PATIENCE, rests_until=NOW)
    strangers.leave_in_peace("nobody@example.org")
    for address in ("nobody@example.org", "somebody@example.org"):
        outbox.post("account/email/unknown_account", address, {})
    OutgoingMail.objects.update(due_at=NOW)
    work()
    assert [message.to for message in mail.outbox] == [["somebody@example.org"]]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_that_fail_at_once_are_two_failures():
    together = threading.Barrier(4)

    def fail_with_others() -> None:
        try:
            together.wait()
            with pytest.raises(ServerTrouble), Servers.load().watched("away.example", NOW):
                raise ServerTrouble("no answer in time")
        finally:
            connections.close_all()

    workers = [threading.Thread(target=fail_with_others) for _ in range(4)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    assert FailingServer.objects.get().failures == 4
