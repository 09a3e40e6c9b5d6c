"""How long bots think on one core, and what Normal wastes: ``python -m tests.benchmarks.bots``.

Easy and Normal decide all of ten games of each kind, Hard some decisions, with the budget that it has
on the site: how long the slowest ones take, and how far that is beyond the budget.
"""

from collections.abc import Iterator
from statistics import mean, median
from time import process_time

import rules
import rules.bots
from powergrid.garbage import search_seldom
from rules.events import PlantBought
from rules.plant_market import least_bid
from tests.benchmarks import EDITIONS, KINDS, asked_for, bot_games, report

GOALS: dict[rules.bots.Level, int] = {"easy": 3, "normal": 30}
"""How many milliseconds a decision may take."""

SECONDS = 8
"""The budget of a decision of Hard."""


def main() -> None:
    wanted = asked_for(__doc__, games=(10, 1), every=(40, 200))
    for kind in KINDS:
        records = bot_games(kind, wanted.games)
        search_seldom()  # as a site does, or a search counts as a slow decision
        for level, goal in GOALS.items():
            next(_decisions(records[0], level))  # the first one of a process loads the board
            times = sorted(time for record in records for time in _decisions(record, level))
            report(f"bot_{level}_median_{kind}", median(times) * 1e3, "ms", 3)
            report(f"bot_{level}_slowest_{kind}", times[-1] * 1e3, "ms", goal)
        thinking = sorted(time for record in records[:2] for time in _thinking(record, wanted.every))
        report(f"bot_hard_p95_{kind}", thinking[int(0.95 * (len(thinking) - 1))], "s", 10)
        report(f"bot_hard_over_budget_{kind}", thinking[-1] / SECONDS, "times", 1.1)
    for edition in EDITIONS:
        _measure_waste(edition, 2 * wanted.games)


def _decisions(record: rules.Record, level: rules.bots.Level) -> Iterator[float]:
    """The seconds that each decision of a game takes a bot."""
    positions = rules.positions(record.setup, record.moves)
    for state, (seat, _) in zip(positions, record.moves, strict=False):
        started = process_time()
        rules.bots.decide(state, seat, level=level)
        yield process_time() - started


def _thinking(record: rules.Record, every: int) -> Iterator[float]:
    """The seconds that some decisions of a game take Hard, which is stopped as it is on the site."""
    positions = rules.positions(record.setup, record.moves)
    for state, (seat, _) in [*zip(positions, record.moves, strict=False)][::every]:
        started = process_time()
        for _thought in rules.bots.thoughts(state, seat, "a"):
            if process_time() - started > SECONDS:
                break
        yield process_time() - started


def _measure_waste(edition: str, games: int) -> None:
    """What Normal bots pay above least bids in rounds 1 to 3, and what they can power by city in rounds 3 to 7."""
    above, powers, cities = [], 0, 0
    for number in range(games):
        options = rules.options_from_data({"edition": edition})
        state = rules.start(rules.new_setup(options, 4, f"waste-{number}"))
        while not state.is_over:
            seat = state.to_move[0]
            before, state = state, rules.apply(state, seat, rules.bots.decide(state, seat, level="normal"))
            if before.round <= 3:
                bought = (event for event in state.happened if isinstance(event, PlantBought))
                above += [event.price - least_bid(before, event.plant) for event in bought]
            if before.round != state.round and 3 <= before.round <= 7:
                powers += sum(plant.powers for player in state.players for plant in state.plants.of(player.plants))
                cities += sum(len(player.cities) for player in state.players)
    report(f"bot_normal_above_least_bid_{edition}", mean(above), "Elektro", 6)
    report(f"bot_normal_powers_by_city_{edition}", powers / cities, "times", 1.6)


if __name__ == "__main__":
    main()
