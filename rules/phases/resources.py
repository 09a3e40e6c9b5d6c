"""Phase 3: buying fuel (RES-1 to RES-7)."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules import fuel_market, trust
from rules.actions import Action, BuyResources
from rules.decisions import FuelOffer, PurchaseDecision
from rules.errors import RuleError
from rules.events import ResourcesBought
from rules.fuel import KINDS, Fuel, FuelKind
from rules.plants import Plant, storage_of
from rules.state import Seat, State


def begin(state: State) -> State:
    return state


def legal(state: State, seat: Seat) -> PurchaseDecision:
    player = state.players[seat]
    plants = state.plants.without_mines(player.plants)
    capacity = storage_of(plants)
    room = capacity.room(player.fuel)
    fuels = tuple(
        FuelOffer(kind, fuel_market.prices_for(state, seat, kind), room[kind], stored=fuel_market.stored(state, kind))
        for kind in KINDS
    )
    return PurchaseDecision(player.money, fuels, capacity.mixed_room(player.fuel), plants)


def forced(decision: PurchaseDecision) -> Action | None:
    """Buying nothing, where nothing can be bought."""
    can_buy = any(offer.room and offer.prices and offer.prices[0] <= decision.money for offer in decision.fuels)
    return None if can_buy else BuyResources()


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, BuyResources):
        raise RuleError("GEN-8", "It is time to buy fuel.")
    player, wanted = state.players[seat], action.fuel
    prices = {kind: fuel_market.prices_for(state, seat, kind) for kind, amount in wanted.items() if amount}
    _check_purchase(state.plants.of(player.plants), player.fuel, wanted, prices)
    price = sum(sum(of_kind[: wanted[kind]]) for kind, of_kind in prices.items())
    if price > player.money:
        raise RuleError(
            "GEN-2", "That costs {price} Elektro, but you have only {money}.", price=price, money=player.money
        )
    bought = replace(player, money=player.money - price, fuel=player.fuel + wanted)
    state = state.with_player(seat, bought)
    state = replace(fuel_market.take(state, wanted), acted=(*state.acted, seat))
    state = state.saying(ResourcesBought(seat, wanted, price))
    # The Trust comes second: after the third-placed player, who buys first (TRU-8).
    return trust.take_fuel(state) if len(state.acted) == 1 else state


def is_done(state: State) -> bool:
    return state.all_have_acted


def end(state: State) -> State:
    return state


def _check_purchase(
    plants: tuple[Plant, ...], held: Fuel, wanted: Fuel, prices: Mapping[FuelKind, tuple[int, ...]]
) -> None:
    if wanted.is_negative:
        raise RuleError("RES-2", "You can buy fuel, but not sell it.")
    burnt = {kind for plant in plants for kind in plant.burns}
    for kind, on_sale in prices.items():
        if kind not in burnt:
            raise RuleError("RES-2", "None of your plants burns {fuel}.", fuel=kind)
        if wanted[kind] > len(on_sale):
            raise RuleError(
                "RES-5",
                "You want {wanted} {fuel}, but only {left} can be bought.",
                wanted=wanted[kind],
                fuel=kind,
                left=len(on_sale),
            )
    if not storage_of(plants).holds(held + wanted):
        raise RuleError("PLT-7", "Your plants cannot store that much fuel.")
