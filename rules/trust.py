"""The Trust: a third company that takes what two players leave, by rule and not by choice (TRU-1 to TRU-28)."""

from msgspec.structs import replace

from rules import deck, discount, fuel_market, plant_market
from rules.events import (
    TrustDeclined,
    TrustHousePlaced,
    TrustReturnedFuel,
    TrustScrappedPlant,
    TrustTookFuel,
    TrustTookPlant,
)
from rules.fuel import NO_FUEL, Fuel, FuelKind
from rules.plants import Plant
from rules.state import House, Seat, State, Trust

_MOST_PLANTS = 3


def take_plant(state: State) -> State:
    """Take the highest plant on offer, unless all three of its own are higher (TRU-10 to TRU-13)."""
    if state.trust is None or not (offered := plant_market.actual(state)):
        return state
    plant, owned = offered[-1], state.trust.plants
    if len(owned) == _MOST_PLANTS and plant < owned[0]:
        return state.saying(TrustDeclined(plant))
    state = discount.put_aside(plant_market.take(state, plant), plant).saying(TrustTookPlant(plant))
    if len(owned) == _MOST_PLANTS:
        state = replace(state, removed=(*state.removed, owned[0])).saying(TrustScrappedPlant(owned[0]))
        owned = owned[1:]
    if state.options.trust_triggers_phase_out:
        state = fuel_market.phase_out(state, plant)
    return deck.replace_plant(_with(state, plants=tuple(sorted((*owned, plant)))))


def take_fuel(state: State) -> State:
    """Take what one run of each plant burns, as far as the market has it (TRU-15 to TRU-18)."""
    if state.trust is None:
        return state
    wanted = NO_FUEL
    plants = state.plants.of(state.trust.plants)
    # Plants with one fuel are served first, then hybrids, from the lowest number up as they stand here (TRU-16).
    for plant in sorted(plants, key=lambda plant: len(plant.burns)):
        wanted += _run_of(plant, state.resources - wanted)
    if not wanted:
        return state
    state = fuel_market.take(state, wanted)
    return _with(state, fuel=wanted).saying(TrustTookFuel(wanted))


def return_fuel(state: State) -> State:
    """All its fuel goes back to the supply (TRU-23)."""
    if state.trust is None or not state.trust.fuel:
        return state
    fuel = state.trust.fuel
    state = replace(state, supply=state.supply + fuel)
    return _with(state, fuel=NO_FUEL).saying(TrustReturnedFuel(fuel))


def place_house(state: State, seat: Seat, city: str, slot: int) -> State:
    """Put a house of the reserve into a city."""
    trust = _of(state)
    state = _with(state, houses=(*trust.houses, House(city, slot)))
    return state.saying(TrustHousePlaced(seat, city, slot))


def follow(state: State, seat: Seat, city: str) -> State:
    """Where a player has just connected a city that was empty, the Trust comes, too (TRU-20)."""
    if state.trust is None or not state.trust.reserve or len(state.houses(city)) > 1:
        return state
    return place_house(state, seat, city, state.board.cities[city].slots[1])


def _run_of(plant: Plant, on_sale: Fuel) -> Fuel:
    """The fuel for one run, kind after kind and token by token, as far as there is any (TRU-16, TRU-17)."""
    wanted: dict[FuelKind, int] = dict.fromkeys(plant.burns, 0)
    missing = plant.need
    while missing:
        before = missing
        for kind in plant.burns:
            if missing and wanted[kind] < on_sale[kind]:
                wanted[kind] += 1
                missing -= 1
        if missing == before:
            break
    return Fuel(**wanted)


def _of(state: State) -> Trust:
    assert state.trust is not None  # noqa: S101  (only ever called in a game that has one)
    return state.trust


def _with(state: State, **changed: object) -> State:
    return replace(state, trust=replace(_of(state), **changed))
