"""Phase 3: buying fuel (RES-1 to RES-7)."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules import fuel_market, trust
from rules.actions import Action, BuyResources
from rules.decisions import FuelOffer, PurchaseDecision
from rules.errors import RuleError
from rules.events import ResourcesBought
from rules.fuel import Fuel, FuelKind
from rules.plants import storage_of
from rules.state import Player, Seat, State


def begin(state: State) -> State:
    return state


def legal(state: State, seat: Seat) -> PurchaseDecision:
    first, *others = [_decision(state, seat, market) for market in range(len(state.board.markets))]
    return replace(first, elsewhere=tuple(others)) if others else first


def forced(decision: PurchaseDecision) -> Action | None:
    """Buying nothing, where nothing can be bought."""
    offers = (offer for market in decision.markets for offer in market.fuels)
    can_buy = any(offer.room and offer.prices and offer.prices[0] <= decision.money for offer in offers)
    return None if can_buy else BuyResources()


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, BuyResources):
        raise RuleError("GEN-8", "It is time to buy fuel.")
    player, wanted = state.players[seat], action.fuel
    market = _market(state, action)
    prices = fuel_market.prices_for(state, seat, market)
    _check_purchase(state, player, wanted, prices)
    price = sum([sum(prices[kind][:tokens]) for kind, tokens in wanted.items()])
    if price > player.money:
        raise RuleError(
            "GEN-2", "That costs {price} Elektro, but you have only {money}.", price=price, money=player.money
        )
    bought = replace(player, money=player.money - price, fuel=player.fuel + wanted)
    state = fuel_market.take(state.with_player(seat, bought), wanted, market)
    state = _end_turn(state, seat, wanted).saying(ResourcesBought(seat, wanted, price, action.market or ""))
    # The Trust comes second: after the third-placed player, who buys first (TRU-8).
    return trust.take_fuel(state) if len(state.acted) == 1 else state


def is_done(state: State) -> bool:
    return state.all_have_acted


def end(state: State) -> State:
    return replace(state, last_turn=None)


def _decision(state: State, seat: Seat, market: int) -> PurchaseDecision:
    """What a seat can buy in one of the markets."""
    player, on = state.players[seat], state.board
    plants = state.plants.without_mines(player.plants)
    capacity = storage_of(plants)
    prices, stored = fuel_market.prices_for(state, seat, market), fuel_market.stored(state)
    fuels = [
        FuelOffer(kind, prices[kind], more, stored=stored if kind == "coal" else 0)
        for kind, more in capacity.room(player.fuel).items()
    ]
    return PurchaseDecision(
        player.money,
        tuple(fuels),
        capacity.mixed_room(player.fuel),
        plants,
        on.rules.fuel_sales.token_by_token,
        on.markets[market].id,
    )


def _market(state: State, action: BuyResources) -> int:
    """The market of a purchase by its place on the board (MAP-KR-5)."""
    markets = [market.id for market in state.board.markets]
    if action.market is None and (len(markets) == 1 or not action.fuel):
        return 0
    if len(markets) == 1:
        raise RuleError("MAP-KR-5", "This board has one market only, so a purchase names none.")
    if not action.fuel:
        raise RuleError("MAP-KR-5", "You buy nothing, so there is no market to choose.")
    if action.market not in markets:
        names = ", ".join(market.name for market in state.board.markets)
        raise RuleError("MAP-KR-5", "Choose one market for all you buy: {markets}.", markets=names)
    return markets.index(action.market)


def _end_turn(state: State, seat: Seat, bought: Fuel) -> State:
    """One turn each (RES-1); where turns go round, only those are out who buy nothing (MAP-IN-7)."""
    if not state.board.rules.fuel_sales.token_by_token:
        return replace(state, acted=(*state.acted, seat))
    return replace(state, last_turn=seat, acted=state.acted if bought else (*state.acted, seat))


def _check_purchase(state: State, player: Player, wanted: Fuel, prices: Mapping[FuelKind, tuple[int, ...]]) -> None:
    sales = state.board.rules.fuel_sales
    if sales.token_by_token and wanted.tokens > 1:
        raise RuleError("MAP-IN-7", "You can buy one token a turn, and then more when your turn comes again.")
    plants = state.plants.of(player.plants)
    burnt = {kind for plant in plants for kind in plant.burns}
    for kind, tokens in wanted.items():
        if tokens and kind not in burnt:
            raise RuleError("RES-2", "None of your plants burns {fuel}.", fuel=kind)
        if tokens > len(prices[kind]):
            _refuse_amount(state, kind, tokens, len(prices[kind]))
    if not storage_of(plants).holds(player.fuel + wanted):
        raise RuleError("PLT-7", "Your plants cannot store that much fuel.")


def _refuse_amount(state: State, kind: FuelKind, wanted: int, left: int) -> None:
    """Say why not that much of a kind can be bought: the rest is too dear (MAP-IN-9), or there is no more (RES-5).

    :raises RuleError: in any case.
    """
    ceiling = state.board.rules.fuel_sales.ceiling[state.step - 1]
    if ceiling is not None and state.resources[kind] > left:
        raise RuleError(
            "MAP-IN-9",
            "In Step {step} no token can be bought that costs more than {ceiling} Elektro.",
            step=state.step,
            ceiling=ceiling,
        )
    raise RuleError(
        "RES-5",
        "You want {wanted} {fuel}, but only {left} can be bought.",
        wanted=wanted,
        fuel=kind,
        left=left,
    )
