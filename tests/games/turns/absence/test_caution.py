"""What is done for somebody whose time has run out: legal in every game, and nothing to regret."""

import pytest
from msgspec.structs import replace

import rules
from games.turns.autoplay import cautious
from tests.games.turns.absence.positions import first
from tests.rules import random_play

TABLES = list(random_play.tables())[::41]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.seed)
def test_it_is_legal_in_every_position_and_wins_no_plant_without_need(table):
    for state in random_play.random_game(table).states:
        for seat in state.to_move:
            after = rules.apply(state, seat, cautious(state, seat))
            gained = len(after.players[seat].plants) > len(state.players[seat].plants)
            assert not gained or (state.round == 1 and state.phase is rules.Phase.AUCTION)


def test_nothing_is_put_up_for_auction_after_the_first_round():
    assert cautious(*first(rules.OpeningDecision, since_round=2)) == rules.DeclineAuction()


def test_the_cheapest_plant_is_put_up_at_its_least_bid_where_one_has_to_be():
    state, seat = first(rules.OpeningDecision)
    assert cautious(state, seat) == rules.OpenAuction(3, 3)


def test_the_plant_that_is_cheapest_for_its_discount_is_the_cheapest():
    state, seat = first(rules.OpeningDecision, edition="recharged")
    offers = rules.legal(state, seat).plants
    assert cautious(state, seat) == rules.OpenAuction(state.discount, min(offer.least for offer in offers))


def test_a_bid_is_passed():
    assert cautious(*first(rules.BiddingDecision)) == rules.PassBid()


def test_no_fuel_is_bought_for_cities_that_are_not_there():
    assert cautious(*first(rules.PurchaseDecision)) == rules.BuyResources()


def test_fuel_is_bought_just_for_the_cities_that_are_there():
    state, seat = first(rules.PurchaseDecision)
    city = rules.House("berlin", 10)
    owner = replace(state.players[seat], plants=(4, 7), cities=(city,))
    state = state.with_player(seat, owner)
    bought = cautious(state, seat)
    assert bought.fuel == rules.Fuel(coal=2)  # plant 4 suffices for one city


def test_nothing_is_built():
    assert cautious(*first(rules.BuildingDecision)) == rules.BuildCities(())


def test_the_most_cities_are_powered():
    state, seat = first(rules.PoweringDecision)
    assert cautious(state, seat) == rules.legal(state, seat).best
