import pytest
from msgspec.structs import replace

import rules
from rules.actions import BuyResources
from tests.rules.positions import company, position


def buying(*plants: int, money: int = 50, resources: str, cities: str = "") -> rules.State:
    """Whoever buys first has these plants."""
    buyer = company(money, plants=list(plants), cities=cities)
    return position([company(), company(), buyer], phase="resources", resources=resources)


def decision_of(state: rules.State) -> rules.PurchaseDecision:
    decision = rules.legal(state, state.to_move[0])
    assert isinstance(decision, rules.PurchaseDecision)
    return decision


def powers(player: rules.Player) -> int:
    return rules.most_cities(rules.PLANTS.of(player.plants), player.fuel, player.network_size)


@pytest.mark.rule("RES-2")
def test_what_is_proposed_in_random_games_can_be_bought_and_supplies_no_less(game):
    for state in game.states:
        if state.phase is not rules.Phase.RESOURCES:
            continue
        seat = state.to_move[0]
        player, decision = state.players[seat], decision_of(state)
        for purchase in (rules.fuel_to_run_all(player, decision), rules.fuel_to_power_most(player, decision)):
            rules.apply(state, seat, purchase)
            after = replace(player, fuel=player.fuel + purchase.fuel)
            assert powers(after) >= powers(player)


def test_hybrids_run_on_what_is_cheaper():
    state = buying(5, resources="c24 o3")
    assert rules.fuel_to_run_all(state.players[2], decision_of(state)) == BuyResources(coal=2)


def test_nothing_is_bought_for_a_run_that_cannot_be_paid_for():
    state = buying(4, 3, resources="c20 o20", money=1)
    assert rules.fuel_to_run_all(state.players[2], decision_of(state)) == BuyResources()


def test_most_cities_are_supplied_with_the_cheapest_choice_of_plants():
    state = buying(4, 20, resources="c24", cities="koln aachen")
    assert rules.fuel_to_power_most(state.players[2], decision_of(state)) == BuyResources(coal=3)
