"""Turns that are refused, or come too late: nothing is stored of them."""

import pytest

import rules
from games.models import Action, Game, Snapshot
from games.turns import play
from tests.factories import GameFactory, play_on
from tests.games.scripts import BUILDINGS
from tests.games.taking import act, alerts, at_once, everything, rows, seat_of

pytestmark = pytest.mark.django_db


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "action", "rule"),
    [
        ("Cid", "pass", "GEN-9"),
        ("Ana", "bid 5", "GEN-9"),
        ("Bob", "bid 4", "AUC-8"),
        ("Bob", "bid 51", "AUC-6"),
        ("Bob", "bid 9999", "AUC-6"),
    ],
)
def test_refused_action_leaves_everything_as_it_was(name, action, rule):
    game = GameFactory(after=["open 4 4"])
    before = everything(game)
    with pytest.raises(rules.RuleError) as refusal:
        act(game, name, action)
    assert refusal.value.rule == rule
    assert everything(game) == before


@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 10**9])
def test_action_for_another_position_is_stale(expected):
    game = GameFactory(after=["open 4 4", "bid 5"])
    before = everything(game)
    with pytest.raises(play.Stale):
        act(game, "Cid", "pass", expected=expected)
    assert everything(game) == before


@pytest.mark.postgresql
def test_same_action_twice_is_stale_the_second_time():
    game = GameFactory()
    act(game, "Ana", "open 4 4", expected=0)
    with pytest.raises(play.Stale):
        act(game, "Ana", "open 4 4", expected=0)
    assert rows(game.__class__.objects.get(pk=game.pk)) == [(0, "open 4 4")]


def test_seat_of_another_game_is_refused():
    game, other = GameFactory(), GameFactory()
    with pytest.raises(ValueError, match="not of game"):
        play.play(game, seat_of(other, "Ana"), rules.OpenAuction(4, 4), expected=0)


def test_powering_stays_good_while_only_others_have_powered():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    play_on(game, "run 4")
    game = act(game, "Cid", "run 5:c1o1", expected=seen)
    assert rows(game)[-2:] == [(0, "run 4"), (2, "run 5:c1o1")]


@pytest.mark.postgresql
def test_powering_twice_is_stale():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    act(game, "Ana", "run 4")
    with pytest.raises(play.Stale):
        act(game, "Ana", "run 4", expected=seen)


def test_powering_is_stale_where_building_went_on_since():
    game = GameFactory(after=BUILDINGS)
    with pytest.raises(play.Stale):
        act(game, "Ana", "run 4", expected=game.sequence - 1)


def test_powering_of_the_last_round_is_stale_in_the_next():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = play_on(game, "run 4", "run 3", "run 5:c1o1")
    with pytest.raises(play.Stale):
        act(game, "Ana", "run 4", expected=seen)


@pytest.mark.postgresql
def test_sequence_that_is_taken_all_the_same_is_stale():
    game = GameFactory()
    Action.objects.create(game=game, sequence=1, seat=0, body="{}", digest="of somebody faster")
    with pytest.raises(play.Stale):
        act(game, "Ana", "open 4 4")
    assert not Snapshot.objects.exists()


# At the same time ---------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_same_position_answered_twice_at_once_is_stored_once():
    game = GameFactory()
    seat = seat_of(game, "Ana")
    results = at_once(
        *(lambda: play.play(game, seat, rules.OpenAuction(4, 4), expected=0) for _ in range(4)),
    )
    assert sum(isinstance(result, Game) for result in results) == 1
    assert sum(isinstance(result, play.Stale) for result in results) == 3
    game.refresh_from_db()
    assert rows(game) == [(0, "open 4 4")]
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_everybody_can_power_at_the_same_moment():
    game = GameFactory(after=BUILDINGS)
    seats = {seat.name: seat for seat in game.seats.all()}
    moves = {"Ana": "run 4", "Bob": "run 3", "Cid": "run 5:c1o1"}
    results = at_once(
        *(
            lambda name=name, move=move: play.play(game, seats[name], rules.parse_action(move), expected=12)
            for name, move in moves.items()
        ),
    )
    assert all(isinstance(result, Game) for result in results)
    game.refresh_from_db()
    assert (game.sequence, game.round) == (15, 2)
