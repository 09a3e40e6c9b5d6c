"""Plans and reasons in JSON, friendly and hostile."""

import pytest

import rules
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    FuelWish,
    PlanSyntaxError,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
    plan_from_json,
    plan_to_json,
)
from games.plans.reasons import (
    AboveLimit,
    AnswerRefused,
    Available,
    BelowFloor,
    CityTooDear,
    FuelTooDear,
    NoneLeft,
    NothingToOpen,
    ScrapUnsaid,
    TookBack,
    Unwished,
    reason_from_json,
    reason_to_json,
)

PLANS = [
    (StandingPass(), '{"plan":"pass"}', "auctions"),
    (StandingPass(20, unless=(21,)), '{"plan":"pass","plant":20,"unless":[21]}', "auction"),
    (ProxyBid(20, 24), '{"plan":"proxy","plant":20,"limit":24}', "auction"),
    (
        ProxyBid(20, 24, "ask", (22,), rules.DiscardPlant(5, rules.Drop(coal=1))),
        '{"plan":"proxy","plant":20,"limit":24,"beyond":"ask","leaps":[22],'
        '"scrap":{"kind":"discard_plant","plant":5,"drop":{"coal":1,"oil":0,"garbage":0,"uranium":0}}}',
        "auction",
    ),
    (
        AuctionPlan((Wish(20, 24, opening=0, given=(Condition("bought", seat=1, holds=False),)),), floor=30),
        '{"plan":"auctions","wishes":[{"plant":20,"limit":24,"opening":0,'
        '"given":[{"kind":"bought","seat":1,"holds":false}]}],"floor":30}',
        "auctions",
    ),
    (
        BuyPlan((FuelWish("coal", 3, 4),), otherwise="less"),
        '{"plan":"buy","fuels":[{"kind":"coal","tokens":3,"most":4}],"otherwise":"less"}',
        "purchase",
    ),
    (
        BuildPlan((CityWish("essen", 15),), floor=5),
        '{"plan":"build","cities":[{"city":"essen","most":15}],"floor":5}',
        "building",
    ),
    (
        BuildPlan((CityWish("essen", 15), CityWish("koln", 20)), otherwise="next", houses=1),
        '{"plan":"build","cities":[{"city":"essen","most":15},{"city":"koln","most":20}],'
        '"otherwise":"next","houses":1}',
        "building",
    ),
    (PowerPlan(kept="oil"), '{"plan":"power","kept":"oil"}', "powering"),
    (PowerPlan(kept="uranium"), '{"plan":"power","kept":"uranium"}', "powering"),
    (
        PowerPlan(runs=rules.RunPlants((rules.Run(5, coal=1, oil=1), rules.Run(13)))),
        '{"plan":"power","runs":{"kind":"run_plants","plants":[{"number":5,"coal":1,"oil":1},{"number":13}]}}',
        "powering",
    ),
    (AreaPlan(("west", "east")), '{"plan":"areas","areas":["west","east"]}', "areas"),
]


@pytest.mark.parametrize(("plan", "text", "slot"), PLANS)
def test_plan_has_a_json_form_and_a_slot(plan, text, slot):
    assert plan_to_json(plan) == text
    assert plan_from_json(text) == plan
    assert plan.slot == slot


REASONS = [
    AnswerRefused("AUC-20", "You cannot decline: in the first round everybody must buy a plant.", {}),
    AnswerRefused(
        "PLT-2", "{burnt} of {held}", {"burnt": rules.Fuel(2), "held": rules.Fuel(), "name": "Essen", "n": 3}
    ),
    AboveLimit(20, 25, 24),
    BelowFloor(25, 40, 20),
    Unwished(20),
    NothingToOpen(),
    NothingToOpen((20,), (11,), (30,)),
    Available((20,)),
    ScrapUnsaid(20),
    FuelTooDear("coal", 5, 4),
    CityTooDear("essen", 25, 20),
    NoneLeft(),
    TookBack(),
]


@pytest.mark.parametrize("reason", REASONS)
def test_reason_comes_back_from_json(reason):
    assert reason_from_json(reason_to_json(reason)) == reason


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "not json",
        '{"plan":"steal"}',
        '{"plan":"pass","plant":20,"price":3}',
        '{"plan":"pass","plant":0}',
        '{"plan":"pass","plant":"20"}',
        '{"plan":"proxy","plant":20}',
        '{"plan":"proxy","plant":20,"limit":-1}',
        '{"plan":"proxy","plant":20,"limit":1000000}',
        '{"plan":"proxy","plant":20,"limit":1e400}',
        '{"plan":"proxy","plant":20,"limit":' + "9" * 5000 + "}",
        '{"plan":"proxy","plant":20,"limit":24.5}',
        '{"plan":"proxy","plant":20,"limit":24,"beyond":"shout"}',
        '{"plan":"proxy","plant":20,"limit":24,"scrap":{"kind":"bid","amount":3}}',
        '{"plan":"proxy","plant":20,"limit":24,"leaps":[' + ",".join("9" * 61) + "]}",
        '{"plan":"auctions","wishes":[{"plant":20,"limit":24,"given":[{"kind":"drawn"}]}]}',
        '{"plan":"auctions","wishes":[{"plant":20,"limit":24,"given":[{"kind":"drawn","plant":20,"seat":1}]}]}',
        '{"plan":"auctions","wishes":[{"plant":20,"limit":24,"given":[{"kind":"bought","seat":6}]}]}',
        '{"plan":"auctions","wishes":[{"plant":20,"limit":24,"given":[{"kind":"rich","seat":1}]}]}',
        '{"plan":"buy","fuels":[{"kind":"gold","tokens":1,"most":1}]}',
        '{"plan":"buy","fuels":[{"kind":"coal","tokens":25,"most":1}]}',
        '{"plan":"build","cities":[{"city":"<script>","most":1}]}',
        '{"plan":"build","cities":[{"city":"' + "a" * 41 + '","most":1}]}',
        '{"plan":"build","cities":[],"houses":0}',
        '{"plan":"build","cities":[],"otherwise":"all"}',
        '{"plan":"buy","fuels":[],"otherwise":"next"}',
        '{"plan":"power","kept":"wood"}',
        '{"plan":"areas"}',
        '{"plan":"areas","areas":[' + ",".join(['"west"'] * 13) + "]}",
        "[" * 100_000,
        "\ud800",
    ],
)
def test_what_is_no_plan_is_refused_with_a_sentence(text):
    with pytest.raises(PlanSyntaxError, match="Not a plan: "):
        plan_from_json(text)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(PlanSyntaxError):
        plan_from_json(b"\xff\xfe")
