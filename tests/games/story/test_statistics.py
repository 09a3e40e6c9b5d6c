"""What a game was like in figures."""

import pytest

import rules
from games.replay.history import Position, in_force, positions
from games.story.statistics import course
from rules.selfplay import play_game
from tests.factories import GameFactory, play_on
from tests.games.scripts import PURCHASES, ROUND
from tests.games.undoing import take_back

RECORDED = {
    "classic of four": (rules.Options(), 4),
    "recharged of two": (rules.Options(edition="recharged"), 2),
    "USA with its storage of coal": (rules.Options(edition="recharged", map="usa"), 3),
    "first game": (rules.Options(first_game=True), 2),
}


def figures_of(game):
    return course(in_force(positions(game)))


def bots_game(options: rules.Options, players: int) -> list[Position]:
    """The positions of a whole game, with moves as far as figures need them."""
    record, _state = play_game(options, players, seed="figures")
    states = rules.recorded_positions(record)
    return [
        Position(number, state, _Move(*record.moves[number - 1]) if number else None)  # type: ignore[arg-type]
        for number, state in enumerate(states)
    ]


class _Move:
    def __init__(self, seat: int, action: rules.Action) -> None:
        self.seat, self.action = seat, action


@pytest.fixture(scope="module", params=RECORDED)
def leading(request) -> list[Position]:
    return bots_game(*RECORDED[request.param])


def test_money_is_what_came_in_without_what_was_spent(leading):
    """Nothing is left out and nothing counted twice: the books of every seat balance after the last round."""
    figures = course(leading)
    for seat, spent in enumerate(figures.spending):
        earned = sum(each.income.get(seat, 0) for each in figures.rounds)
        assert figures.start[seat].money + earned - spent.total == leading[-1].state.players[seat].money


def test_each_round_ends_where_the_next_one_begins(leading):
    figures = course(leading)
    assert [each.number for each in figures.rounds] == [*range(1, leading[-1].state.round + 1)]
    assert [each.end for each in figures.rounds[:-1]] == [each.start for each in figures.rounds[1:]]


def test_each_step_begins_once(leading):
    steps = [step for each in course(leading).rounds for step in each.steps]
    assert steps == sorted(set(steps))
    assert max(steps, default=1) == leading[-1].state.step


def test_fuel_is_told_by_kind(leading):
    figures = course(leading)
    for seat, spent in enumerate(figures.spending):
        tokens = sum((each.bought.get(seat, rules.NO_FUEL) for each in figures.rounds), rules.NO_FUEL)
        assert tokens == spent.bought
        assert {kind for kind, paid in spent.fuel.items() if paid} == {kind for kind, some in tokens.items() if some}


@pytest.mark.django_db
def test_first_round_in_figures():
    figures = figures_of(GameFactory.create(after=ROUND))
    ana, bob, cid = figures.spending
    assert (ana.plants, ana.fuel["coal"], ana.sites, ana.connections) == (4, 2, 10, 0)
    assert (bob.plants, bob.fuel["oil"]) == (3, 6)
    assert (cid.plants, cid.fuel["coal"] + cid.fuel["oil"]) == (5, 4)
    first = figures.rounds[0]
    assert first.income == {0: 22, 1: 22, 2: 22}
    assert first.prices == {"coal": 1, "oil": 3, "garbage": 7, "uranium": 14}
    assert [held.cities for held in first.holdings] == [1, 1, 1]
    assert [(card.round, card.seat, card.plant, card.above) for card in figures.cards] == [
        (1, 0, 4, 0),
        (1, 1, 3, 0),
        (1, 2, 5, 0),
    ]


@pytest.mark.django_db
def test_what_was_taken_back_does_not_count():
    game = play_on(GameFactory.create(after=PURCHASES), "build hannover")
    assert figures_of(game).spending[1].sites == 10
    assert figures_of(take_back(game, "Bob")).spending[1].sites == 0


def test_figures_of_others_hide_their_money_only():
    leading = bots_game(rules.Options(), 3)
    seen = course(leading).seen_by(1)
    assert [held.money is None for held in seen.rounds[3].holdings] == [True, False, True]
    assert [spent is None for spent in seen.spending] == [True, False, True]
    assert all(spent is None for spent in course(leading).seen_by(None).spending)
    assert seen.rounds[3].holdings[0].cities == course(leading).rounds[3].holdings[0].cities
