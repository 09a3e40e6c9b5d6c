"""Positions in which a company is to build, on any board: cards and fuel are those of the start."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

import rules
from rules.boards import first_version
from rules.state import House, Phase, Player, Seat, State
from tests.rules.positions import after


def builders(
    *networks: str,
    map: str,
    edition: str = "recharged",
    players: int = 5,
    money: int = 200,
    areas: Sequence[str] = (),
    blocked: Sequence[str] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Phase 4 in round 3 among companies with these cities; the first one builds last, and the others have."""
    named = {"edition": edition, "map": map, "areas": "host" if areas else "random", **(options or {})}
    chosen = rules.options_from_data(named)
    setup = rules.new_setup(chosen, players, "c0ffee", tuple(areas), version=max(2, first_version(map, edition)))
    begun = rules.start(setup)
    done = tuple(Seat(seat) for seat in range(1, players))
    parts = {
        "setup": setup if blocked is None else replace(setup, blocked=tuple(blocked)),
        "phase": Phase.BUILDING,
        "round": 3,
        "order": (Seat(0), *done),
        "acted": done,
        "players": tuple(_companies(begun, (*networks, *[""] * (players - len(networks))), money)),
        "discount": None,
        "happened": (),
    }
    return replace(begun, **{**parts, **fields})


def _companies(state: State, networks: Sequence[str], money: int) -> Iterator[Player]:
    """A city named by two companies gives its next slot to the later one."""
    taken: list[House] = []
    for network in networks:
        houses = []
        for city in network.split():
            slots = state.board.cities[city].free_slots(3, (house.slot for house in taken if house.city == city))
            houses.append(House(city, slots[0]))
        taken += houses
        yield Player(money, cities=tuple(houses))


def paid(state: State, build: str) -> tuple[int, list[int]]:
    """What the seat to move pays for a building turn, and the prices of the slots that it took."""
    (seat,) = state.to_move
    before, player = state.players[seat], after(state, f"build {build}").players[seat]
    return before.money - player.money, [house.slot for house in player.cities[len(before.cities) :]]


def price(state: State, city: str) -> int:
    """What the seat to move pays for one city."""
    return paid(state, city)[0]


def offered(state: State) -> set[tuple[str, int, bool]]:
    """What the seat to move could build next: city, price and whether that is its free start."""
    decision = rules.legal(state, state.to_move[0])
    assert isinstance(decision, rules.BuildingDecision)
    return {(offer.city, offer.cost, offer.free_start) for offer in decision.cities}
