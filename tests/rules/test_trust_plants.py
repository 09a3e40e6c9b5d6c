"""Against the Trust: when it takes a plant, and which one."""

import pytest

import rules
from rules.events import (
    DiscountLost,
    PlantBought,
    PlantDrawn,
    PlantRemoved,
    TrustDeclined,
    TrustScrappedPlant,
    TrustTookPlant,
    UraniumPhasedOut,
)
from rules.state import Step3Card
from tests.rules.positions import (
    RECHARGED,
    after,
    cards,
    company,
    events,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    the_trust,
)

MARKET = (10, 12, 14, 16, 18, 19, 20, 21)
DECK = (30, 31, 32, 33, 35, 36, "step3")


def auctions(first=None, third=None, *, owned=(), **fields):
    """Phase 2 of round 3; seat 0 is first in player order, the discount token lies on the lowest plant."""
    options = {**RECHARGED, **fields.pop("options", {})}
    defaults = {"market": MARKET, "deck": DECK, "trust": the_trust(owned), "options": options}
    return position([first or company(100), third or company(100)], **{**defaults, **fields})


def took(state):
    """What the Trust took in the last action."""
    return [event.plant for event in events(state, TrustTookPlant)]


def took_all_phase(state, *texts):
    """What the Trust takes while some actions are done."""
    plants = []
    for text in texts:
        state = after(state, text)
        plants += took(state)
    return plants


# When ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-9", "AUC-7")
def test_trust_never_bids():
    state = after(auctions(), "open 12 12")
    assert state.auction.bidders == (0, 1)
    assert took_all_phase(auctions(), "open 12 12", "bid 13", "bid 14", "bid 15") == []


@pytest.mark.rule("TRU-10", "TRU-14", "CC-94")
def test_trust_takes_as_soon_as_the_other_player_has_won_the_first_auction():
    state = after(auctions(), "open 12 12", "bid 13", "pass")
    assert state.players[1].plants == (12,)
    assert [type(event) for event in state.happened[1:]] == [PlantBought, PlantDrawn, TrustTookPlant, PlantDrawn]
    assert (took(state), state.trust.plants) == ([18], (18,))
    assert cards(state) == ((10, 14, 16, 19), (20, 21, 30, 31))


@pytest.mark.rule("TRU-10", "TRU-14", "AUC-11", "CC-94")
def test_first_player_then_opens_again_and_is_alone():
    state = after(auctions(), "open 12 12", "bid 13", "pass")
    assert state.to_move == (0,)
    offers = rules.legal(state, 0).plants
    assert [(offer.plant, offer.least, offer.most) for offer in offers] == [
        (10, 1, 1),
        (14, 14, 14),
        (16, 16, 16),
        (19, 19, 19),
    ]
    with refused("AUC-11"):
        after(state, "open 14 15")
    assert after(state, "open 14 14").players[0].money == 100 - 14


@pytest.mark.rule("TRU-10", "CC-95")
def test_trust_takes_before_the_other_player_opens_when_the_first_declines():
    state = after(auctions(), "decline")
    assert took(state) == [16]
    assert state.to_move == (1,)
    assert offered_plants(state) == [10, 12, 14, 18]


@pytest.mark.rule("TRU-10", "RCH-13", "CC-96")
def test_trust_takes_one_plant_and_the_discounted_one_goes_when_both_decline():
    state = after(auctions(), "decline", "decline")
    assert state.trust.plants == (16,)
    assert events(state, PlantRemoved) == [PlantRemoved(10, "discount")]
    assert (state.phase, state.market) == ("resources", (12, 14, 18, 19, 20, 21, 30, 31))


@pytest.mark.rule("TRU-10", "CC-97")
@pytest.mark.parametrize(
    "texts",
    [
        ("open 12 12", "pass", "open 14 14"),
        ("open 12 12", "pass", "decline"),
        ("open 12 12", "bid 13", "pass", "open 14 14"),
        ("open 12 12", "bid 13", "pass", "decline"),
        ("decline", "open 12 12"),
        ("decline", "decline"),
    ],
    ids=", ".join,
)
def test_trust_takes_exactly_one_plant_whatever_the_players_do(texts):
    assert len(took_all_phase(auctions(), *texts)) == 1
    assert after(auctions(), *texts).phase == "resources"


@pytest.mark.rule("TRU-10")
def test_trust_acts_in_every_round():
    state = after(auctions(), "decline", "decline")
    state = after(pass_on_to(state, "auction"), "decline")
    assert len(state.trust.plants) == 2


@pytest.mark.rule("TRU-10", "AUC-20")
def test_trust_acts_in_round_1_too():
    state = after(auctions(round=1), "open 12 12", "pass")
    assert state.trust.plants == (18,)
    with refused("AUC-20"):
        after(state, "decline")


@pytest.mark.rule("TRU-10", "AUC-20")
def test_first_player_who_can_pay_for_nothing_in_round_1_lets_the_trust_act():
    state = auctions(company(0), round=1)
    assert rules.forced(state, 0) == rules.DeclineAuction()
    assert took(after(state, "decline")) == [16]


@pytest.mark.rule("TRU-10", "AUC-16", "AUC-19")
def test_trust_waits_until_the_buyer_of_a_fourth_plant_has_discarded_one():
    state = after(auctions(third=company(100, plants=(7, 8, 9))), "open 12 12", "bid 13", "pass")
    assert (state.to_move, took(state), len(state.market)) == ((1,), [], 7)
    state = after(state, "discard 7")
    assert took(state) == [18]
    assert cards(state) == ((10, 14, 16, 19), (20, 21, 30, 31))
    assert state.to_move == (0,)


@pytest.mark.rule("TRU-10", "CC-97", "AUC-16")
def test_discard_of_the_second_buyer_brings_no_second_plant():
    state = auctions(third=company(100, plants=(7, 8, 9)))
    assert took_all_phase(state, "open 12 12", "pass", "open 14 14", "discard 8") == [18]


# Which --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-11", "MKT-2")
def test_trust_takes_the_fourth_plant_for_nothing_and_it_is_replaced():
    state = after(auctions(), "decline")
    assert state.trust.plants == (16,)
    assert [player.money for player in state.players] == [100, 100]
    assert cards(state) == ((10, 12, 14, 18), (19, 20, 21, 30))


@pytest.mark.rule("TRU-11", "STEP-19")
def test_trust_takes_the_highest_of_six_in_step_3():
    state = after(auctions(step=3, market=(22, 24, 26, 30, 36, 40), deck=(38, 42)), "decline")
    assert (state.trust.plants, state.market) == ((40,), (22, 24, 26, 30, 36, 38))


@pytest.mark.rule("TRU-12", "TV-36")
def test_trust_takes_a_plant_that_is_higher_than_its_lowest_and_discards_that():
    state = after(auctions(market=(3, 4, 9, 11, 13, 14, 15, 16), owned=(10, 12, 20)), "decline")
    assert state.trust.plants == (11, 12, 20)
    assert state.removed[-1] == 10
    assert (took(state), events(state, TrustScrappedPlant)) == ([11], [TrustScrappedPlant(10)])


@pytest.mark.rule("TRU-12", "TV-36")
def test_trust_takes_nothing_that_is_lower_than_its_three_plants():
    before = auctions(market=(3, 4, 8, 9, 13, 14, 15, 16), owned=(10, 12, 20))
    state = after(before, "decline")
    assert state.trust == before.trust
    assert state.market == before.market
    assert events(state, TrustDeclined) == [TrustDeclined(9)]


@pytest.mark.rule("TRU-10", "TRU-12", "CC-97")
def test_trust_that_took_nothing_is_not_asked_again():
    state = auctions(market=(3, 4, 8, 9, 13, 14, 15, 16), owned=(10, 12, 20))
    assert took_all_phase(state, "decline", "open 3 1") == []


@pytest.mark.rule("TRU-12")
def test_with_two_plants_the_trust_takes_a_lower_one_too():
    state = after(auctions(market=(3, 4, 8, 9, 13, 14, 15, 16), owned=(10, 20)), "decline")
    assert state.trust.plants == (9, 10, 20)


@pytest.mark.rule("TRU-27", "PLT-10", "AUC-16")
def test_player_discards_after_a_fourth_plant():
    state = after(auctions(company(100, plants=(7, 8, 9))), "open 12 12", "pass")
    assert state.discarding == 0
    assert rules.thresholds(state.options, 2).plants == 3


# The discount token -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-11", "RCH-11", "CC-98")
def test_replacement_lower_than_the_discounted_plant_goes_with_the_token():
    state = after(auctions(deck=(9, 30, 8, "step3")), "decline")
    assert events(state, DiscountLost) == [DiscountLost(10, drawn=9)]
    assert 9 in state.removed
    assert (state.discount, cards(state)) == (None, ((10, 12, 14, 18), (19, 20, 21, 30)))
    assert rules.legal(state, 1).plants[0].least == 10


@pytest.mark.rule("TRU-11", "RCH-12", "CC-98")
def test_token_lost_after_the_purchase_is_not_lost_again_after_the_trust():
    state = after(auctions(deck=(9, 30, 8, "step3")), "open 12 12", "pass")
    assert len(events(state, DiscountLost)) == 1
    assert state.market[0] == 8


@pytest.mark.rule("TRU-13")
def test_token_goes_with_the_only_plant_of_the_market():
    state = after(auctions(step=3, market=(40,), deck=()), "decline")
    assert (state.trust.plants, state.market, state.discount) == ((40,), (), None)
    assert rules.forced(state, 1) == rules.DeclineAuction()
    ended = after(state, "decline")
    assert (ended.phase, ended.discount_unsold, ended.removed) == ("resources", False, state.removed)


@pytest.mark.rule("TRU-13", "RCH-11")
def test_replacement_for_the_discounted_plant_that_the_trust_took_is_not_compared():
    state = after(auctions(step=3, market=(40,), deck=(3,)), "decline")
    assert (state.market, state.removed.count(3)) == ((3,), 0)
    assert rules.legal(state, 1).plants[0].least == 3


@pytest.mark.rule("TRU-11", "MKT-4")
def test_trust_goes_without_when_the_first_purchase_emptied_the_market():
    state = after(auctions(step=3, market=(40,), deck=(), owned=(30,)), "open 40 1", "pass")
    assert (state.trust.plants, took(state), state.to_move) == ((30,), [], (1,))
    assert rules.forced(state, 1) == rules.DeclineAuction()


@pytest.mark.rule("TRU-10", "MKT-12")
def test_trust_does_not_act_where_there_is_no_auction():
    state = auctions(step=3, market=(40,), deck=(), phase="bureaucracy", owned=(30,))
    state = pass_on(state)
    assert (state.market, state.phase, state.trust.plants) == ((), "resources", (30,))


# The Step 3 card ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-11", "STEP-11", "STEP-12")
def test_step_3_card_may_fill_the_gap_that_the_trust_left():
    state = after(auctions(step=2, deck=("step3", 30, 31)), "decline")
    assert (took(state), state.step3_card, len(state.market), len(state.deck)) == ([16], Step3Card.MARKET, 7, 2)
    state = after(state, "open 10 1")
    assert (state.phase, state.step, state.step3_card) == ("resources", 3, Step3Card.OUT)
    assert len(state.market) == 6


@pytest.mark.rule("TRU-11", "STEP-11", "STEP-12")
def test_trust_takes_the_fourth_plant_beside_a_step_3_card_that_came_before():
    state = after(auctions(step=2, deck=("step3", 30, 31), step3_deck=(31, 30)), "open 12 12", "pass")
    assert took(state) == [18]
    assert (cards(state), state.step3_card) == (((10, 14, 16, 19), (20, 21, 31)), Step3Card.MARKET)


@pytest.mark.rule("TRU-11", "STEP-11")
def test_trust_never_takes_the_step_3_card():
    state = auctions(step=2, market=(36, 38), deck=(), step3_card=Step3Card.MARKET)
    assert took(after(state, "open 36 1", "pass")) == [38]
    assert after(state, "open 36 1", "bid 2", "pass").market == ()


@pytest.mark.rule("TRU-11", "STEP-12", "STEP-21", "RCH-13")
def test_step_3_card_that_the_trust_brings_up_in_step_1_overtakes_step_2():
    state = after(auctions(deck=("step3", 30, 31, 32), step3_deck=(30, 31, 32)), "decline", "decline")
    reasons = [(event.plant, event.reason) for event in events(state, PlantRemoved)]
    assert reasons == [(10, "discount"), (12, "step2"), (14, "step3")]
    assert (state.step, state.market) == (3, (18, 19, 20, 21, 30, 31))


# Maps ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-28", "MAP-CE-3", "MAP-NE-9")
@pytest.mark.parametrize(("map", "nuclear"), [("central-europe", 11), ("northern-europe", 17)])
def test_map_rules_on_nuclear_plants_do_not_bind_the_trust(map, nuclear):
    state = auctions(map=map, market=(8, 9, 10, nuclear, 18, 19, 20, 21))
    assert offered_plants(state) == [8, 9, 10]
    assert after(state, "decline").trust.plants == (nuclear,)


@pytest.mark.rule("TRU-28", "MAP-BNL-3", "TV-39")
def test_trust_takes_the_highest_of_five_in_benelux():
    state = after(auctions(map="benelux", market=(8, 9, 10, 11, 13, 15, 20, 26)), "decline")
    assert state.trust.plants == (13,)
    assert cards(state) == ((8, 9, 10, 11), (15, 20, 26, 30))


@pytest.mark.rule("TRU-28", "MAP-BNL-3", "MAP-BNL-4")
def test_trust_takes_the_fourth_in_benelux_where_the_fifth_burns_fuel():
    state = after(auctions(map="benelux", market=(8, 9, 10, 11, 15, 20, 22, 26)), "decline")
    assert state.trust.plants == (11,)


LATE_MARKET = (34, 37, 38, 39, 40, 42, 44, 46)


@pytest.mark.rule("MAP-DE-4", "CC-99", "TRU-11")
@pytest.mark.parametrize("map", ["germany", "italy"])
def test_trust_that_takes_plant_39_does_not_end_the_refill_of_uranium(map):
    state = after(auctions(map=map, market=LATE_MARKET, resources="c9 o9 g9 u4"), "decline")
    assert (state.trust.plants, state.phased_out) == ((39,), False)
    refilled = pass_on_to(pass_on(state), "auction")
    assert refilled.resources.uranium == 4 - 1 + 1


@pytest.mark.rule("MAP-DE-4", "MAP-DE-2")
@pytest.mark.parametrize("map", ["germany", "italy"])
def test_option_lets_the_trust_end_the_refill_of_uranium(map):
    options = {"trust_triggers_phase_out": True}
    state = after(auctions(map=map, market=LATE_MARKET, resources="c9 o9 g9 u4", options=options), "decline")
    assert (events(state, UraniumPhasedOut), state.phased_out) == ([UraniumPhasedOut(39)], True)
    refilled = pass_on_to(pass_on(state), "auction")
    assert refilled.resources.uranium == 4 - 1


@pytest.mark.rule("MAP-DE-4")
def test_other_plants_and_maps_know_no_such_option():
    options = {"trust_triggers_phase_out": True}
    assert not after(auctions(market=MARKET, options=options), "decline").phased_out
    assert not after(auctions(map="usa", market=LATE_MARKET, options=options), "decline").phased_out


@pytest.mark.rule("MAP-DE-2", "TRU-1")
def test_player_who_buys_plant_39_ends_the_refill_against_the_trust_too():
    assert after(auctions(market=LATE_MARKET), "open 39 39", "pass").phased_out


# Player order -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-7", "ORD-1", "ORD-2")
def test_order_is_found_among_the_two_players_only():
    companies = company(100, plants=(7,), cities="koln"), company(100, plants=(8,), cities="essen")
    state = pass_on_to(auctions(*companies, owned=(44, 46, 50), phase="bureaucracy"), "auction")
    assert (state.round, state.order) == (4, (1, 0))
