"""How long games are and how often they wait: the figures that :mod:`games.story.forecast` goes by.

Run it with ``python -m tests.benchmarks.lengths``. Each line has the figures for two to six players.
"""

from collections.abc import Iterable
from multiprocessing import Pool
from statistics import linear_regression, mean

from msgspec import Struct

import rules
from rules.selfplay import play_game
from tests.benchmarks import EDITIONS, asked_for
from tests.benchmarks.handoffs import measure

PLAYERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)

Kind = tuple[rules.Options, int, str]


class Length(Struct, frozen=True):
    """How many rounds a game had.

    ``ahead`` has, for each round that began when half of its cities stood, how many cities the largest network still
    lacked, and how many rounds there were left.
    """

    rounds: int
    ahead: tuple[tuple[int, int], ...]


def main() -> None:
    count: int = asked_for(__doc__, games=(20, 1)).games
    with Pool() as pool:
        ahead: list[tuple[int, int]] = []
        for map in rules.MAPS:
            lengths = [pool.starmap(_length, _kinds(count, players, map=map)) for players in PLAYERS]
            _print(f"rounds_{map}", (mean(each.rounds for each in of_map) for of_map in lengths))
            ahead += [pair for of_map in lengths for each in of_map for pair in each.ahead]
        for_a_city, at_least = linear_regression(*zip(*ahead, strict=True))
        print(f"rounds_left {for_a_city:.2f} for_a_city_lacking {at_least:.2f} at_least")
        first = [pool.starmap(_length, _kinds(count, players, first_game=True)) for players in PLAYERS]
        _print("rounds_first_game", (mean(each.rounds for each in of_number) for of_number in first))
        games = [pool.starmap(measure, _kinds(count, players)) for players in PLAYERS]
        _print("waits_with_plans", (mean(each.planned / each.with_plans.rounds for each in some) for some in games))
        _print("waits_by_hand", (mean(each.played / each.by_hand.rounds for each in some) for some in games))


def _kinds(count: int, players: int, **options: object) -> Iterable[Kind]:
    """So many games, of both editions where they have such options."""
    for number in range(count):
        edition = "classic" if "first_game" in options else EDITIONS[number % 2]
        yield rules.options_from_data({"edition": edition, **options}), players, f"lengths-{number}"


def _length(options: rules.Options, players: int, seed: str) -> Length:
    record, end = play_game(options, players, seed)
    begun = {state.round: state for state in reversed(list(rules.positions(record.setup, record.moves)))}
    needed = rules.thresholds(options, players).end
    lacking = {number: needed - state.largest_network for number, state in begun.items()}
    return Length(
        end.round,
        tuple((cities, end.round + 1 - number) for number, cities in lacking.items() if 0 < 2 * cities <= needed),
    )


def _print(name: str, figures: Iterable[float]) -> None:
    print(name, *(f"{figure:.1f}" for figure in figures))


if __name__ == "__main__":
    main()
