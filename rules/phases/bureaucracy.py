"""Phase 5: powering cities, refill, market update (BUR-1 to BUR-11); then Phase 1 of the next round."""

from msgspec.structs import replace

from rules import outage, steps, trust, uranium_market
from rules.actions import Action, Run, RunPlants
from rules.decisions import PoweringDecision
from rules.errors import RuleError
from rules.events import CitiesPowered, RoundBegan
from rules.fuel import NO_FUEL, Fuel
from rules.phases import order
from rules.plants import Plant
from rules.powering import all_runs, best_run, burnt_by, most_cities, stuck
from rules.scoring import income
from rules.state import Player, Seat, State


def begin(state: State) -> State:
    """Where the edition has it so, Step 2 begins before anything else (STEP-5)."""
    return state.board.hooks.begin_bureaucracy(outage.begin(steps.begin_bureaucracy(state)))


def legal(state: State, seat: Seat) -> PoweringDecision:
    player = state.players[seat]
    plants = state.plants.without_mines(player.plants)
    pools_fuel = state.edition.pools_fuel
    best = best_run(plants, player.fuel, len(player.cities), pools_fuel=pools_fuel)
    return PoweringDecision(
        plants=plants,
        fuel=player.fuel,
        network_size=len(player.cities),
        best=best.action,
        best_cities=best.cities,
        best_income=income(state, best.cities, len(player.cities)),
        least_cities=best.cities if state.board.rules.must_power_most else 0,
        pools_fuel=pools_fuel,
    )


def forced(decision: PoweringDecision) -> Action | None:
    """Running nothing, where no plant can run; or the only way to power as many cities as must be (MAP-IN-11)."""
    if decision.least_cities:
        enough = [choice.action for choice in all_runs(decision) if choice.cities >= decision.least_cities]
        return enough[0] if len(enough) == 1 else None
    can_run = any(most_cities((plant,), decision.fuel, 1) for plant in decision.plants)
    return None if can_run else RunPlants(())


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, RunPlants):
        raise RuleError("GEN-8", "It is time to power cities.")
    player = state.players[seat]
    burnt = _burnt(state, player, action)
    numbers = tuple(run.number for run in action.plants)
    cities = min(len(player.cities), sum([plant.powers for plant in state.plants.of(numbers)]))
    _check_cities(state, player, cities)
    paid = income(state, cities, len(player.cities))
    state = state.with_player(seat, replace(player, money=player.money + paid, fuel=player.fuel - burnt))
    powered = CitiesPowered(seat, numbers, cities, paid, burnt)
    return state.saying(powered, supply=state.supply + burnt, acted=(*state.acted, seat))


def is_done(state: State) -> bool:
    return state.all_have_acted


def end(state: State) -> State:
    """Refill and market update (BUR-1), then Phase 1 of the next round (ORD-3)."""
    state = uranium_market.use(uranium_market.sell(state))
    state = state.board.hooks.refill(trust.return_fuel(state))
    state = steps.begin_next_step(state.board.hooks.update_market(state))
    ranked = state.order if state.board.rules.orders_after_auction else order.ranked(state)
    state = replace(state, round=state.round + 1, order=ranked, bought=(), discount_unsold=False, new_cities=0)
    return state.saying(RoundBegan(state.round, state.order))


def _burnt(state: State, player: Player, action: RunPlants) -> Fuel:
    """The fuel that a choice of plants burns (BUR-2)."""
    burnt, running = NO_FUEL, set[int]()
    for run in action.plants:
        _check_run(state, player, run)
        if run.number in running:
            raise RuleError("PLT-2", "Plant {plant:02} can run only once a round.", plant=run.number)
        running.add(run.number)
        burnt += burnt_by(state.plants[run.number], run)
    if (player.fuel - burnt).is_negative:
        raise RuleError(
            "PLT-2", "Together these plants burn {burnt}, but you have {held}.", burnt=burnt, held=player.fuel
        )
    if not state.edition.pools_fuel:
        _check_places(state.plants.of(player.plants), action, player.fuel - burnt)
    return burnt


def _check_places(plants: tuple[Plant, ...], action: RunPlants, left: Fuel) -> None:
    """Refuse the mix of a hybrid that cannot lie on it (BUR-2a)."""
    found = stuck(plants, action.plants, left)
    if found is None:
        return
    run, room = found
    if run.coal > room.coal:
        raise RuleError(
            "BUR-2a",
            "Plant {plant:02} burns only what lies on it, and your oil leaves room there for {most} coal.",
            plant=run.number,
            most=room.coal,
        )
    raise RuleError(
        "BUR-2a",
        "Plant {plant:02} burns only what lies on it, and your coal leaves room there for {most} oil.",
        plant=run.number,
        most=room.oil,
    )


def _check_run(state: State, player: Player, run: Run) -> None:
    if run.number not in player.plants:
        raise RuleError("BUR-2", "You do not own plant {plant:02}.", plant=run.number)
    plant = state.plants[run.number]
    if plant.is_mine:
        raise RuleError("MAP-AUS-7", "Plant {plant:02} is a mine: it powers no city.", plant=run.number)
    if plant.kind == "hybrid":
        if run.coal + run.oil != plant.need:
            raise RuleError(
                "PLT-5",
                "Plant {plant:02} burns coal and oil that add up to {need}.",
                plant=plant.number,
                need=plant.need,
            )
    elif run.coal or run.oil:
        raise RuleError("PLT-5", "Plant {plant:02} is not a hybrid, so it has no mix to choose.", plant=plant.number)


def _check_cities(state: State, player: Player, cities: int) -> None:
    """Where all that can be powered has to be, refuse less (MAP-IN-11)."""
    if not state.board.rules.must_power_most:
        return
    most = most_cities(state.plants.of(player.plants), player.fuel, len(player.cities))
    if cities < most:
        raise RuleError(
            "MAP-IN-11", "You power {cities} cities, but must power {most}, as you can.", cities=cities, most=most
        )
