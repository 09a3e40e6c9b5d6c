"""The coach: what the hard bot would do, with figures that a player can check."""

from itertools import permutations

import pytest
from msgspec.structs import replace

import rules
from rules import bots
from rules.selfplay import play_game
from tests.rules.positions import with_other_secrets

KINDS = (rules.OpenAuction, rules.PassBid, rules.DiscardPlant, rules.BuyResources, rules.BuildCities, rules.RunPlants)


@pytest.fixture(scope="module")
def decided():
    """By kind of action: a position from the midst of a game in which that was done, who did it, and all of it."""
    record, _ = play_game(rules.Options(edition="recharged"), 3, "coach")
    before = rules.positions(record.setup, record.moves)
    known = [(state, seat, action) for state, (seat, action) in zip(before, record.moves, strict=False)]
    later = [one for one in known if one[0].round >= 4]
    return {kind: next(one for one in later if isinstance(one[2], kind)) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_advice_hangs_on_nothing_that_the_seat_may_not_see(decided, kind):
    state, seat, action = decided[kind]
    told = bots.advice(state, seat, action, playouts=2)
    assert told == bots.advice(with_other_secrets(state, seat), seat, action, playouts=2)
    assert told.guesses_money


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_done_is_compared_with_what_the_bot_would_do(decided, kind):
    state, seat, action = decided[kind]
    told = bots.advice(state, seat, action, playouts=2)
    assert told.taken in told.options
    assert told.best in told.options
    assert told.taken.action == action
    assert [option.chance for option in told.options] == sorted((o.chance for o in told.options), reverse=True)
    assert told.options[0].behind == 0


def test_what_the_bot_would_not_think_of_is_weighed_all_the_same(decided):
    state, seat, action = decided[rules.OpenAuction]
    odd = rules.OpenAuction(action.plant, action.bid + 3)
    told = bots.advice(state, seat, odd, playouts=2)
    assert told.taken.action == odd
    assert told.best.action != odd
    assert odd not in [option.action for option in bots.advice(state, seat, playouts=2).options]


def test_nothing_is_said_of_what_was_done_before_it_is(decided):
    state, seat, _action = decided[rules.BuyResources]
    assert bots.advice(state, seat, playouts=1).taken is None


def test_cities_in_another_order_are_the_same_choice(decided):
    state, seat, _action = decided[rules.BuildCities]
    first, second = [house.city for house in bots.advice(state, seat, playouts=1).figures.houses[:2]]
    rich = state.with_player(seat, replace(state.players[seat], money=200))
    either = [
        bots.advice(rich, seat, rules.BuildCities(cities), playouts=1)
        for cities in ((first, second), (second, first))
    ]
    assert {frozenset(option.action.cities) for option in either[0].options} == {
        frozenset(option.action.cities) for option in either[1].options
    }
    assert len(either[0].options) == len(either[1].options)


def test_cities_in_an_order_that_costs_more_are_another_choice():
    record, _ = play_game(rules.Options(map="usa"), 4, "a")
    dearer = next(filter(None, map(_dearer_order, rules.positions(record.setup, record.moves))))
    state, cheap, dear = dearer
    told = bots.advice(state, state.to_move[0], rules.BuildCities(dear), playouts=1)
    assert told.taken.action.cities == dear
    assert bots.advice(state, state.to_move[0], rules.BuildCities(cheap), playouts=1).taken.spent < told.taken.spent


def test_plants_have_their_least_price_and_a_worth_for_each_who_can_still_get_one(decided):
    state, seat, _action = decided[rules.OpenAuction]
    figures = bots.advice(state, seat, playouts=1).figures
    assert [worth.plant for worth in figures.plants] == [*rules.view(state, seat).market.actual]
    assert all(worth.least in {worth.plant, 1} for worth in figures.plants)
    may_buy = [other not in state.acted for other in range(3)]
    assert all([most is not None for most in worth.most] == may_buy for worth in figures.plants)
    assert figures.money[seat] == state.players[seat].money


def test_visible_money_is_not_guessed(decided):
    state, seat, _action = decided[rules.OpenAuction]
    options = replace(state.options, money_visible=True)
    told = bots.advice(replace(state, setup=replace(state.setup, options=options)), seat, playouts=1)
    assert told.figures.money == tuple(player.money for player in state.players)
    assert not told.guesses_money


def test_scrapped_plant_costs_what_is_lost_without_it(decided):
    state, seat, action = decided[rules.DiscardPlant]
    worth = bots.advice(state, seat, action, playouts=1).figures.worth_without
    assert worth.keys() == {offer.plant for offer in rules.legal(state, seat).plants}


def test_fuel_is_told_for_the_kinds_that_the_own_plants_burn(decided):
    state, seat, _action = decided[rules.BuyResources]
    told = bots.advice(state, seat, playouts=1)
    burns = {kind for plant in state.plants.of(state.players[seat].plants) for kind in plant.burns}
    assert {trade.kind for trade in told.figures.trades} == burns
    for trade in told.figures.trades:
        assert trade.on_sale == state.resources[trade.kind]
        assert trade.refilled == rules.refill_due(state)[trade.kind]
        assert trade.own <= trade.burnt
    assert all(option.spent is not None and option.powers is not None for option in told.options)


def test_house_earns_what_its_city_adds_to_the_income_of_the_round(decided):
    state, seat, _action = decided[rules.BuildCities]
    figures = bots.advice(state, seat, playouts=1).figures
    player = state.players[seat]
    powers = rules.most_cities(state.plants.of(player.plants), player.fuel, 99)
    for place, house in enumerate(figures.houses):
        network = len(player.cities) + place
        earned = rules.payment(min(network + 1, powers)) - rules.payment(min(network, powers))
        assert house.earns == earned
    offers = {(offer.city, offer.slot, offer.connection) for offer in rules.legal(state, seat).cities}
    assert (figures.houses[0].city, figures.houses[0].slot, figures.houses[0].connection) in offers


def _dearer_order(state: rules.State) -> tuple[rules.State, tuple[str, ...], tuple[str, ...]] | None:
    """A position in which the first choice of a bot, two cities or more, costs more in another order; and both."""
    if not state.to_move or state.phase is not rules.Phase.BUILDING:
        return None
    seat, first = state.to_move[0], bots.choices(state, state.to_move[0])[0]
    assert isinstance(first, rules.BuildCities)
    for cities in permutations(first.cities):
        try:
            after = rules.apply(state, seat, rules.BuildCities(cities, first.free_start))
        except rules.RuleError:
            continue
        if after.players[seat].money < rules.apply(state, seat, first).players[seat].money:
            return state, first.cities, cities
    return None
