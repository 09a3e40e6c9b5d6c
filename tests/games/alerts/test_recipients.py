"""What alerts about games are about, looked up for many of them together."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.alerts import notices, recipients
from games.models import Action, Game
from notifications import send_context, worker
from notifications.models import Alert, Reason, State
from notifications.worker import Lane
from tests.factories import GameFactory, person_called, play_on
from tests.notifications.messages import became, owe, way

pytestmark = pytest.mark.django_db

LATER = timezone.now() + timedelta(days=1)


@pytest.fixture
def drained(mailoutbox):
    """Send all mails that are due, whatever the hour, and answer the bugs."""

    def drain():
        Alert.objects.update(due_at=LATER - timedelta(minutes=1))
        Alert.objects.exclude(channel="mail").delete()
        try:
            worker.drain(Lane.MAIL, clock=lambda: LATER)
        except ExceptionGroup as found:
            return found.exceptions
        return ()

    return drain


def looked_up(**which):
    return send_context.load(Alert.objects.filter(channel="mail", **which).order_by("pk"))


def test_each_alert_is_about_the_seat_of_its_recipient():
    games = [GameFactory(name=name, after=["open 4 4", "bid 5"]) for name in ("one", "two")]
    found = looked_up()
    assert {alert.subject_id for alert in found} == {game.pk for game in games}
    for alert in found:
        seat = recipients.seat_of(alert)
        assert (seat.game_id, seat.user_id) == (alert.subject_id, alert.recipient_id)


def test_looking_up_takes_as_many_queries_for_many_as_for_one(django_assert_num_queries):
    GameFactory()
    with django_assert_num_queries(7):
        looked_up()
    for name in ("two", "three"):
        GameFactory(name=name)
    with django_assert_num_queries(7):
        looked_up()


def test_alert_looked_up_says_the_same_as_one_by_itself():
    game = GameFactory(after=["open 4 4", "bid 5"])
    for alert in looked_up(subject_id=game.pk, kind="your_turn"):
        (alone,) = Alert.objects.filter(pk=alert.pk)
        told, again = notices.your_turn(alert), notices.your_turn(alone)
        if told is not None:
            assert (told.title, told.sentence, told.context["recap"]) == (
                again.title,
                again.sentence,
                again.context["recap"],
            )


def test_what_was_looked_up_stays_as_it_was():
    game = GameFactory()
    (alert,) = looked_up(subject_id=game.pk, kind="your_turn")
    play_on(game, "open 4 4")
    assert notices.your_turn(alert) is not None
    (anew,) = looked_up(pk=alert.pk)
    assert notices.your_turn(anew) is None


def test_game_that_is_gone_is_not_told_of(drained):
    alert = owe(way(person_called("Ana")), 3, game=9999, kind="your_turn")
    assert drained() == ()
    assert became(alert) == (State.DROPPED, Reason.ANSWERED)


def test_stranger_has_no_seat_in_a_game():
    game = GameFactory()
    owe(way(person_called("Eve")), 0, game=game.pk, kind="game_over")
    (alert,) = looked_up(recipient__name="Eve")
    assert recipients.seat_of(alert) is None
    assert notices.game_over(alert) is None


def test_damaged_game_holds_up_no_other(drained, mailoutbox):
    damaged = GameFactory(name="Damaged", after=["open 4 4", "bid 5"])
    for name in ("one", "two"):
        GameFactory(name=name)
    Action.objects.filter(game=damaged).update(body="{")
    Game.objects.filter(pk=damaged.pk).update(news=1)
    bugs = drained()
    assert {type(bug).__name__ for bug in bugs} == {"Unplayable"}
    titles = [mail.subject for mail in mailoutbox]
    assert any(title.startswith("one") for title in titles)
    assert any(title.startswith("two") for title in titles)
    assert not any(title.startswith("Damaged: your turn") for title in titles)
