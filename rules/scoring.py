"""Income, and who has won (BUR-6, END-3 to END-8)."""

from msgspec.structs import replace

from rules import outage, uranium_market
from rules.events import GameEnded
from rules.fuel_market import Position
from rules.powering import most_cities
from rules.state import Phase, Seat, Standing, State

PAYMENTS = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150)
"""Elektro for 0, 1, 2 … cities powered; for more than the last the same (table 3.2)."""


def payment(cities: int) -> int:
    """Income in Elektro for powering so many cities (BUR-6)."""
    return PAYMENTS[min(cities, len(PAYMENTS) - 1)]


def income(position: Position, cities: int, network_size: int) -> int:
    """What a company of a network is paid for powering so many cities: less where there is an outage (MAP-IN-10)."""
    return max(0, payment(cities) - outage.loss_per_city(position) * network_size)


def finish(state: State) -> State:
    """End the game: power what can be powered and rank the seats (END-3, END-5, MAP-AUS-13)."""
    state = uranium_market.sell(state)
    standing = _standing(state)
    winners = tuple(entry.seat for entry in standing if entry.rank == 1)
    return replace(state, phase=Phase.FINISHED, acted=(), standing=standing).saying(GameEnded(winners))


def _standing(state: State) -> tuple[Standing, ...]:
    """One entry per seat, best first; seats that tie in everything share a rank."""
    results = []
    for seat, player in enumerate(state.players):
        powered = most_cities(state.plants.of(player.plants), player.fuel, len(player.cities))
        results.append((Seat(seat), powered, player.money, len(player.cities)))
    options = state.options
    tests = 2 if options.first_game or (options.tiebreak or state.edition.tiebreak) == "money" else 3
    results.sort(key=lambda result: (*(-value for value in result[1 : 1 + tests]), result[0]))
    standing: list[Standing] = []
    for place, (seat, powered, money, cities) in enumerate(results, start=1):
        ties = place > 1 and results[place - 2][1 : 1 + tests] == (powered, money, cities)[:tests]
        rank = standing[-1].rank if ties else place
        standing.append(Standing(seat, rank, powered, money, cities))
    return tuple(standing)
