"""What hidden money leaves no choice about: it is done after a while, and others take it for a decision."""

from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games.models import Game, Origin, pace
from games.plans.language import StandingPass
from games.replay import history
from games.story import story
from games.story.names import Names
from games.turns import edit_plans
from notifications.models import Alert
from tests.factories import GameFactory, person_called, play_to_the_end
from tests.games.planned import come_due, due, origins, plan, time_is_up
from tests.games.scripts import AUCTIONS
from tests.games.taking import act, alerts, asked, rows, seat_of
from tests.games.undoing import agree, take_back
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

OPEN = rules.Options(money_visible=True)
ALL_IN = ["open 4 50"]
"""Nobody can bid more: Bob and Cid can only pass."""

WITHOUT_FUEL = (*AUCTIONS, "buy", "buy c2", "buy c1 o1", "build", "build leipzig", "build koln")
"""Bob can run nothing."""


# When it is done ----------------------------------------------------------------------------------------------------


def test_who_cannot_pay_for_more_passes_after_a_while_and_is_not_told():
    game = GameFactory(after=ALL_IN)
    assert (rows(game), asked(game)) == ([(0, "open 4 50")], ["Bob"])
    bob = seat_of(game, "Bob")
    assert pace.SOONEST <= (bob.answers_at - bob.asked_at).total_seconds() <= pace.LATEST
    assert due(game) == bob.answers_at
    game = come_due(game)
    assert (rows(game)[1:], origins(game)[1:], asked(game)) == ([(1, "pass")], [Origin.FORCED], ["Cid"])
    game = come_due(game)
    assert [name for name, _sequence in alerts(game)] == ["Ana", "Bob"], "Bob is to open the next auction."


@pytest.mark.parametrize("terms", [{"options": OPEN}, {"plans_answer_at_once": True}, {"bots": 2}])
def test_it_is_done_at_once_where_it_tells_nothing_or_the_table_wants_it(terms):
    """Money is open, plans answer at once, too, or there is nobody to hide it from."""
    game = GameFactory(**terms, after=ALL_IN)
    assert rows(game)[1:3] == [(1, "pass"), (2, "pass")]


def test_what_everybody_can_tell_to_be_forced_is_done_at_once():
    game = GameFactory(after=WITHOUT_FUEL)
    assert rows(game)[-1] == (1, "run")
    assert origins(game)[-1] == Origin.FORCED


def test_own_answer_before_it_is_one_by_hand():
    game = act(GameFactory(after=ALL_IN), "Bob", "pass")
    assert origins(game)[1:] == [Origin.PLAYER]


def test_neither_a_plan_nor_stopping_it_keeps_it_from_being_done():
    game = plan(GameFactory(after=ALL_IN), "Bob", StandingPass())
    game = edit_plans.stop(game, seat_of(game, "Bob"), now=seat_of(game, "Bob").asked_at)
    assert seat_of(game, "Bob").answers_at is not None
    assert origins(come_due(game))[1:] == [Origin.FORCED]
    assert not Alert.objects.filter(recipient__name="Bob", kind="your_turn").exists()


def test_nobody_misses_it_where_no_worker_was_there_in_time():
    game = GameFactory(pace={"move_time": 3600}, after=ALL_IN)
    game = come_due(game, now=time_is_up(game))
    assert origins(game)[1:] == [Origin.FORCED]
    assert seat_of(game, "Bob").misses == 0


@pytest.mark.parametrize("seconds", [90, 5])
def test_what_needs_no_person_is_done_before_the_time_is_up(seconds):
    """Done in that very moment, it would show that no person did it."""
    bob = seat_of(GameFactory(pace={"move_time": seconds}, after=ALL_IN), "Bob")
    assert bob.asked_at < bob.answers_at < bob.due_at


def test_what_was_done_by_hand_and_taken_back_is_done_before_the_rest_of_the_time_is_up(monkeypatch):
    game = GameFactory(pace={"move_time": 3600}, after=ALL_IN)
    late = time_is_up(game) - timedelta(seconds=10)
    monkeypatch.setattr(timezone, "now", lambda: late)
    bob = seat_of(take_back(act(game, "Bob", "pass"), "Bob"), "Bob")
    assert late < bob.answers_at < bob.due_at <= late + timedelta(seconds=10)


def test_it_can_be_taken_back_until_it_is_done():
    game = take_back(GameFactory(after=ALL_IN), "Ana")
    assert asked(game) == ["Ana"]
    assert seat_of(game, "Bob").answers_at is None


# What others are shown ----------------------------------------------------------------------------------------------


def told(game: Game, name: str | None) -> list[Origin | None]:
    """Where its actions came from, as somebody is told."""
    seat = seat_of(game, name) if name else None
    known, reader = history.positions(game), story.Reader.of(game, seat)
    return [entry.origin for entry in story.tell(known, Names.of(game), reader).entries[1:]]


@pytest.mark.parametrize("name", ["Ana", "Cid", None])
def test_others_take_it_for_a_decision(name):
    assert told(come_due(GameFactory(after=ALL_IN)), name) == [Origin.PLAYER] * 2


def test_its_owner_is_told_and_so_is_everybody_after_the_end():
    game = come_due(GameFactory(after=ALL_IN))
    assert told(game, "Bob") == [Origin.PLAYER, Origin.FORCED]
    assert told(play_to_the_end(game), None)[1] is Origin.FORCED


def test_where_money_is_open_everybody_is_told():
    assert told(GameFactory(options=OPEN, after=ALL_IN), None)[:2] == [Origin.PLAYER, Origin.FORCED]


def test_it_counts_as_a_decision_in_time_until_it_is_taken_back():
    game = come_due(GameFactory(undo_by_consent=True, after=ALL_IN))
    assert seat_of(game, "Bob").turns == 1
    take_back(game, "Ana")
    game = agree(agree(game, "Bob", "Ana"), "Cid", "Ana")
    assert seat_of(game, "Bob").turns == 0


def test_what_is_forced_for_all_to_see_is_no_decision():
    game = GameFactory(after=WITHOUT_FUEL)
    by_hand = game.actions.filter(seat=1, origin=Origin.PLAYER).count()
    assert (origins(game)[-1], seat_of(game, "Bob").turns) == (Origin.FORCED, by_hand)


def test_page_tells_its_owner_alone_that_it_is_about_to_be_done(client):
    game = GameFactory(after=ALL_IN)
    sentence = "You cannot pay for more, so this is done for you within 2 minutes: pass"
    for name, is_told in (("Bob", True), ("Ana", False)):
        client.force_login(person_called(name))
        words = words_of(client.get(game.get_absolute_url()))
        assert (sentence in words) is is_told
        assert "Your plan answers" not in words


def test_page_offers_nothing_that_cannot_be_done(client):
    game = GameFactory(after=ALL_IN)
    client.force_login(person_called("Bob"))
    page = html_of(client.get(game.get_absolute_url()))
    assert 'id="pass"' in page
    assert 'id="amount"' not in page
    assert 'id="confirm"' not in page
