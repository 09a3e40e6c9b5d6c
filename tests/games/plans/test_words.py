"""Plans read back to their owners."""

from random import Random

import pytest

import rules
from games.plans import why_asked, words
from games.plans.answers import Ask, answer
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    FuelWish,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.story.names import Names
from tests.games.plans.random_plans import random_plans
from tests.rules.random_play import random_game, tables

CAST = Names(("Ana", "Bob", "Cid"), rules.board("germany"))

TWO_CITIES = (CityWish("essen", 15), CityWish("munster", 16))
TWO_TOLD = "Essen for at most 15 Elektro, Münster for at most 16 Elektro"


@pytest.mark.parametrize(
    ("plan", "for_round", "scope"),
    [
        (StandingPass(20), 3, "This is only for the auction of plant 20."),
        (ProxyBid(3, 24), 3, "This is only for the auction of plant 03."),
        (StandingPass(), 3, "This is for the auctions of round 3."),
        (AuctionPlan(), 3, "This is for the auctions of round 3."),
        (BuyPlan(), 3, "This is for buying resources in round 3."),
        (BuildPlan(), 3, "This is for building in round 3."),
        (PowerPlan(), 3, "This is for powering cities in round 3."),
        (PowerPlan(), None, "This is for powering cities in each round until the game ends."),
        (AreaPlan(("west",)), None, "This is for drafting the areas."),
    ],
)
def test_what_a_plan_is_for_comes_first(plan, for_round, scope):
    assert words.scope(plan, CAST, for_round) == scope
    assert words.told(plan, CAST, for_round).startswith(f"{scope} I ")


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (StandingPass(20), "I pass."),
        (
            StandingPass(unless=(20, 25)),
            "I pass in every auction. When it is my turn to put up a plant, I decline and am out for the round."
            " If I can have plant 20 or 25, ask me instead.",
        ),
        (ProxyBid(20, 24), "I bid up to 24 Elektro for plant 20. If the others bid more, I pass."),
        (
            ProxyBid(20, 24, "ask", (22, 21), rules.DiscardPlant(5, rules.Drop(coal=2))),
            "I bid up to 24 Elektro for plant 20. If the others bid more, ask me."
            " I raise straight to 21 and 22 Elektro, each as soon as it is above the others’ bid."
            " For plant 20 I scrap plant 05, and give back 2 coal.",
        ),
        (
            AuctionPlan((Wish(20, 24, scrap=rules.DiscardPlant(5)),)),
            "If plant 20 is put up, I bid up to 24 Elektro. For plant 20 I scrap plant 05."
            " Otherwise I pass. If I have nothing to put up, I decline and am out for the round.",
        ),
        (
            AuctionPlan((Wish(20, 24, opening=0), Wish(25, 40, opening=50)), floor=30, otherwise="ask"),
            "I put up plant 20 at its minimum bid, and bid up to 24 Elektro."
            " I put up plant 25 at 40 Elektro, and bid up to 40."
            " When it is my turn to put up a plant, I take the first of these that I can have."
            " I always keep at least 30 Elektro. Otherwise ask me.",
        ),
        (AuctionPlan(otherwise="ask"), "Ask me about everything."),
        (BuyPlan(), "I buy nothing."),
        (
            BuyPlan((FuelWish("coal", 3, 4), FuelWish("uranium", 1, 10)), floor=20),
            "I buy 3 coal, each for at most 4 Elektro. I buy 1 uranium, for at most 10 Elektro."
            " I always keep at least 20 Elektro. If I cannot have all of this, ask me.",
        ),
        (
            BuyPlan((FuelWish("oil", 2, 5),), otherwise="less"),
            "I buy 2 oil, each for at most 5 Elektro."
            " If I cannot have all of this, I buy as much of it as I can, in this order.",
        ),
        (
            BuyPlan((FuelWish("coal", 2, 5), FuelWish("oil", 1, 4), FuelWish("coal", 1, 9), FuelWish("coal", 2, 12))),
            "I buy 2 coal, each for at most 5 Elektro. I buy 1 oil, for at most 4 Elektro."
            " Once I have bought 2 coal, I buy 1 more, for at most 9 Elektro."
            " Once I have bought 3 coal, I buy 2 more, each for at most 12 Elektro."
            " If I cannot have all of this, ask me.",
        ),
        (BuildPlan(), "I build nothing."),
        (
            BuildPlan((CityWish("essen", 15),), floor=5, otherwise="less"),
            "I build in Essen for at most 15 Elektro, connections included. I always keep at least 5 Elektro."
            " If I cannot have it, I build nothing.",
        ),
        (
            BuildPlan((CityWish("essen", 15),)),
            "I build in Essen for at most 15 Elektro, connections included. If I cannot have it, ask me.",
        ),
        (
            BuildPlan(TWO_CITIES),
            f"I build in these cities, in this order: {TWO_TOLD}, connections included."
            " If I cannot have one of them, I build nothing: ask me.",
        ),
        (
            BuildPlan(TWO_CITIES, otherwise="less"),
            f"I build in these cities, in this order: {TWO_TOLD}, connections included."
            " I stop at the first city that I cannot have.",
        ),
        (
            BuildPlan(TWO_CITIES, floor=5, otherwise="next"),
            f"I build in all of these cities that I can have, in this order: {TWO_TOLD}, connections included."
            " I always keep at least 5 Elektro.",
        ),
        (
            BuildPlan(TWO_CITIES, otherwise="next", houses=1),
            f"I build in the first of these cities that I can have: {TWO_TOLD}, connections included.",
        ),
        (
            BuildPlan((*TWO_CITIES, CityWish("koln", 30)), otherwise="next", houses=2),
            f"I build in the first 2 of these cities that I can have: {TWO_TOLD}, Köln for at most 30 Elektro,"
            " connections included.",
        ),
        (
            PowerPlan(kept="oil"),
            "I power as many cities as I can, with as little oil as I can.",
        ),
        (
            PowerPlan(runs=rules.RunPlants((rules.Run(5, coal=1, oil=1), rules.Run(13)))),
            "I run plant 05 on 1 coal and 1 oil. I run plant 13. If they cannot run like this, ask me.",
        ),
        (PowerPlan(runs=rules.RunPlants(())), "I run no plant."),
        (
            AreaPlan(("west", "east")),
            "I take the first of these areas that can be had: West, East. If I can have none of them, ask me.",
        ),
    ],
)
def test_plan_is_read_back_in_sentences(plan, told):
    assert " ".join(words.sentences(plan, CAST)) == told


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (Condition("drawn", 20), "plant 20 is in the market"),
        (Condition("drawn", 20, holds=False), "plant 20 is not in the market"),
        (Condition("bought"), "a player has bought a plant"),
        (Condition("bought", holds=False), "no player has bought a plant"),
        (Condition("bought", 20), "a player has bought plant 20"),
        (Condition("bought", 20, holds=False), "no player has bought plant 20"),
        (Condition("bought", seat=0), "Ana has bought a plant"),
        (Condition("bought", seat=0, holds=False), "Ana has not bought a plant"),
        (Condition("bought", 20, seat=1), "Bob has bought plant 20"),
        (Condition("bought", 20, seat=1, holds=False), "Bob has not bought plant 20"),
    ],
)
def test_condition_is_told(condition, told):
    plan = AuctionPlan((Wish(13, 24, given=(condition,)),))
    assert f"This holds only if {told}." in words.told(plan, CAST, 3)


def test_name_with_placeholders_in_it_is_told_as_it_is():
    names = Names(("%(plant)s {x} <b>", "Bob", "Cid"), CAST.board)
    plan = AuctionPlan((Wish(13, 24, given=(Condition("bought", seat=0),)),))
    assert "only if %(plant)s {x} <b> has bought a plant." in words.told(plan, names, 3)


@pytest.mark.parametrize("table", list(tables())[::40], ids=lambda table: table.seed)
def test_whatever_is_planned_and_asked_can_be_told(table):
    chance, game = Random(table.seed), random_game(table)
    names = Names(tuple("ABCDEF"), game.states[0].board)
    for state in game.states[:-1]:
        seat = chance.choice(state.to_move)
        plans = random_plans(state, seat, chance)
        found = answer(plans, state, seat)
        told = [words.told(plan, names, state.round) for plan in plans]
        told += [why_asked.told(found.reason, names)] if isinstance(found, Ask) else []
        assert all(each.endswith(".") and "%(" not in each and "{" not in each for each in told), told
