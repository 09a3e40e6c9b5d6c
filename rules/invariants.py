"""What is true of every position. A position that breaks one of these is a bug in this package."""

from collections import Counter

import msgspec

from rules import uranium_market
from rules.events import CitiesPowered, CityBuilt, PlantBought, ResourcesBought, UraniumSold
from rules.fuel import NO_FUEL, Fuel
from rules.fuel_market import on_sale
from rules.fuel_tracks import total
from rules.network import HOUSES
from rules.plant_market import most_shown
from rules.plants import PLANTS, STEP3, storage_of
from rules.state import Phase, State, Step3Card

_PLANTS = frozenset(PLANTS)


class BrokenInvariant(AssertionError):
    """A position that no game can reach."""


def check(state: State) -> None:
    """Look at a position from all sides.

    :raises BrokenInvariant: with what is wrong.
    """
    _check_fuel(state)
    _check_cards(state)
    _check_companies(state)
    _check_cities(state)
    _check_marks(state)
    _check_trust(state)
    _check_turn(state)
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    _require(again == state, "the position does not survive JSON")


def check_money(before: State, after: State) -> None:
    """Hold the money that an action moved against the events that tell of it: all of it went to or from the bank.

    :raises BrokenInvariant: money moved that no event tells of.
    """
    moved = [0] * len(after.players)
    for event in after.happened:
        match event:
            case PlantBought(seat=seat, price=price) | ResourcesBought(seat=seat, price=price):
                moved[seat] -= price
            case CityBuilt(seat=seat, slot=slot, connection=connection):
                moved[seat] -= slot + connection
            case CitiesPowered(seat=seat, income=income) | UraniumSold(seat=seat, income=income):
                moved[seat] += income
    changes = [new.money - old.money for old, new in zip(before.players, after.players, strict=True)]
    _require(changes == moved, "money moved that no event tells of (GEN-2)")


def _require(holds: bool, complaint: str, seat: int | None = None) -> None:
    if not holds:
        raise BrokenInvariant(complaint.format(seat=seat))


def _check_fuel(state: State) -> None:
    held = sum((player.fuel for player in state.players), state.trust.fuel if state.trust else NO_FUEL)
    held += Fuel(uranium=sum(marker.token for marker in state.marked))
    board = state.board
    _require(held + state.resources + state.supply == board.tokens, "fuel was lost or made (GEN-4)")
    _require(not state.supply.is_negative, "there is less than no fuel (GEN-4)")
    for market, tokens in zip(board.markets, on_sale(state), strict=True):
        _require(not tokens.is_negative, "there is less than no fuel (GEN-4)")
        _require(not (market.room - tokens).is_negative, "a market holds more than it has places for (BUR-8)")
    _require(0 <= state.uranium_market <= uranium_market.full(board), "uranium was lost or made (MAP-AUS-8)")
    _require(state.resources == total(on_sale(state)), "the markets do not add up (MAP-KR-2)")


def _check_cards(state: State) -> None:
    owned = [plant for player in state.players for plant in player.plants]
    owned += state.trust.plants if state.trust else ()
    piled = [card for card in state.deck if card != STEP3]
    cards = [*state.market, *piled, *state.removed, *owned, *state.set_aside, *state.pile]
    _require(len(set(cards)) == len(cards) and set(cards) <= _PLANTS, "a card is there twice (GEN-5)")
    dealt = {*state.setup.market, *state.setup.deck, *state.board.rules.deal.set_aside} - {STEP3}
    _require(dealt == set(cards), "a card came or went unseen (SET-13)")
    _require((STEP3 in state.deck) == (state.step3_card is Step3Card.DECK), "the Step 3 card is lost")
    _require(state.buried == state.deck[len(state.deck) - len(state.buried) :], "buried plants moved (MKT-10)")
    known = {*state.deck[: state.known_top]}
    _require(known <= {*state.board.rules.deal.set_aside}, "plants that were set aside are lost (MAP-ES-7)")
    _require(list(state.market) == sorted(state.market), "the market is not sorted (MKT-1)")
    shown = len(state.market) + (state.step3_card is Step3Card.MARKET)
    _require(shown <= most_shown(state, state.step), "the market shows too many plants (MKT-1, STEP-19)")
    discounted = state.discount is None or (state.discount == state.market[0] and state.phase is Phase.AUCTION)
    _require(discounted, "the discount token lies in the wrong place (RCH-8, RCH-14)")


def _check_companies(state: State) -> None:
    plants, allowed = state.plants, state.thresholds.plants
    for seat, player in enumerate(state.players):
        _require(player.money >= 0, "seat {seat} owes money (GEN-2)", seat)
        _require(list(player.plants) == sorted(player.plants), "the plants of seat {seat} are not sorted", seat)
        counted = plants.without_mines(player.plants)
        most = allowed + (state.discarding == seat)
        _require(len(counted) <= most, "seat {seat} has too many plants (PLT-9, PLT-10)", seat)
        if state.discarding != seat:
            _require(storage_of(counted).holds(player.fuel), "seat {seat} stores too much (PLT-8)", seat)
        _require(len(player.cities) <= HOUSES, "seat {seat} has too many houses (BLD-16)", seat)


def _check_cities(state: State) -> None:
    board = state.board
    inside = set(board.cities_in(state.areas)) - {*state.setup.blocked}
    taken: list[tuple[str, int]] = []
    for seat, player in enumerate(state.players):
        names = {house.city for house in player.cities}
        _require(len(names) == len(player.cities), "seat {seat} has two houses in a city (BLD-11)", seat)
        _require(names <= inside, "seat {seat} has built outside the play area (SET-5)", seat)
        taken += [(house.city, house.slot) for house in player.cities]
        free_start = player.free_start
        _require(not free_start or free_start in names, "seat {seat} has lost its free start (MAP-JP-6)", seat)
    if state.trust:
        taken += [(house.city, house.slot) for house in state.trust.houses]
    for (city, slot), houses in Counter(taken).items():
        _require(houses <= board.cities[city].slots.count(slot), "a slot is taken twice (BLD-9)")


def _check_marks(state: State) -> None:
    if not state.marked:
        return
    marked = {marker.city for marker in state.marked}
    _require(len(marked) == len(state.marked), "a city is marked twice (EXP-1)")
    inside = state.board.cities_in(state.areas)
    _require(marked.issubset(inside), "a mark lies outside the play area (EXP-1)")
    for city in marked:
        # Only the house that the Trust has in the second slot of a start city goes with the mark (TRU-6).
        second = state.board.cities[city].slots[1]
        _require(state.houses(city) in ((), ((None, second),)), "a mark stands beside a house (EXP-4)")


def _check_trust(state: State) -> None:
    trust = state.trust
    _require((trust is not None) == state.setup.has_trust, "the Trust plays in the wrong game (TRU-1)")
    if trust is None:
        return
    _require(list(trust.plants) == sorted(trust.plants), "the plants of the Trust are not sorted")
    _require(len(trust.plants) <= 3, "the Trust has too many plants (TRU-12)")
    _require(
        storage_of(state.plants.of(trust.plants)).holds(trust.fuel + trust.fuel),
        "the Trust holds more than one run (TRU-15)",
    )
    _require(not trust.fuel or state.phase not in (Phase.SETUP, Phase.AUCTION), "the Trust kept its fuel (TRU-23)")
    cities = {house.city for house in trust.houses}
    inside = state.board.cities_in(state.areas)
    _require(len(cities) == len(trust.houses), "the Trust has two houses in a city (TRU-20)")
    _require(cities.issubset(inside), "the Trust is outside the play area (TRU-5)")
    slots = {city: state.board.cities[city].slots[:2] for city in cities}
    _require(
        all(house.slot in slots[house.city] for house in trust.houses), "the Trust is in the wrong slot (TRU-21)"
    )
    _require(trust.reserve >= 0, "the Trust has too many houses (TRU-3)")


def _check_turn(state: State) -> None:
    _require(sorted(state.order) == list(range(state.setup.players)), "the order has lost a seat (ORD-3)")
    _require(bool(state.to_move) != (state.phase is Phase.FINISHED), "nobody is to move")
    _require(
        state.last_turn is None or state.phase is Phase.RESOURCES, "turns go round in the wrong Phase (MAP-IN-7)"
    )
