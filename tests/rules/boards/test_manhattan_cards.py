"""Manhattan: two decks, then all plants for sale, and a second purchase after the discounted plant."""

import pytest

import rules
from rules.events import AllForSale, PileShuffled, PlantPiled
from rules.plants import PLANTS, STEP3
from tests.rules.positions import (
    after,
    build_next,
    cards,
    company,
    dealt,
    events,
    left_out,
    pass_on,
    pass_on_to,
    position,
    refused,
    removals,
    some_cities,
    stated_setup,
)

OUT = {20, 22, 37}
MARKET = (3, 5, 6, 8, 9, 10, 12, 15)
HIGH = (20, 21, 23, 24, 25, 26, 28, 30)
PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}
AREAS = ("manhattan",)


def spaces(count):
    """So many spaces that are not blocked in the games of three players here."""
    blocked = stated_setup(3, map="manhattan", areas=AREAS).blocked
    return tuple(city for city in some_cities(83, map="manhattan") if city not in blocked)[:count]


def manhattan(market=HIGH, deck=(31, 32, 33), companies=3, edition="classic", **fields):
    """A position with the first deck, unless told otherwise."""
    defaults = {"map": "manhattan", "areas": AREAS, "options": {"edition": edition, "two_player_mode": "plain"}}
    return position(companies, market=market, deck=deck, **{**defaults, **fields})


def end_of_round(market=HIGH, deck=(31, 32, 33), **fields):
    """Phase 5 after the last company has powered its cities."""
    return after(manhattan(market, deck, phase="bureaucracy", acted=(0, 1), **fields), "run")


def recharged(*plants, money=(50, 50, 50), market=MARKET, deck=(31, 32, 33, 35), **fields):
    """Phase 2 of Recharged; ``plants`` are those of seat 0."""
    companies = [company(money[0], plants), company(money[1]), company(money[2])]
    return manhattan(market, deck, companies, "recharged", **fields)


# The deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NYC-5", "SET-11")
def test_deck_with_a_step_3_card_is_refused():
    setup = stated_setup(3, (31, 32, STEP3), map="manhattan", areas=AREAS, market=MARKET)
    with refused("SET-11", says="On Manhattan the deck has no Step 3 card."):
        rules.start(setup)


@pytest.mark.rule("MAP-NYC-5")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize(
    ("players", "size", "out"),
    [(2, 27, {20, 22, 37}), (3, 27, {20, 22, 37}), (4, 30, set()), (5, 30, set()), (6, 30, set())],
)
def test_nine_plug_plants_are_dealt_and_four_are_out(edition, players, size, out):
    layout = dealt(players, "manhattan", edition)
    assert (len(layout.market), {*layout.market} < PLUGS) == (8, True)
    assert (len(layout.deck), layout.deck[0] in PLUGS, STEP3 in layout.deck) == (size, True, False)
    assert {*layout.deck[1:]}.isdisjoint(PLUGS)
    assert left_out(layout) - PLUGS == out
    assert len(left_out(layout) & PLUGS) == 4


# First deck ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NYC-7", "CC-NYC-6")
def test_two_highest_plants_go_to_the_pile():
    state = end_of_round(MARKET, (13, 16, 31))
    assert [event.plant for event in events(state, PlantPiled)] == [12, 15]
    assert (state.pile, state.market, state.deck) == ((12, 15), (3, 5, 6, 8, 9, 10, 13, 16), (31,))
    assert (state.buried, state.deck_part) == ((), 1)


@pytest.mark.rule("MAP-NYC-11", "GEN-7")
def test_pile_is_public():
    view = rules.view(end_of_round())
    assert (view.pile, view.deck_part) == ((28, 30), 1)


@pytest.mark.rule("MAP-NYC-8", "CC-NYC-7")
def test_pile_becomes_the_second_deck_when_a_plant_is_due_in_phase_2():
    pile = (9, 10, 12, 13, 15, 31, 32, 33, 34, 35)
    state = after(manhattan(deck=(), pile=pile), "open 20 20", "pass", "pass")
    assert [event.cards for event in events(state, PileShuffled)] == [10]
    assert (len(state.deck), len(state.market), state.pile, state.deck_part) == (9, 8, (), 2)


@pytest.mark.rule("MAP-NYC-8")
def test_order_of_the_second_deck_can_be_stated():
    state = manhattan(deck=(), pile=(31, 32, 33), shuffles={"second_deck": (33, 31, 32)})
    state = after(state, "open 20 20", "pass", "pass")
    assert (state.market[-1], state.deck) == (33, (31, 32))


@pytest.mark.rule("MAP-NYC-8")
def test_first_deck_lasts_until_a_plant_is_due():
    state = after(manhattan(deck=(31,), pile=(9, 10)), "open 20 20", "pass", "pass")
    assert (state.deck, state.pile, state.deck_part) == ((), (9, 10), 1)


@pytest.mark.rule("MAP-NYC-8", "MKT-7")
def test_pile_becomes_the_second_deck_when_a_plant_is_due_in_phase_4():
    companies = [company(900, cities=spaces(9)), company(), company()]
    fields = {"phase": "building", "order": (1, 2, 0), "pile": (31, 32)}
    state = build_next(manhattan((10, *HIGH[:7]), (), companies, **fields))
    assert (removals(state), len(state.market), state.deck_part) == ([(10, "obsolete")], 8, 2)


@pytest.mark.rule("MAP-NYC-7", "CC-NYC-8")
def test_market_is_filled_from_the_second_deck_in_the_same_phase_5():
    state = end_of_round(deck=(31,), pile=(9, 10, 12))
    assert [event.cards for event in events(state, PileShuffled)] == [5]
    assert (len(state.market), len(state.deck), state.pile, state.deck_part) == (8, 4, (), 2)


@pytest.mark.rule("MAP-NYC-7")
def test_pile_becomes_the_second_deck_where_phase_5_takes_the_last_card():
    state = end_of_round(deck=(31, 32), pile=(9, 10))
    assert (len(state.market), {*state.deck}, state.deck_part) == (8, {9, 10, 28, 30}, 2)


# Second deck --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NYC-9", "CC-NYC-9")
def test_highest_plant_goes_under_the_second_deck():
    state = end_of_round(deck=(31, 32, 33, 34), deck_part=2)
    assert (state.deck, state.buried, state.market) == ((32, 33, 34, 30), (30,), (20, 21, 23, 24, 25, 26, 28, 31))
    assert state.deck_part == 2


@pytest.mark.rule("MAP-NYC-9", "CC-NYC-9")
def test_plant_comes_back_and_all_are_for_sale_where_the_second_deck_was_empty():
    state = end_of_round(deck=(), deck_part=2)
    assert (state.market, state.deck, state.buried) == (HIGH, (), ())
    assert len(events(state, AllForSale)) == 1
    assert cards(state) == (HIGH, ())


@pytest.mark.rule("MAP-NYC-9", "MAP-NYC-10", "CC-NYC-10")
def test_all_are_for_sale_when_no_plant_is_left_for_a_gap():
    state = manhattan(deck=(), deck_part=2)
    assert cards(state) == (HIGH[:4], HIGH[4:])
    state = after(state, "open 20 20", "pass", "pass")
    assert cards(state) == (HIGH[1:], ())
    state = after(state, "open 30 30", "pass", "decline")
    state = pass_on_to(state, "bureaucracy")
    assert state.market == (21, 23, 24, 25, 26, 28)
    assert pass_on(state).market == (23, 24, 25, 26, 28)


@pytest.mark.rule("MAP-NYC-9", "MKT-6")
def test_all_are_for_sale_from_phase_4_on():
    companies = [company(900, cities=spaces(9)), company(), company()]
    fields = {"phase": "building", "order": (1, 2, 0), "deck_part": 2}
    state = build_next(manhattan((10, *HIGH[:7]), (), companies, **fields))
    assert (cards(state), state.deck_part) == ((HIGH[:7], ()), 3)


@pytest.mark.rule("MAP-NYC-8", "MAP-NYC-9")
def test_last_card_of_the_second_deck_is_drawn_before_all_are_for_sale():
    state = after(manhattan(deck=(31,), deck_part=2), "open 20 20", "pass", "pass")
    assert (state.market[-1], state.deck, state.deck_part) == (31, (), 2)


# All for sale -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NYC-10", "MKT-12")
def test_market_runs_empty_and_then_there_are_no_auctions():
    state = end_of_round((42,), (), deck_part=3)
    assert (state.market, removals(state)) == ((), [(42, "update")])
    assert (state.phase, state.round) == ("resources", 4)
    state = pass_on(pass_on(pass_on(state)))
    assert (state.phase, state.round, state.market) == ("resources", 5, ())


@pytest.mark.rule("MAP-NYC-10", "MAP-NYC-13", "MKT-9")
def test_unsold_plant_leaves_without_replacement_in_classic():
    state = pass_on(manhattan((42, 44, 46), (), deck_part=3))
    assert (removals(state), state.market) == ([(42, "unsold")], (44, 46))


@pytest.mark.rule("MAP-NYC-10", "MAP-NYC-13", "RCH-13")
def test_discounted_plant_leaves_without_replacement_in_recharged():
    state = pass_on(recharged(market=(42, 44, 46), deck=(), deck_part=3))
    assert (removals(state), state.market) == ([(42, "discount")], (44, 46))


@pytest.mark.rule("MAP-NYC-6", "MAP-NYC-16")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_game_stays_in_step_1(edition):
    companies = [company(900, cities=spaces(12)), company(), company()]
    state = manhattan(companies=companies, edition=edition, phase="building", order=(1, 2, 0))
    assert pass_on_to(state, "auction").step == 1


# The second purchase ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NYC-12", "CC-NYC-11")
@pytest.mark.parametrize("fields", [{"round": 1}, {"round": 3}])
def test_buyer_of_the_discounted_plant_is_opener_again(fields):
    state = after(recharged(**fields), "open 3 1", "bid 2", "pass", "bid 5", "pass")
    assert (state.players[0].plants, state.players[0].money) == ((3,), 45)
    assert (state.to_move, state.bonus, rules.view(state).bonus) == ((0,), 0, 0)
    assert rules.legal(state, 0).may_decline
    bought = after(state, "open 5 5", "pass", "pass")
    assert (bought.players[0].plants, bought.to_move, bought.bonus) == ((3, 5), (1,), None)
    declined = after(state, "decline")
    assert (declined.players[0].plants, declined.to_move, declined.bonus) == ((3,), (1,), None)


@pytest.mark.rule("MAP-NYC-12", "AUC-20")
def test_others_still_have_to_buy_in_round_1():
    state = after(recharged(round=1), "open 3 1", "pass", "pass", "decline")
    assert not rules.legal(state, 1).may_decline
    with refused("AUC-20"):
        after(state, "decline")


@pytest.mark.rule("MAP-NYC-12", "AUC-14", "CC-NYC-12")
def test_buyer_can_take_the_second_plant_as_a_bidder():
    state = after(recharged(), "open 3 1", "bid 2", "pass", "pass")
    assert (state.players[1].plants, state.to_move, state.bonus) == ((3,), (0,), 1)
    state = after(state, "open 5 5", "bid 6", "pass", "pass")
    assert (state.players[1].plants, state.to_move, state.bonus) == ((3, 5), (0,), None)
    state = after(state, "open 6 6", "pass")
    assert (state.players[0].plants, state.to_move) == ((6,), (2,))


@pytest.mark.rule("MAP-NYC-12", "AUC-13")
def test_buyer_keeps_the_second_purchase_after_passing_a_bid():
    state = after(recharged(), "open 3 1", "bid 2", "pass", "pass", "open 5 5", "pass", "pass")
    assert (state.players[0].plants, state.to_move, state.bonus) == ((5,), (1,), 1)


@pytest.mark.rule("MAP-NYC-12")
def test_there_is_no_third_purchase():
    state = after(recharged(), "open 3 1", "pass", "pass", "open 5 5", "pass", "pass")
    assert 0 in state.acted
    assert state.bought == (0,)
    assert after(state, "decline", "decline").phase == "resources"


@pytest.mark.rule("MAP-NYC-12", "AUC-16", "PLT-10", "CC-NYC-13")
def test_plant_limit_is_settled_after_each_purchase():
    market = (19, 21, 23, 25, 26, 28, 30, 31)
    state = recharged(10, 15, 16, market=market, deck=(32, 33, 34), money=(200, 50, 50))
    state = after(state, "open 19 1", "pass", "pass")
    assert [offer.plant for offer in rules.legal(state, 0).plants] == [10, 15, 16]
    state = after(state, "discard 10")
    assert (state.to_move, state.bonus) == ((0,), 0)
    state = after(state, "open 25 25", "pass", "pass")
    assert [offer.plant for offer in rules.legal(state, 0).plants] == [15, 16, 19]
    assert after(state, "discard 19").players[0].plants == (15, 16, 25)


@pytest.mark.rule("MAP-NYC-12")
def test_buyer_without_money_can_only_decline():
    state = after(recharged(money=(4, 50, 50)), "open 3 4", "pass", "pass")
    assert rules.forced(state, 0) == rules.DeclineAuction()


@pytest.mark.rule("MAP-NYC-12", "RCH-11")
def test_plant_that_lost_the_token_brings_no_second_purchase():
    market = (10, 12, 13, 15, 16, 20, 21, 25)
    state = recharged(market=market, deck=(5, 31, 32, 33))
    state = after(state, "open 12 12", "pass", "pass")
    assert (removals(state), state.discount) == ([(5, "undercut")], None)
    state = after(state, "open 10 10", "pass")
    assert (state.bonus, state.to_move) == (None, (2,))


@pytest.mark.rule("MAP-NYC-12")
def test_second_purchase_ends_with_the_phase():
    state = after(recharged(), "open 3 1", "pass", "pass", "decline", "decline", "decline")
    assert (state.phase, state.bonus) == ("resources", None)


@pytest.mark.rule("MAP-NYC-12", "AUC-11", "RCH-9")
def test_last_player_pays_the_minimum_for_both():
    state = after(recharged(), "decline", "decline", "open 3 1")
    assert (state.players[2].plants, state.to_move) == ((3,), (2,))
    with refused("AUC-11"):
        after(state, "open 5 6")
    assert after(state, "open 5 5").players[2].money == 44


@pytest.mark.rule("MAP-NYC-12", "MAP-NYC-10", "MKT-12")
def test_nobody_is_asked_once_the_discounted_plant_was_the_last():
    state = after(recharged(market=(42,), deck=(), deck_part=3), "open 42 1", "pass", "pass")
    assert (state.phase, state.bonus, state.players[0].plants) == ("resources", None, (42,))


@pytest.mark.rule("MAP-NYC-13")
def test_there_is_no_second_purchase_in_classic():
    state = after(manhattan(), "open 20 20", "pass", "pass")
    assert (state.bonus, state.to_move) == (None, (1,))
