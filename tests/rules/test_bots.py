"""The bots: legal, sensible, honest."""

from statistics import median

import pytest
from msgspec.structs import replace

import rules
import rules.bots
from rules.selfplay import play_game
from tests.boards import FIRST, rows

EDITIONS = pytest.mark.parametrize("edition", ["classic", "recharged"])

PLAYERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)

VARIANTS = [
    ({"first_game": True}, 4),
    ({"areas": "draft"}, 4),
    ({"edition": "recharged", "start_cities": True}, 4),
    ({"edition": "recharged", "start_cities": True}, 2),
    ({"edition": "recharged", "two_player_mode": "plain"}, 2),
    ({"edition": "recharged", "areas": "draft", "start_cities": True}, 2),
]


@pytest.mark.parametrize(("board", "players", "edition"), rows(PLAYERS, ("classic", "recharged")))
def test_bots_play_to_the_end_without_breaking_a_rule(board, players, edition):
    _, state = play_game(rules.Options(edition=edition, map=board), players, "legal", check=True)
    assert state.is_over


@pytest.mark.parametrize(("options", "players"), VARIANTS, ids=str)
def test_bots_play_the_variants(options, players):
    _, state = play_game(rules.Options(**options), players, "variant", check=True)
    assert state.is_over


@pytest.mark.parametrize(
    "options", [{}, {"edition": "recharged"}, {"edition": "recharged", "start_cities": True}], ids=str
)
def test_bots_do_not_start_where_no_way_leads_on(options):
    areas = ("centre", "northeast", "northwest")
    _, state = play_game(rules.Options(map="italy", areas="host", **options), 3, "legal", areas)
    assert "livorno" not in {house.city for player in state.players for house in player.cities}


def test_bot_marks_no_city_without_a_way_out_where_older_rules_let_it():
    options = rules.Options(edition="recharged", map="italy", areas="host", start_cities=True)
    setup = rules.new_setup(options, 3, "legal", ("centre", "northeast", "northwest"), version=1)
    state = rules.start(setup)
    assert rules.bots.decide(state, state.to_move[0]) != rules.ChooseStartCity("livorno")


@EDITIONS
def test_four_bots_finish_in_8_to_14_rounds_and_the_winner_powers_15_cities(edition):
    maps = FIRST * 2
    ends = [play_game(rules.Options(edition=edition, map=map), 4, f"{n}")[1] for n, map in enumerate(maps)]
    assert all(8 <= state.round <= 14 for state in ends)
    assert median(state.standing[0].powered for state in ends) >= 15


def test_the_same_seed_plays_the_same_game():
    first, second = (play_game(rules.Options(), 3, "again")[0] for _ in range(2))
    assert first == second


def test_another_seed_values_plants_differently():
    setup = rules.new_setup(rules.Options(), 4, "moods")
    assert len({_game_from(setup, seed) for seed in ("a", "b", "c")}) > 1


@EDITIONS
def test_a_bot_does_not_look_at_what_its_seat_may_not_see(edition):
    record, _ = play_game(rules.Options(edition=edition), 4, "honest")
    for state, (seat, _) in zip(rules.positions(record.setup, record.moves), record.moves, strict=False):
        assert rules.bots.decide(_with_other_secrets(state, seat), seat) == rules.bots.decide(state, seat)


def _game_from(setup: rules.Setup, seed: str) -> tuple[str, ...]:
    """The first actions of a game whose bots have a seed."""
    state, actions = rules.start(setup), []
    for _ in range(60):
        seat = state.to_move[0]
        action = rules.bots.decide(state, seat, seed)
        actions.append(str(action))
        state = rules.apply(state, seat, action)
    return tuple(actions)


def _with_other_secrets(state: rules.State, seat: rules.Seat) -> rules.State:
    """The same for this seat to see: all of the deck but its top the other way round, everybody else richer."""
    players = tuple(
        player if number == seat else replace(player, money=player.money + 50)
        for number, player in enumerate(state.players)
    )
    return replace(state, players=players, deck=state.deck[:1] + state.deck[:0:-1])
