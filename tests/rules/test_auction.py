"""Phase 2: opening, bidding, buying, and the order in which it happens."""

import pytest

import rules
from rules.events import OrderChanged, PlantBought
from tests.rules.positions import (
    after,
    cards,
    company,
    events,
    offered_plants,
    pass_on,
    position,
    refused,
    stated_setup,
    three_players,
    with_money,
)

HIGH_MARKET = (20, 21, 22, 23, 24, 25, 26, 27)


@pytest.mark.rule("AUC-1")
def test_first_player_of_the_order_opens():
    assert position(3, order=(2, 0, 1)).to_move == (2,)


@pytest.mark.rule("AUC-1")
def test_next_in_player_order_opens_after_the_first_has_bought():
    state = after(position(3, order=(2, 0, 1)), "open 4 4", "pass", "pass")
    assert state.to_move == (0,)


@pytest.mark.rule("AUC-2")
def test_opener_may_open_an_auction():
    state = after(position(3), "open 4 4")
    assert (state.auction.plant, state.auction.bid, state.auction.bidder) == (4, 4, 0)


@pytest.mark.rule("AUC-2")
def test_opener_may_decline():
    assert after(position(3), "decline").to_move == (1,)


@pytest.mark.rule("AUC-2")
def test_opener_cannot_bid_while_no_auction_runs():
    with refused("AUC-2"):
        after(position(3), "bid 10")


@pytest.mark.rule("AUC-3")
def test_opening_without_a_bid_is_no_action():
    with pytest.raises(rules.ActionSyntaxError):
        rules.parse_action("open 4")


@pytest.mark.rule("AUC-4", "CC-12")
@pytest.mark.parametrize("step", [1, 2])
def test_plant_of_the_future_market_cannot_be_opened_in_steps_1_and_2(step):
    with refused("AUC-4"):
        after(position(3, step=step), "open 7 7")


@pytest.mark.rule("AUC-4", "CC-12", "STEP-19")
@pytest.mark.parametrize("plant", [20, 21, 22, 23, 24, 25])
def test_any_of_the_six_plants_can_be_opened_in_step_3(plant):
    state = after(position(3, step=3, market=HIGH_MARKET[:6]), f"open {plant} {plant}")
    assert state.auction.plant == plant


@pytest.mark.rule("AUC-4")
def test_plant_that_is_not_in_the_market_cannot_be_opened():
    with refused("AUC-4"):
        after(position(3), "open 30 30")


@pytest.mark.rule("AUC-5")
def test_opening_bid_below_the_number_is_refused():
    with refused("AUC-5"):
        after(position(3), "open 4 3")


@pytest.mark.rule("AUC-5")
def test_opening_bid_may_be_higher_than_the_number():
    assert after(position(3), "open 4 9").auction.bid == 9


@pytest.mark.rule("AUC-6")
def test_opening_bid_above_own_money_is_refused():
    with refused("AUC-6"):
        after(with_money(position(3), 20), "open 4 21")


@pytest.mark.rule("AUC-6")
def test_whole_cash_box_can_be_the_opening_bid():
    assert after(with_money(position(3), 20), "open 4 20").auction.bid == 20


@pytest.mark.rule("AUC-6")
def test_bid_above_own_money_is_refused():
    with refused("AUC-6"):
        after(with_money(position(3), 20), "open 4 4", "bid 21")


@pytest.mark.rule("AUC-6")
def test_whole_cash_box_can_be_bid():
    assert after(with_money(position(3), 20), "open 4 4", "bid 20").auction.bid == 20


@pytest.mark.rule("AUC-6", "AUC-8", "CC-1")
@pytest.mark.parametrize(("amount", "rule"), [(19, "AUC-8"), (20, "AUC-8"), (21, "AUC-6")])
def test_whoever_has_no_more_than_the_current_bid_cannot_bid(amount, rule):
    state = after(with_money(position(3), 50, 20, 50), "open 4 20")
    with refused(rule):
        after(state, f"bid {amount}")


@pytest.mark.rule("CC-1")
def test_whoever_has_no_more_than_the_current_bid_can_only_pass():
    state = after(with_money(position(3), 50, 20, 50), "open 4 20")
    assert rules.forced(state, 1) == rules.PassBid()


@pytest.mark.rule("AUC-5", "AUC-6", "AUC-13", "CC-2")
def test_opener_who_can_pay_for_no_plant_can_only_decline():
    state = position([company(12), company(), company()], round=4, market=(13, 15, 17, 18, 20, 22, 24, 25))
    assert offered_plants(state) == []
    assert rules.forced(state, 0) == rules.DeclineAuction()


@pytest.mark.rule("AUC-7", "AUC-13", "CC-6")
def test_whoever_has_declined_is_not_asked():
    state = after(position(4), "open 4 4", "pass", "pass", "pass", "decline", "open 5 5")
    assert state.auction.bidders == (2, 3)
    assert state.to_move == (3,)


@pytest.mark.rule("AUC-7", "AUC-12")
def test_whoever_has_bought_is_not_asked():
    state = after(position(3), "open 4 4", "pass", "pass", "open 5 5")
    assert state.auction.bidders == (1, 2)


@pytest.mark.rule("AUC-8")
@pytest.mark.parametrize("amount", [3, 4])
def test_bid_that_does_not_raise_is_refused(amount):
    with refused("AUC-8"):
        after(position(3), "open 4 4", f"bid {amount}")


@pytest.mark.rule("AUC-6", "AUC-8")
def test_bidder_is_offered_everything_from_one_more_to_the_own_money():
    state = after(with_money(position(3), 20), "open 4 7")
    assert rules.legal(state, 1) == rules.BiddingDecision(plant=4, least=8, most=20)


@pytest.mark.rule("AUC-8")
def test_bid_may_jump():
    assert after(position(3), "open 4 4", "bid 31").auction.bid == 31


@pytest.mark.rule("AUC-8", "GEN-6", "CC-3")
def test_bidding_goes_clockwise_by_seats_and_not_by_player_order():
    state = after(position(3, order=(2, 0, 1)), "open 4 4")
    asked = [state.to_move]
    for text in ("bid 5", "bid 6"):
        state = after(state, text)
        asked.append(state.to_move)
    assert asked == [(0,), (1,), (2,)]


@pytest.mark.rule("AUC-8")
def test_bidder_cannot_open_another_auction():
    with refused("AUC-8"):
        after(position(3), "open 4 4", "open 5 5")


@pytest.mark.rule("AUC-8")
def test_bidding_out_of_turn_is_refused():
    with refused("GEN-9"):
        after(position(3), "open 4 4", "2: bid 5")


@pytest.mark.rule("AUC-9", "AUC-10", "CC-4")
def test_auction_ends_at_once_when_one_bidder_is_left():
    state = position(3, market=(10, 11, 12, 13, 14, 15, 16, 17))
    state = after(state, "open 10 10", "pass", "bid 11", "pass")
    assert state.auction is None
    assert state.players[2].plants == (10,)
    assert state.players[2].money == 50 - 11


@pytest.mark.rule("AUC-9")
def test_whoever_passed_is_not_asked_again_in_this_auction():
    state = after(position(3), "open 4 4", "pass", "bid 5", "bid 6")
    assert state.to_move == (2,)


@pytest.mark.rule("AUC-9", "AUC-14", "CC-5")
def test_whoever_passed_may_bid_in_the_next_auction():
    state = after(position(3), "open 4 4", "pass", "bid 5", "pass", "open 5 5")
    assert after(state, "1: bid 6").auction.bidder == 1


@pytest.mark.rule("AUC-9")
def test_whoever_passed_may_still_open():
    state = after(position(3), "open 4 4", "pass", "pass")
    assert after(state, "1: open 5 5").auction.plant == 5


@pytest.mark.rule("AUC-10")
def test_winner_pays_the_own_last_bid_and_takes_the_plant():
    state = after(position(3), "open 4 4", "bid 9", "pass", "pass")
    assert (state.players[1].money, state.players[1].plants) == (41, (4,))
    assert [player.money for player in state.players] == [50, 41, 50]


@pytest.mark.rule("AUC-10")
def test_purchase_in_a_contested_auction_is_told():
    state = after(position(3), "open 4 4", "bid 9", "pass", "pass")
    assert events(state, PlantBought) == [PlantBought(seat=1, plant=4, price=9, unopposed=False)]


@pytest.mark.rule("AUC-11", "CC-9")
def test_last_opener_may_not_bid_more_than_the_minimum():
    state = after(position(3, market=HIGH_MARKET), "decline", "decline")
    with refused("AUC-11"):
        after(state, "open 20 22")


@pytest.mark.rule("AUC-11", "CC-9")
def test_last_opener_gets_the_plant_at_once_for_the_minimum():
    state = after(position(3, market=HIGH_MARKET), "decline", "decline", "open 20 20")
    (bought,) = events(state, PlantBought)
    assert bought == PlantBought(seat=2, plant=20, price=20, unopposed=True)
    assert state.players[2].money == 30


@pytest.mark.rule("AUC-11")
def test_last_opener_is_offered_each_plant_at_its_number_only():
    decision = rules.legal(after(position(3), "decline", "decline"), 2)
    assert [(offer.plant, offer.least, offer.most) for offer in decision.plants] == [
        (3, 3, 3),
        (4, 4, 4),
        (5, 5, 5),
        (6, 6, 6),
    ]


@pytest.mark.rule("AUC-12", "CC-11")
def test_buyer_can_neither_bid_nor_open_again():
    state = position(3, market=(10, 11, 12, 13, 14, 15, 16, 17))
    state = after(state, "open 10 10", "pass", "pass", "open 11 11")
    for text in ("0: bid 12", "0: open 12 12"):
        with pytest.raises(rules.RuleError):
            after(state, text)


@pytest.mark.rule("AUC-13")
def test_whoever_declined_does_not_open_again():
    state = after(position(3), "decline", "open 4 4", "pass", "open 5 5")
    assert state.phase == "resources"


@pytest.mark.rule("AUC-13", "CC-8")
def test_opener_who_was_outbid_and_declines_is_out_of_the_phase():
    state = after(position(4), "open 4 4", "pass", "bid 5", "pass", "pass", "decline", "open 5 5")
    assert state.auction.bidders == (1, 3)


@pytest.mark.rule("AUC-1", "AUC-14", "CC-7")
def test_opener_who_was_outbid_opens_again_ahead_of_the_second():
    state = after(position(3), "open 4 4", "pass", "bid 5", "pass")
    assert state.to_move == (0,)


@pytest.mark.rule("AUC-14")
def test_opener_who_was_outbid_may_decline_the_next_time():
    state = after(position(3), "open 4 4", "pass", "bid 5", "pass")
    assert rules.legal(state, 0).may_decline


@pytest.mark.rule("AUC-15")
def test_market_is_refilled_before_the_next_opening():
    state = after(position(3, deck=(30, "step3")), "open 4 4", "pass", "pass")
    assert cards(state) == ((3, 5, 6, 7), (8, 9, 10, 30))


@pytest.mark.rule("AUC-20", "CC-13")
def test_declining_in_round_1_is_refused():
    with refused("AUC-20"):
        after(three_players(), "decline")


@pytest.mark.rule("AUC-20", "CC-13")
def test_declining_is_not_offered_in_round_1():
    assert not rules.legal(three_players(), 0).may_decline


@pytest.mark.rule("AUC-20")
def test_last_opener_of_round_1_who_can_pay_for_one_plant_only_is_forced_to_open_it():
    state = after(with_money(three_players(), 50, 50, 4), "open 5 5", "pass", "pass", "open 3 3", "pass")
    assert offered_plants(state) == [4]
    assert rules.forced(state, 2) == rules.OpenAuction(4, 4)


@pytest.mark.rule("AUC-20")
def test_opener_of_round_1_who_has_a_choice_is_not_forced():
    assert rules.forced(three_players(), 0) is None


@pytest.mark.rule("AUC-2")
def test_declining_is_allowed_from_round_2_on():
    assert rules.legal(position(3, round=2), 0).may_decline


@pytest.mark.rule("AUC-20", "CC-14")
def test_duty_to_buy_in_round_1_remains_however_often_the_opener_is_outbid():
    state = rules.start(stated_setup(4))
    state = after(state, "open 3 3", "1: bid 4", "2: pass", "3: pass", "0: pass")
    state = after(state, "open 4 4", "2: bid 5", "3: pass", "0: pass")
    state = after(state, "open 5 5", "3: bid 6", "0: pass")
    with refused("AUC-20"):
        after(state, "0: decline")


@pytest.mark.rule("AUC-20", "CC-15")
def test_opener_who_can_open_nothing_in_round_1_is_released():
    state = after(with_money(three_players(), 2, 50, 50), "decline")
    assert state.to_move == (1,)
    assert state.auction is None


@pytest.mark.rule("AUC-20", "ORD-4", "CC-15")
def test_player_released_in_round_1_ranks_last_when_the_order_is_found_anew():
    state = with_money(three_players(), 2, 50, 50)
    state = after(state, "decline", "open 3 3", "pass", "open 4 4")
    assert state.order == (2, 1, 0)


@pytest.mark.rule("AUC-21", "GEN-9", "CC-16")
def test_order_of_round_1_is_found_anew_after_the_auctions():
    companies = [company(plants=(5,)), company(), company(plants=(8,))]
    state = position(companies, round=1, market=(13, 14, 15, 16, 17, 18, 19, 20), acted=(0, 2), bought=(0, 2))
    state = after(state, "open 13 13")
    assert state.order == (1, 2, 0)
    assert state.to_move == (0,)


@pytest.mark.rule("AUC-21")
def test_change_of_order_in_round_1_is_told():
    state = after(three_players(), "open 3 3", "pass", "pass", "open 5 5", "pass", "open 4 4")
    assert events(state, OrderChanged) == [OrderChanged(order=(1, 2, 0))]


@pytest.mark.rule("AUC-21", "ORD-3")
def test_order_of_a_later_round_stays_as_it_is_after_the_auctions():
    state = after(position(3), "open 3 3", "pass", "pass", "open 5 5", "pass", "open 4 4")
    assert state.order == (0, 1, 2)


@pytest.mark.rule("AUC-22")
def test_phase_goes_on_until_every_player_has_bought_or_declined():
    state = after(position(3), "open 4 4", "pass", "pass", "decline")
    assert state.phase == "auction"
    assert after(state, "decline").phase == "resources"


@pytest.mark.rule("AUC-23")
def test_best_plant_can_be_discarded_though_cities_go_dark():
    cities = "essen munster dortmund kassel osnabruck"
    hand = company(60, plants=(7, 10, 36), cities=cities)
    state = position([hand, company(), company()], market=(6, 20, 21, 22, 23, 24, 25, 26))
    state = after(state, "open 6 6", "pass", "pass", "discard 36")
    assert state.players[0].plants == (6, 7, 10)


@pytest.mark.rule("MKT-4", "STEP-19", "AUC-13", "CC-31")
def test_opener_who_finds_the_market_empty_can_only_decline():
    state = position(3, step=3, market=(35, 50), deck=())
    state = after(with_money(state, 100), "open 35 35", "pass", "pass", "open 50 50", "pass")
    assert offered_plants(state) == []
    assert rules.forced(state, 2) == rules.DeclineAuction()


@pytest.mark.rule("MKT-12", "CC-30")
def test_without_a_plant_in_the_market_phase_3_follows_at_once():
    before = position(3, phase="bureaucracy", step=3, market=(), deck=())
    state = pass_on(before)
    assert (state.phase, state.round) == ("resources", before.round + 1)
    assert state.removed == before.removed


@pytest.mark.rule("GEN-8", "GEN-9")
def test_options_of_a_seat_that_is_not_to_move_are_refused():
    with refused("GEN-9"):
        rules.legal(position(3), 1)
