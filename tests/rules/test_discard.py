"""Phase 2: the plant that is one too many, and what becomes of its fuel."""

import pytest

import rules
from tests.rules.positions import (
    after,
    company,
    pass_on,
    pass_on_to,
    position,
    refused,
    tokens,
)

HIGH_MARKET = (20, 21, 22, 23, 24, 25, 26, 27)

FULL_HAND = company(60, plants=(7, 10, 15))


def one_too_many():
    """Seat 0 has won plant 20 and owns four."""
    state = position([FULL_HAND, company(), company()], market=HIGH_MARKET, deck=(30, "step3"))
    return after(state, "open 20 20", "pass", "pass")


@pytest.mark.rule("AUC-16", "PLT-9", "CC-17")
def test_buyer_of_a_fourth_plant_is_asked_which_of_the_older_ones_goes():
    decision = rules.legal(one_too_many(), 0)
    assert decision.new_plant == 20
    assert [offer.plant for offer in decision.plants] == [7, 10, 15]


@pytest.mark.rule("AUC-16", "CC-17")
@pytest.mark.parametrize("plant", [20, 21])
def test_only_an_older_own_plant_can_be_discarded(plant):
    with refused("AUC-16"):
        after(one_too_many(), f"discard {plant}")


@pytest.mark.rule("AUC-16", "CC-17")
@pytest.mark.parametrize("text", ["0: open 21 21", "0: decline", "0: bid 21", "0: pass"])
def test_buyer_does_nothing_before_the_discard(text):
    with refused("AUC-16"):
        after(one_too_many(), text)


@pytest.mark.rule("AUC-16", "CC-17")
@pytest.mark.parametrize("text", ["1: open 21 21", "1: decline", "2: pass"])
def test_nobody_else_acts_before_the_discard(text):
    with refused("GEN-9"):
        after(one_too_many(), text)


@pytest.mark.rule("AUC-16", "MKT-5")
def test_discarded_plant_is_out_of_the_game_and_nothing_is_paid_for_it():
    state = after(one_too_many(), "discard 10")
    assert state.players[0].plants == (7, 15, 20)
    assert state.players[0].money == 40
    assert 10 in state.removed
    assert 10 not in state.deck


@pytest.mark.rule("AUC-19", "CC-17")
def test_replacement_is_drawn_after_the_discard_only():
    state = one_too_many()
    assert 30 not in state.market
    assert 30 in after(state, "discard 7").market


@pytest.mark.rule("AUC-16")
def test_next_opener_is_asked_after_the_discard():
    state = after(one_too_many(), "discard 7")
    assert (state.discarding, state.new_plant, state.to_move) == (None, 0, (1,))


@pytest.mark.rule("PLT-9", "AUC-16", "CC-18")
def test_two_players_own_four_plants_without_a_discard():
    state = position([FULL_HAND, company()], market=HIGH_MARKET)
    state = after(state, "open 20 20", "pass")
    assert state.discarding is None
    assert state.players[0].plants == (7, 10, 15, 20)


@pytest.mark.rule("PLT-9", "AUC-16", "CC-18")
def test_two_players_discard_one_of_four_older_plants_with_the_fifth():
    state = position([company(60, plants=(7, 10, 15, 16)), company()], market=HIGH_MARKET)
    state = after(state, "open 20 20", "pass")
    assert [offer.plant for offer in rules.legal(state, 0).plants] == [7, 10, 15, 16]


def bought_with(plants, fuel, new, **fields):
    """Seat 0 has just bought plant ``new`` and has to discard one of ``plants``."""
    market = sorted({new, *[number for number in (31, 32, 33, 34, 35, 36, 37, 38) if number != new][:7]})
    state = position([company(60, plants=plants, fuel=fuel), company(), company()], market=market, **fields)
    return after(state, f"open {new} {new}", "pass", "pass")


@pytest.mark.rule("AUC-17", "PLT-7", "CC-19")
def test_all_fuel_stays_where_the_new_plant_makes_room():
    state = after(bought_with((5, 8, 13), "c6 o2", new=3), "discard 5")
    assert state.players[0].fuel == tokens("c6 o2")


@pytest.mark.rule("AUC-17", "CC-20")
def test_fuel_that_fits_nowhere_goes_to_the_supply():
    before = bought_with((4, 5, 13), "c8", new=6)
    state = after(before, "discard 5")
    assert state.players[0].fuel == tokens("c4")
    assert state.supply == before.supply + tokens("c4")


@pytest.mark.rule("AUC-17")
@pytest.mark.parametrize(("plants", "fuel"), [((6, 10, 13), "g2"), ((10, 11, 13), "u2"), ((9, 10, 13), "o2")])
def test_fuel_of_every_kind_goes_with_the_only_plant_that_burns_it(plants, fuel):
    before = bought_with(plants, fuel, new=20)
    gone = next(plant for plant in plants if plant in (6, 9, 11))
    state = after(before, f"discard {gone}")
    assert state.players[0].fuel == rules.NO_FUEL
    assert state.supply == before.supply + tokens(fuel)


@pytest.mark.rule("AUC-18")
@pytest.mark.parametrize(
    ("plants", "fuel", "gone", "drop"),
    [((6, 14, 13), "g6", 6, "g2"), ((11, 17, 13), "u3", 11, "u2"), ((6, 14, 13), "g4", 6, "g1")],
)
def test_garbage_and_uranium_may_be_given_back_too(plants, fuel, gone, drop):
    state = after(bought_with(plants, fuel, new=20), f"discard {gone} {drop}")
    assert state.players[0].fuel == tokens(fuel) - tokens(drop)


@pytest.mark.rule("AUC-18")
def test_coal_and_oil_given_back_with_a_hybrid_stay_within_its_storage_together():
    state = bought_with((5, 8, 7), "c6 o4", new=20)
    assert after(state, "discard 5 c2 o2").players[0].fuel == tokens("c4 o2")
    with refused("AUC-18"):
        after(state, "discard 5 c3 o2")


@pytest.mark.rule("AUC-17", "CC-22")
def test_returned_fuel_goes_neither_to_the_market_nor_is_it_paid_for():
    before = bought_with((4, 10, 13), "c4", new=6)
    state = after(before, "discard 4 c4")
    assert state.resources == before.resources
    assert state.players[0].money == before.players[0].money
    assert state.supply == before.supply + tokens("c4")


@pytest.mark.rule("AUC-18", "PLT-7", "CC-21")
@pytest.mark.parametrize(("drop", "left"), [("c1 o3", "c4"), ("c4", "c1 o3"), ("c3 o1", "c2 o2"), ("c2 o2", "c3 o1")])
def test_player_chooses_whether_coal_or_oil_goes(drop, left):
    state = after(bought_with((5, 12, 13), "c5 o3", new=6), f"discard 12 {drop}")
    assert state.players[0].fuel == tokens(left)


@pytest.mark.rule("AUC-18", "CC-21")
def test_discard_that_leaves_the_choice_of_coal_or_oil_open_is_refused():
    with refused("AUC-18"):
        after(bought_with((5, 12, 13), "c5 o3", new=6), "discard 12")


@pytest.mark.rule("AUC-18", "CC-21")
def test_discard_offer_says_how_many_tokens_are_to_be_chosen():
    decision = rules.legal(bought_with((5, 12, 13), "c5 o3", new=6), 0)
    (offer,) = (offer for offer in decision.plants if offer.plant == 12)
    assert (offer.must.coal, offer.must.oil) == (1, 0)
    assert offer.must.coal + offer.must.oil + offer.choose == 4


@pytest.mark.rule("AUC-17", "PLT-8")
def test_keeping_more_than_fits_is_refused():
    with refused("AUC-17"):
        after(bought_with((5, 12, 13), "c5 o3", new=6), "discard 12 c1")


@pytest.mark.rule("AUC-17", "AUC-18", "CC-22")
@pytest.mark.parametrize("kept", [0, 1, 2, 3, 4])
def test_fuel_of_the_discarded_plant_may_be_kept_or_given_back(kept):
    drop = f"c{4 - kept}" if kept < 4 else "-"
    state = after(bought_with((4, 10, 13), "c4", new=6), f"discard 4 {drop}")
    assert state.players[0].fuel.coal == kept


@pytest.mark.rule("AUC-18")
def test_without_a_word_on_fuel_everything_that_fits_stays():
    assert after(bought_with((4, 10, 13), "c4", new=6), "discard 4").players[0].fuel == tokens("c4")


@pytest.mark.rule("AUC-18")
def test_no_more_is_given_back_than_the_discarded_plant_could_hold():
    with refused("AUC-18"):
        after(bought_with((4, 10, 13), "c8", new=6), "discard 4 c5")


@pytest.mark.rule("AUC-18")
def test_fuel_that_the_discarded_plant_does_not_burn_is_not_given_back():
    with refused("AUC-18"):
        after(bought_with((3, 4, 13), "o4 c4", new=6), "discard 4 c4 o1")


@pytest.mark.rule("AUC-17", "BUR-7", "CC-23")
def test_returned_fuel_can_come_back_in_the_refill_of_the_same_round():
    state = bought_with((4, 10, 13), "c4", new=6, resources="c20 o18 g6 u2")
    assert state.supply.coal == 0
    state = pass_on_to(after(state, "discard 4 c4"), "bureaucracy")
    assert pass_on(state).resources.coal == 24
