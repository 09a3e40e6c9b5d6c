"""What alerts say of beginnings, votes and clocks, and what they show."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image

import rules
from games.alerts import notices
from games.models import Seat
from games.turns import undo, votes
from games.turns.votes import Motion
from notifications.models import Alert, Presence
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS
from tests.notifications.letters import letter

pytestmark = pytest.mark.django_db

DAILY = {"move_time": 24 * 60 * 60}


def alert_of(game, name, kind):
    return Alert.objects.filter(subject_id=game.pk, kind=kind, recipient__name=name).latest("pk")


def told(game, kind):
    alerts = Alert.objects.filter(subject_id=game.pk, kind=kind)
    return sorted(alerts.values_list("recipient__name", flat=True))


def seat_of(game, name):
    return game.seats.get(name=name)


def vote(game, name, motion=Motion.PAUSE):
    game.refresh_from_db()
    votes.cast(game, seat_of(game, name), motion, pauses=game.pauses, now=timezone.now())


# Beginnings


def test_who_is_not_asked_at_once_is_told_that_the_game_began():
    game = GameFactory(name="Friday round")
    assert told(game, "game_began") == ["Bob", "Cid"]
    message = letter(notices.game_began, alert_of(game, "Bob", "game_began"))
    assert message.subject == "Friday round: the game began"
    for text in (message.text, message.html):
        assert "You play with Ana and Cid. You will be told when it is your turn." in text


def test_nobody_is_told_that_a_game_against_bots_began():
    assert told(GameFactory(players=3, bots=2), "game_began") == []


def test_beginning_is_not_told_to_who_is_asked_meanwhile_or_has_acted():
    game = GameFactory()
    alert = alert_of(game, "Bob", "game_began")
    game = play_on(game, "open 4 4")
    assert notices.game_began(alert) is None
    play_on(game, "bid 5")
    assert notices.game_began(alert) is None


def test_beginning_is_not_told_to_who_has_looked_at_the_game():
    game = GameFactory()
    later = timezone.now() + timedelta(minutes=1)
    presence = Presence.objects.create(user=person_called("Bob"), subject_id=0, seen_at=later)
    assert notices.game_began(alert_of(game, "Bob", "game_began")) is not None
    presence.subject_id = game.pk
    presence.save()
    assert notices.game_began(alert_of(game, "Bob", "game_began")) is None


# Votes


def test_the_others_are_told_once_that_somebody_wants_a_pause():
    game = GameFactory(name="Friday round", players=4, pace=DAILY)
    vote(game, "Ana")
    votes.withdraw(game, seat_of(game, "Ana"), Motion.PAUSE)
    vote(game, "Ana")
    vote(game, "Bob")
    assert told(game, "vote_open") == ["Bob", "Cid", "Dan"]
    message = letter(notices.vote_open, alert_of(game, "Cid", "vote_open"))
    assert message.subject == "Friday round: pause the game?"
    for text in (message.text, message.html):
        assert "Ana and Bob want to pause the game: 2 of 3 votes." in text
        assert f"/games/{game.pk}/#calls" in text


def test_who_has_voted_is_not_asked_any_more():
    game = GameFactory(players=4, pace=DAILY)
    vote(game, "Ana")
    vote(game, "Bob")
    assert notices.vote_open(alert_of(game, "Bob", "vote_open")) is None


def test_vote_that_is_decided_or_withdrawn_is_not_asked_for():
    game = GameFactory(players=3, pace=DAILY)
    vote(game, "Ana")
    votes.withdraw(game, seat_of(game, "Ana"), Motion.PAUSE)
    assert notices.vote_open(alert_of(game, "Cid", "vote_open")) is None
    vote(game, "Ana")
    vote(game, "Bob")
    assert notices.vote_open(alert_of(game, "Cid", "vote_open")) is None


def test_each_vote_is_asked_for_by_an_alert_of_its_own():
    game = GameFactory(players=3, pace=DAILY)
    vote(game, "Ana")
    vote(game, "Bob")
    vote(game, "Cid", Motion.RESUME)
    vote(game, "Cid", Motion.END)
    alerts = Alert.objects.filter(kind="vote_open", recipient__name="Ana").order_by("pk")
    titles = [notices.vote_open(alert).title for alert in alerts]
    assert [title.partition(": ")[2] for title in titles] == ["go on with the game?", "end the game?"]


# Requests


def test_who_asks_to_take_something_back_after_somebody_else_is_heard_as_well():
    game = GameFactory(players=4, undo_by_consent=True, after=["open 4 4", "pass", "pass"])
    for name in ("Ana", "Bob"):
        game.refresh_from_db()
        asker = seat_of(game, name)
        undo.take_back(game, asker, expected=game.sequence)
        alert = alert_of(game, "Dan", "undo_asked")
        assert notices.undo_asked(alert).sentence.startswith(f"{name} asks to take this back")
        undo.refuse(game, asker, asker=asker.number, expected=game.sequence)
        assert notices.undo_asked(alert) is None


# Clocks


def running_out(game, name):
    seat = seat_of(game, name)
    return Alert(recipient=seat.user, kind="running_out", subject_id=game.pk, sequence=seat.asked_sequence)


def test_who_runs_out_of_time_hears_what_is_asked_and_what_will_happen():
    game = GameFactory(name="Friday round", pace=DAILY)
    notice = notices.running_out(running_out(game, "Ana"))
    assert notice.title == "Friday round: your time is running out"
    assert notice.sentence == (
        "Choose a plant to auction. When your time is up, the site makes a cautious decision for you."
    )
    assert notice.due_at == seat_of(game, "Ana").due_at


def test_who_missed_a_turn_already_hears_that_a_bot_would_stand_in():
    game = GameFactory(pace=DAILY)
    Seat.objects.filter(game=game, name="Ana").update(misses_in_a_row=1)
    assert notices.running_out(running_out(game, "Ana")).sentence.endswith("a bot stands in for you.")


def test_time_that_stands_still_or_is_no_longer_needed_does_not_run_out():
    game = GameFactory(pace=DAILY)
    alert = running_out(game, "Ana")
    vote(game, "Ana")
    vote(game, "Bob")
    assert notices.running_out(alert) is None
    vote(game, "Ana", Motion.RESUME)
    vote(game, "Bob", Motion.RESUME)
    assert notices.running_out(alert) is not None
    play_on(game, "open 4 4")
    assert notices.running_out(alert) is None


# What others may read


@pytest.mark.parametrize("is_visible", [False, True])
def test_money_that_is_hidden_is_told_in_mails_alone(is_visible):
    options = rules.Options(money_visible=is_visible)
    game = GameFactory(options=options, after=AUCTIONS)
    (asked,) = game.seats.filter(is_to_move=True)
    alert = alert_of(game, asked.name, "your_turn")
    notice = notices.your_turn(alert)
    assert notice.sentence.startswith("Buy resources.")
    assert ("You have" in notice.sentence) == is_visible
    assert "Buy resources. You have" in letter(notices.your_turn, alert).text


# Pictures


def test_turn_mail_shows_the_map_and_says_what_is_on_it():
    game = GameFactory(after=[*BUILDINGS, "run 4"])
    notice = notices.your_turn(alert_of(game, "Bob", "your_turn"))
    assert Image.open(BytesIO(notice.picture.draw())).width > 1.4 * notice.picture.width
    assert notice.picture.text.startswith("Map of Germany. You are in ")


def test_picture_tells_what_others_have_built_since_ones_last_turn():
    game = GameFactory(after=BUILDINGS)
    pictures = [notices.your_turn(alert_of(game, name, "your_turn")).picture for name in ("Ana", "Bob", "Cid")]
    assert [picture.text for picture in pictures] == [
        "Map of Germany. You are in Leipzig. New since your last turn, Cid: Köln.",
        "Map of Germany. You are in Hannover. New since your last turn, Ana: Leipzig."
        " New since your last turn, Cid: Köln.",
        "Map of Germany. You are in Köln.",
    ]
