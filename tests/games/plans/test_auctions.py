"""Standing passes, proxy bids and plans for a whole auction phase."""

import pytest
from msgspec.structs import replace

import rules
from games.plans.language import AuctionPlan, Condition, ProxyBid, StandingPass, Wish
from games.plans.reasons import AboveLimit, Available, BelowFloor, NothingToOpen, ScrapUnsaid, Unwished
from tests.games.plans.asked import asks, does, refused_by, says_nothing
from tests.rules.positions import RECHARGED, after, company, position, three_players

MARKET = [13, 15, 17, 18, 20, 22, 24, 25]


def opening(money: int = 100, **fields) -> rules.State:
    """Seat 0 is to put a plant up in round 3."""
    return position([company(money), company(100), company(100)], **{"phase": "auction", "market": MARKET, **fields})


def bidding(bid: int, money: int = 100) -> rules.State:
    """Seat 1 is asked for plant 13."""
    state = position([company(200), company(money), company(100)], phase="auction", market=MARKET)
    return after(state, f"open 13 {bid}")


def scrapping(fuel: str = "-", plants=(3, 5, 7)) -> rules.State:
    """Seat 0 has bought plant 13 and has to scrap another."""
    state = position([company(100, plants, fuel), company(), company()], phase="auction", market=MARKET)
    return after(state, "open 13 13", "pass", "pass")


# Standing passes ----------------------------------------------------------------------------------------------------


def test_standing_pass_passes_and_declines():
    assert does(bidding(20), StandingPass()) == "pass"
    assert does(opening(), StandingPass()) == "decline"


def test_pass_of_one_auction_says_nothing_of_others():
    assert does(bidding(20), StandingPass(13)) == "pass"
    assert says_nothing(bidding(20), StandingPass(15))
    assert says_nothing(opening(), StandingPass(13))


def test_standing_pass_asks_where_a_plant_of_its_list_is_on_offer():
    assert asks(opening(), StandingPass(unless=(18, 17, 25))) == Available((17, 18))


def test_standing_pass_asks_where_a_plant_of_its_list_is_put_up():
    assert asks(bidding(20), StandingPass(unless=(13,))) == Available((13,))


def test_standing_pass_passes_another_plant_although_one_of_its_list_is_on_offer():
    assert does(bidding(20), StandingPass(unless=(15,))) == "pass"


def test_plant_that_cannot_be_paid_is_not_available():
    assert does(opening(money=16), StandingPass(unless=(17,))) == "decline"


@pytest.mark.rule("AUC-20")
def test_in_the_first_round_a_standing_pass_asks():
    assert refused_by(three_players(), StandingPass()) == "AUC-20"
    assert refused_by(three_players(), AuctionPlan()) == "AUC-20"


def test_standing_pass_leaves_scrapping_to_its_owner():
    assert says_nothing(scrapping(), StandingPass())


# Proxy bids ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AUC-8")
def test_proxy_bids_one_above_the_others():
    assert does(bidding(20), ProxyBid(13, 24)) == "bid 21"


def test_proxy_bids_up_to_its_limit_and_then_passes():
    assert does(bidding(23), ProxyBid(13, 24)) == "bid 24"
    assert does(bidding(24), ProxyBid(13, 24)) == "pass"


def test_proxy_asks_beyond_its_limit_where_it_shall():
    assert asks(bidding(24), ProxyBid(13, 24, beyond="ask")) == AboveLimit(13, least=25, limit=24)


@pytest.mark.rule("AUC-6")
def test_proxy_never_bids_more_than_there_is():
    assert does(bidding(20, money=20), ProxyBid(13, 24)) == "pass"
    assert asks(bidding(20, money=20), ProxyBid(13, 24, beyond="ask")) == BelowFloor(21, money=20, floor=0)


@pytest.mark.parametrize(("bid", "answer"), [(13, 15), (14, 15), (15, 20), (19, 20), (20, 21)])
def test_proxy_goes_to_the_next_leap_at_once(bid, answer):
    assert does(bidding(bid), ProxyBid(13, 24, leaps=(20, 15))) == f"bid {answer}"


def test_leap_above_limit_or_money_is_left_out():
    assert does(bidding(20), ProxyBid(13, 24, leaps=(30,))) == "bid 21"
    assert does(bidding(20, money=22), ProxyBid(13, 99, leaps=(30,))) == "bid 21"


def test_proxy_for_another_plant_says_nothing():
    assert says_nothing(bidding(20), ProxyBid(15, 24))
    assert says_nothing(opening(), ProxyBid(13, 24))


@pytest.mark.rule("AUC-16")
def test_proxy_scraps_what_it_was_told():
    assert does(scrapping(), ProxyBid(13, 24, scrap=rules.DiscardPlant(5))) == "discard 5"


def test_proxy_asks_what_to_scrap_where_it_was_not_told():
    assert asks(scrapping(), ProxyBid(13, 24)) == ScrapUnsaid(13)


def test_proxy_for_another_plant_leaves_scrapping_to_its_owner():
    assert says_nothing(scrapping(), ProxyBid(15, 24, scrap=rules.DiscardPlant(5)))


# Plans for the whole phase ------------------------------------------------------------------------------------------


def test_first_wish_on_offer_is_put_up():
    plan = AuctionPlan((Wish(20, 50, opening=0), Wish(18, 30, opening=20), Wish(13, 30, opening=0)))
    assert does(opening(), plan) == "open 18 20"


def test_wish_without_an_opening_is_not_put_up():
    assert does(opening(), AuctionPlan((Wish(18, 30), Wish(13, 30, opening=0)))) == "open 13 13"


@pytest.mark.rule("AUC-5")
def test_opening_is_at_least_the_least_bid_and_at_most_the_limit():
    assert does(opening(), AuctionPlan((Wish(13, 30, opening=5),))) == "open 13 13"
    assert does(opening(), AuctionPlan((Wish(13, 30, opening=50),))) == "open 13 30"


@pytest.mark.rule("RCH-9")
def test_discount_token_lowers_the_least_bid():
    state = opening(options=RECHARGED)
    assert does(state, AuctionPlan((Wish(13, 8, opening=0),))) == "open 13 1"
    assert does(after(state, "open 13 1"), AuctionPlan((Wish(13, 8),))) == "bid 2"


@pytest.mark.rule("AUC-11")
def test_unopposed_the_least_is_paid():
    state = opening(acted=(1, 2), order=(1, 2, 0))
    assert does(state, AuctionPlan((Wish(13, 30, opening=20),))) == "open 13 13"


def test_plant_above_limit_or_floor_is_passed_over():
    plan = AuctionPlan((Wish(18, 17, opening=0), Wish(17, 30, opening=0), Wish(13, 30, opening=0)), floor=85)
    assert does(opening(), plan) == "open 13 13"


def test_with_nothing_to_open_it_declines_or_asks():
    wishes = (Wish(20, 50, opening=0), Wish(18, 17, opening=0), Wish(13, 20))
    assert does(opening(), AuctionPlan(wishes)) == "decline"
    assert asks(opening(), AuctionPlan(wishes, otherwise="ask")) == NothingToOpen(missing=(20,), dear=(18,))


@pytest.mark.rule("MAP-CE-3")
def test_barred_plant_is_passed_over():
    state = opening(map="central-europe")
    wishes = (Wish(17, 50, opening=0),)
    assert does(state, AuctionPlan((*wishes, Wish(13, 20, opening=0)))) == "open 13 13"
    assert asks(state, AuctionPlan(wishes, otherwise="ask")) == NothingToOpen(barred=(17,))


def test_plant_that_somebody_else_puts_up_is_bid_for():
    plan = AuctionPlan((Wish(18, 30, opening=0), Wish(13, 24)), floor=77)
    assert does(bidding(20), plan) == "bid 21"
    assert does(bidding(22), plan) == "bid 23"
    assert does(bidding(23), plan) == "pass"


def test_bid_asks_for_its_reason():
    plan = AuctionPlan((Wish(13, 24),), floor=78, otherwise="ask")
    assert asks(bidding(22), plan) == BelowFloor(23, money=100, floor=78)
    assert asks(bidding(24), plan) == AboveLimit(13, least=25, limit=24)
    assert asks(bidding(24), AuctionPlan((Wish(15, 30),), otherwise="ask")) == Unwished(13)


def test_plant_not_wished_for_is_passed():
    assert does(bidding(20), AuctionPlan((Wish(15, 30),))) == "pass"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition("drawn", 25), True),
        (Condition("drawn", 27), False),
        (Condition("bought"), True),
        (Condition("bought", seat=2), True),
        (Condition("bought", seat=1), False),
        (Condition("bought", 13), True),
        (Condition("bought", 15), False),
        (Condition("bought", 13, seat=2), True),
        (Condition("bought", 13, seat=1), False),
    ],
)
def test_conditions_are_what_all_can_see(condition, holds):
    start = position(3, phase="auction", order=(2, 0, 1), market=[*MARKET[:7], 26], deck=[25, 27, 28, "step3"])
    state = after(replace(start, order=(2, 0, 1)), "open 13 13", "pass", "pass")
    plan = AuctionPlan((Wish(15, 20, opening=0, given=(condition,)),))
    opposite = AuctionPlan((Wish(15, 20, opening=0, given=(replace(condition, holds=False),)),))
    assert (does(state, plan) == "open 15 15") is holds
    assert (does(state, opposite) == "open 15 15") is not holds


def test_first_wish_for_a_plant_counts_whose_conditions_hold():
    wishes = (Wish(13, 50, given=(Condition("bought"),)), Wish(13, 24), Wish(13, 99))
    assert does(bidding(23), AuctionPlan(wishes)) == "bid 24"
    assert does(bidding(24), AuctionPlan(wishes)) == "pass"


def test_wish_says_what_to_scrap():
    wishes = (Wish(15, 50), Wish(13, 50, scrap=rules.DiscardPlant(5), given=(Condition("drawn", 13),)))
    assert does(scrapping(), AuctionPlan(wishes)) == "discard 5"
    assert asks(scrapping(), AuctionPlan((Wish(13, 50),))) == ScrapUnsaid(13)
    assert says_nothing(scrapping(), AuctionPlan(wishes[:1]))


@pytest.mark.rule("AUC-16")
def test_scrapping_what_is_gone_asks():
    assert refused_by(scrapping(), ProxyBid(13, 24, scrap=rules.DiscardPlant(4))) == "AUC-16"


@pytest.mark.rule("AUC-18")
def test_scrapping_asks_where_coal_and_oil_compete():
    state = scrapping("c4 o6", plants=(3, 5, 12))
    assert refused_by(state, ProxyBid(13, 24, scrap=rules.DiscardPlant(5))) == "AUC-18"
    told = rules.parse_action("discard 5 c1 o1")
    assert does(state, ProxyBid(13, 24, scrap=told)) == "discard 5 c1 o1"


@pytest.mark.rule("AUC-17", "AUC-18")
def test_drop_that_no_longer_fits_asks():
    assert refused_by(scrapping("o2"), ProxyBid(13, 24, scrap=rules.parse_action("discard 5 c1"))) == "AUC-18"


# Several plans ------------------------------------------------------------------------------------------------------


def test_plan_for_this_auction_counts_before_one_for_all():
    general, special = AuctionPlan((Wish(13, 50),)), StandingPass(13)
    assert does(bidding(20), general, special) == does(bidding(20), special, general) == "pass"
    assert does(opening(), StandingPass(), ProxyBid(13, 20)) == "decline"


def test_who_is_not_asked_gets_no_answer():
    with pytest.raises(rules.RuleError):
        does(bidding(20), StandingPass(), seat=2)
