"""Reasons told to owners of plans."""

import pytest

import rules
from games.plans import why_asked
from games.plans.answers import Ask, answer
from games.plans.language import PowerPlan
from games.plans.reasons import (
    AboveLimit,
    Available,
    BelowFloor,
    CityTooDear,
    FuelTooDear,
    NoneLeft,
    NothingToOpen,
    ScrapUnsaid,
    TookBack,
    Unwished,
)
from games.story.names import Names
from tests.rules.positions import company, position

CAST = Names(("Ana", "Bob", "Cid"), rules.board("germany"))


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            AboveLimit(20, 25, 24),
            "The next bid for plant 20 is 25 Elektro, and your limit is 24. Raise it, or decide yourself.",
        ),
        (
            BelowFloor(25, 40, 20),
            "This costs 25 Elektro. You have 40, and want to keep 20. Change your plan, or decide yourself.",
        ),
        (BelowFloor(25, 18, 0), "This costs 25 Elektro, and you have 18. Change your plan, or decide yourself."),
        (Unwished(20), "Plant 20 is up for auction, and your plan does not say what to do: bid, or pass."),
        (NothingToOpen(), "Your plan has no plant to put up now. Put up another one, or decline."),
        (
            NothingToOpen((20, 25), (11,), (30,)),
            "Plants 20 and 25 are not on offer."
            " For plant 11 you first need a city in the right area."
            " Plant 30 costs more than your plan allows. Put up another one, or decline.",
        ),
        (Available((20,)), "You can have plant 20 now, and wanted to be asked about it: decide yourself."),
        (
            ScrapUnsaid(5),
            "Plant 05 is yours, and your plan does not say what to scrap for it: choose a plant.",
        ),
        (
            FuelTooDear("coal", 5, 4),
            "The most expensive token that you want, 1 coal, costs 5 Elektro. Your plan allows 4."
            " Change it, or decide yourself.",
        ),
        (
            CityTooDear("essen", 25, 20),
            "Essen costs 25 Elektro, connections included. Your plan allows 20. Change it, or decide yourself.",
        ),
        (TookBack(), "You wanted to decide this yourself, so this plan waits until you save it again."),
        (NoneLeft(), "You can no longer have any of the areas that you want: choose another one."),
    ],
)
def test_reason_says_what_is_the_matter_and_what_to_do(reason, told):
    assert why_asked.told(reason, CAST) == told


@pytest.mark.rule("PLT-2")
def test_refusal_of_the_rules_is_told_in_their_words():
    state = position([company(50, [4], "c1", "essen"), company()], phase="bureaucracy")
    found = answer([PowerPlan(runs=rules.parse_action("run 4"))], state, rules.Seat(0))
    assert isinstance(found, Ask)
    assert why_asked.told(found.reason, CAST) == (
        "Together these plants burn 2 coal, but you have 1 coal. Change your plan, or decide yourself."
    )
