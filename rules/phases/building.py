"""Phase 4: building houses (BLD-1 to BLD-17)."""

from msgspec.structs import replace

from rules import deck, markers, network, outage, scoring, steps, trust
from rules.actions import Action, BuildCities
from rules.decisions import BuildingDecision
from rules.errors import RuleError
from rules.events import BuiltNothing, CityBuilt
from rules.state import Seat, State


def begin(state: State) -> State:
    return state


def legal(state: State, seat: Seat) -> BuildingDecision:
    player = state.players[seat]
    most = network.most_cities_allowed(state) - len(player.cities)
    return BuildingDecision(player.money, most, network.offers(state, seat))


def forced(decision: BuildingDecision) -> Action | None:
    """Building nothing, where nothing can be paid."""
    can_build = any(offer.cost <= decision.money for offer in decision.cities)
    return None if can_build else BuildCities(())


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, BuildCities):
        raise RuleError("GEN-8", "It is time to build cities.")
    if not action.cities:
        state = state.saying(BuiltNothing(seat))
    for city in action.cities:
        state = _build(state, seat, city, free_start=city == action.free_start)
    return replace(state, acted=(*state.acted, seat))


def is_done(state: State) -> bool:
    return state.all_have_acted


def end(state: State) -> State:
    """The game ends here (END-1, FIRST-3, FIRST-6), or Steps change."""
    reached = state.largest_network >= state.thresholds.end
    if reached or (state.options.first_game and network.is_full(state)):
        return scoring.finish(state)
    return steps.end_building(state)


def _build(state: State, seat: Seat, city: str, *, free_start: bool) -> State:
    """Pay and place one house; a mark gives way, the Trust may follow, plants become obsolete (BLD-14, BLD-15)."""
    offer = network.offer(state, seat, city, free_start=free_start)
    player = state.players[seat]
    if offer.cost > player.money:
        raise RuleError(
            "BLD-14",
            "{city} costs {cost} Elektro, but you would have only {money} left.",
            city=state.board.cities[city].name,
            cost=offer.cost,
            money=player.money,
        )
    built = replace(network.with_house(player, offer), money=player.money - offer.cost)
    state = state.with_player(seat, built).saying(CityBuilt(seat, city, offer.slot, offer.connection, offer.path))
    state = outage.count_city(state)
    return deck.remove_obsolete(trust.follow(markers.give_way(state, city), seat, city))
