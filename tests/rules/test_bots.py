"""The bots: legal, sensible, honest."""

from hashlib import sha256
from itertools import islice
from statistics import mean, median

import pytest
from msgspec.structs import replace

import rules
import rules.bots
from rules import arena
from rules.bots import hard
from rules.bots.normal.outlook import Outlook
from rules.bots.normal.weights import WEIGHTS
from rules.events import PlantBought
from rules.plant_market import least_bid
from rules.selfplay import play_game
from tests.boards import FIRST, rows
from tests.rules.positions import with_other_secrets

EDITIONS = pytest.mark.parametrize("edition", ["classic", "recharged"])

PLAYERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)

MEASURE = "9dc117a64d90b34cf2c0e7ec706dbb1d437e45fefc0d9eaa90dd14ac6a77d9e6"
"""Of the actions of a game, as the bot plays that others are measured by."""

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


@pytest.mark.parametrize(("board", "players", "edition"), rows(PLAYERS, ("classic", "recharged")))
def test_normal_bots_play_to_the_end_without_breaking_a_rule(board, players, edition):
    state = _end(rules.start(rules.new_setup(rules.Options(edition=edition, map=board), players, "legal")), "normal")
    assert state.is_over


@pytest.mark.parametrize(("options", "players"), VARIANTS, ids=str)
def test_normal_bots_play_the_variants(options, players):
    assert _end(rules.start(rules.new_setup(rules.Options(**options), players, "variant")), "normal").is_over


@pytest.mark.parametrize("options", [{"first_game": True}, {"edition": "recharged", "map": "korea"}], ids=str)
def test_hard_bots_play_to_the_end_without_breaking_a_rule(options):
    state = rules.start(rules.new_setup(rules.Options(**options), 2, "legal"))
    assert _end(state, "hard", playouts=2).is_over


@pytest.mark.parametrize(("board", "players", "edition"), rows(PLAYERS, ("classic", "recharged")))
def test_all_that_hard_weighs_is_legal(board, players, edition):
    record, _ = play_game(rules.Options(edition=edition, map=board), players, "weighed")
    states = [*rules.positions(record.setup, record.moves)][:-1]
    for state in states[:: len(states) // 10]:
        for choice in rules.bots.choices(state, state.to_move[0]):
            rules.apply(state, state.to_move[0], choice)


def test_playouts_end_an_auction_as_bots_would_that_raise_by_1(decisions):
    auctions = 0
    for state in decisions:
        state = replace(state, setup=replace(state.setup, options=replace(state.options, money_visible=True)))
        for offer in getattr(rules.legal(state, state.to_move[0]), "plants", ()):
            if not isinstance(offer, rules.PlantOffer) or offer.least == offer.most:
                continue
            opened = rules.apply(state, state.to_move[0], rules.OpenAuction(offer.plant, offer.least))
            raised = opened
            while raised.auction:
                seat = raised.auction.turn
                raised = rules.apply(raised, seat, rules.bots.decide(raised, seat, level="normal"))
            settled = hard._settled(opened, opened.auction, Outlook(opened, opened.to_move[0], WEIGHTS))
            left = [sum(player.money for player in end.players) for end in (settled, raised)]
            assert (
                abs(left[0] - left[1]) <= 1
            )  # who is to raise first decides who of two equals wins, and pays 1 more
            auctions += 1
    assert auctions


def test_chances_of_all_add_up_and_grow_with_money(decisions):
    for state in decisions:
        seats = range(len(state.players))
        assert sum(hard._chance(state, seat) for seat in seats) == pytest.approx(1)
        for seat in seats:
            richer = state.with_player(seat, replace(state.players[seat], money=state.players[seat].money + 28))
            assert hard._chance(richer, seat) > hard._chance(state, seat)


def test_hard_stops_thinking_where_it_makes_no_difference(monkeypatch, decisions):
    monkeypatch.setattr(hard, "chance_with", lambda *asked: 0.5)
    for state in decisions:
        choices = rules.bots.choices(state, state.to_move[0])
        thoughts = [*rules.bots.thoughts(state, state.to_move[0], "a")]
        assert thoughts == [choices[0]] * len(thoughts)
        assert len(thoughts) <= 6 * len(choices) + 1


def test_hard_does_not_think_where_there_is_nothing_to_choose(decisions):
    for state in decisions:
        if rules.forced(state, state.to_move[0]) or state.phase is rules.Phase.BUREAUCRACY:
            assert len([*rules.bots.thoughts(state, state.to_move[0], "a")]) == 1


def test_each_thought_of_hard_is_the_same_again(decisions):
    for state in decisions:
        first, again = ([*islice(rules.bots.thoughts(state, state.to_move[0], "a"), 6)] for _ in range(2))
        assert first == again
        assert first[-1] == rules.bots.decide(state, state.to_move[0], "a", "hard", playouts=6)


@pytest.mark.rule("GEN-7")
@pytest.mark.parametrize("level", rules.bots.LEVELS)
@pytest.mark.parametrize("options", [{}, {"edition": "recharged"}], ids=str)
def test_bots_do_not_look_at_what_their_seat_may_not_see(level, options):
    record, _ = play_game(rules.Options(**options), 4, "honest")
    states = [*rules.positions(record.setup, record.moves)][:-1]
    for state in states if level != "hard" else states[:: len(states) // 12]:
        seat = state.to_move[0]
        other = with_other_secrets(state, seat)
        decided = [rules.bots.decide(one, seat, "a", level, playouts=4) for one in (state, other)]
        assert decided[0] == decided[1]


@EDITIONS
def test_normal_bots_do_not_waste_money_on_plants(edition):
    paid, sizes = [], []
    for number in range(4):
        state = rules.start(rules.new_setup(rules.Options(edition=edition), 4, f"{number}"))
        while not state.is_over:
            seat = state.to_move[0]
            before, state = state, rules.apply(state, seat, rules.bots.decide(state, seat, level="normal"))
            paid += [_above_least(before, event) for event in state.happened if isinstance(event, PlantBought)]
            if before.round != state.round and 3 <= before.round <= 7:
                sizes += [(_capacity(state, player), len(player.cities)) for player in state.players]
    in_first_rounds = [above for number, above in paid if number <= 3]
    assert mean(in_first_rounds) <= 6
    assert sum(powers for powers, _ in sizes) <= 1.6 * sum(cities for _, cities in sizes)


def test_the_bot_that_others_are_measured_by_never_changes():
    state, moves = rules.start(rules.new_setup(rules.Options(), 3, "measure")), []
    while not state.is_over:
        seat = state.to_move[0]
        moves.append(str(arena.named("today")(state, seat, "measure")))
        state = rules.apply(state, seat, rules.parse_action(moves[-1]))
    assert sha256("\n".join(moves).encode()).hexdigest() == MEASURE


@pytest.fixture(scope="module")
def decisions() -> list[rules.State]:
    """A decision of each kind, and some more, from a whole game."""
    record, _ = play_game(rules.Options(edition="recharged"), 3, "thoughts")
    states = [*rules.positions(record.setup, record.moves)][:-1]
    return states[:: len(states) // 14]


def _end(state: rules.State, level: rules.bots.Level, playouts: int = 1) -> rules.State:
    """The position after a game of bots of one level, each action checked."""
    while not state.is_over:
        seat = state.to_move[0]
        state = rules.apply(state, seat, rules.bots.decide(state, seat, "", level, playouts=playouts))
        rules.check(state)
    return state


def _above_least(before: rules.State, bought: PlantBought) -> tuple[int, int]:
    """The round, and how much more than its least bid a plant cost."""
    return before.round, bought.price - least_bid(before, bought.plant)


def _capacity(state: rules.State, player: rules.Player) -> int:
    return sum(plant.powers for plant in state.plants.of(player.plants))


def _game_from(setup: rules.Setup, seed: str) -> tuple[str, ...]:
    """The first actions of a game whose bots have a seed."""
    state, actions = rules.start(setup), []
    for _ in range(60):
        seat = state.to_move[0]
        action = rules.bots.decide(state, seat, seed)
        actions.append(str(action))
        state = rules.apply(state, seat, action)
    return tuple(actions)
